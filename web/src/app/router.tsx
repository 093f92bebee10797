import { Navigate, createBrowserRouter } from "react-router";
import { HydrateFallback, RouteError } from "./route-error.tsx";
import { Shell } from "./shell.tsx";

/** Every page is a file of its own, fetched when it is first shown. */
export function createRouter() {
  return createBrowserRouter([
    {
      path: "/login",
      lazy: async () => ({ Component: (await import("#pages/login-page.tsx")).LoginPage }),
      ErrorBoundary: RouteError,
      HydrateFallback,
    },
    {
      Component: Shell,
      ErrorBoundary: RouteError,
      HydrateFallback,
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            {
              index: true,
              lazy: async () => ({
                Component: (await import("#pages/workspaces-page.tsx")).WorkspacesPage,
              }),
            },
            {
              path: "workspaces/:id",
              element: <Navigate to="agents" replace />,
            },
            {
              path: "workspaces/:id/agents",
              lazy: async () => ({
                Component: (await import("#pages/agents-page.tsx")).AgentsPage,
              }),
            },
            {
              path: "*",
              lazy: async () => ({
                Component: (await import("#pages/not-found-page.tsx")).NotFoundPage,
              }),
            },
          ],
        },
      ],
    },
  ]);
}
