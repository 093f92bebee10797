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

/** Ends this browser's session. */
export function useLogout() {
  return useMutation({
    mutationFn: () => answer(api.logout.$post()),
    onSuccess: () => {
      const { pathname, search, hash } = window.location;
      // A full page load, so that nothing shown before stays in memory.
      window.location.assign(loginPath(pathname + search + hash));
    },
  });
}

/** Logs out one other browser, or all of them. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (which: SessionId | "others") =>
      answer(
        which === "others"
          ? api.sessions.$delete()
          : api.sessions[":id"].$delete({ param: { id: which } }),
      ),
    // A session that had already ended counts as success.
    onSettled: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}
