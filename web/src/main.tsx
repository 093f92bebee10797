// First, so that no schema is created before it.
import "#lib/zod-config.ts";
import "#styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { Providers } from "#app/providers.tsx";
import { createQueryClient } from "#app/query-client.ts";
import { createRouter } from "#app/router.tsx";
import { loginPath } from "#features/session/next-path.logic.ts";

const router = createRouter();
const queryClient = createQueryClient(goToLogin);

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

createRoot(root).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);

function goToLogin() {
  const { pathname, search, hash } = router.state.location;
  if (pathname === "/login") return;
  void router.navigate(loginPath(pathname + search + hash), { replace: true });
}
