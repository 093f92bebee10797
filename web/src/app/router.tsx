import { Navigate, createBrowserRouter } from "react-router";
import { HydrateFallback, RouteError } from "./route-error.tsx";
import { Shell } from "./shell.tsx";

/** Every page is a chunk of its own, fetched on first use. */
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
                Component: (await import("#pages/home-page.tsx")).HomePage,
              }),
            },
            { path: "workspaces", element: <Navigate to="/" replace /> },
            {
              path: "workspaces/:id",
              lazy: async () => ({
                Component: (await import("#pages/workspace-page.tsx")).WorkspacePage,
              }),
              children: [
                { index: true, element: <Navigate to="tasks" replace /> },
                {
                  path: "tasks",
                  lazy: async () => ({
                    Component: (await import("#pages/tasks-page.tsx")).TasksPage,
                  }),
                  children: [
                    {
                      index: true,
                      lazy: async () => {
                        await import("#features/tasks/board/board.tsx");
                        return { element: null };
                      },
                    },
                    {
                      path: ":taskId",
                      lazy: async () => ({
                        Component: (await import("#pages/task-page.tsx")).TaskPage,
                      }),
                    },
                  ],
                },
                {
                  path: "chats",
                  lazy: async () => ({
                    Component: (await import("#pages/chats-page.tsx")).ChatsPage,
                  }),
                  children: [
                    {
                      path: ":chatId",
                      lazy: async () => ({
                        Component: (await import("#pages/chat-page.tsx")).ChatPage,
                      }),
                    },
                  ],
                },
                {
                  path: "agents",
                  lazy: async () => ({
                    Component: (await import("#pages/agents-page.tsx")).AgentsPage,
                  }),
                },
                {
                  path: "settings",
                  lazy: async () => ({
                    Component: (await import("#pages/workspace-settings-page.tsx"))
                      .WorkspaceSettingsPage,
                  }),
                },
              ],
            },
            {
              path: "settings",
              lazy: async () => ({
                Component: (await import("#pages/settings-page.tsx")).SettingsPage,
              }),
            },
            {
              path: "help/:slug?",
              lazy: async () => ({ Component: (await import("#pages/help-page.tsx")).HelpPage }),
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
