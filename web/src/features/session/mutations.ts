import type { SessionId } from "@malamar/contract/ids.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { loginPath } from "./next-path.logic.ts";
import { SESSIONS_KEY } from "./queries.ts";

export function useLogin() {
  return useMutation({
    mutationFn: (input: { token: string }) => answer(api.login.$post({ json: input })),
  });
}

/** Forgets the login of this browser. */
export function useLogout() {
  return useMutation({
    mutationFn: () => answer(api.logout.$post()),
    onSuccess: () => {
      const { pathname, search, hash } = window.location;
      // From scratch, so that nothing of what was shown stays in the page.
      window.location.assign(loginPath(pathname + search + hash));
    },
  });
}

/** Logs another browser out, or all others. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (which: SessionId | "others") =>
      answer(
        which === "others"
          ? api.sessions.$delete()
          : api.sessions[":id"].$delete({ param: { id: which } }),
      ),
    // One that was gone already is gone, too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}
