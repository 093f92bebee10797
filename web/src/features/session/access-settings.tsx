import { LogOut } from "lucide-react";
import { FieldError } from "#components/field.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { accessText } from "./access-text.logic.ts";
import { useLogout } from "./mutations.ts";
import { loginPath } from "./next-path.logic.ts";

/** Who can use this Malamar, and how to end it for this browser. */
export function AccessSettings() {
  const logout = useLogout();
  const logOut = () =>
    logout.mutate(undefined, {
      onSuccess: (isAsked) => {
        // From scratch, so that nothing of what was shown stays in the page.
        if (isAsked) window.location.assign(loginPath("/settings"));
      },
    });
  return (
    <div className="grid justify-items-start gap-2 rounded-md border bg-card p-3">
      <p>{accessText(window.location.hostname)}</p>
      <WriteButton isBusy={logout.isPending} busyLabel="Logging out…" onClick={logOut}>
        <LogOut aria-hidden />
        Log out
      </WriteButton>
      <output className="block text-sm text-muted empty:hidden">
        {logout.data === false &&
          "This Malamar asks for no token: there was nothing to log out of."}
      </output>
      {logout.isError && (
        <div role="alert">
          <FieldError>{errorMessage(logout.error)}</FieldError>
        </div>
      )}
    </div>
  );
}
