import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { Brand } from "#components/brand.tsx";
import { LoginForm } from "#features/session/login-form.tsx";
import { nextPath } from "#features/session/next-path.logic.ts";
import { useDocumentTitle } from "#lib/document-title.ts";

export function LoginPage() {
  useDocumentTitle("Log in");
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const enter = () => {
    // Queries that were refused must be fetched again.
    queryClient.clear();
    void navigate(nextPath(search, window.location.origin), { replace: true });
  };
  return (
    <main tabIndex={-1} className="m-auto w-full max-w-sm space-y-6 px-4 py-12 outline-none">
      <Brand />
      <div className="space-y-1">
        <h1 className="text-xl font-semibold">Log in</h1>
        <p className="text-muted">Enter your access token.</p>
      </div>
      <LoginForm onLoggedIn={enter} />
    </main>
  );
}
