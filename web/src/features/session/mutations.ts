import { useMutation } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { loginPath } from "./next-path.logic.ts";

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
