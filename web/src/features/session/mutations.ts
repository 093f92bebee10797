import { useMutation } from "@tanstack/react-query";
import { ApiError, answer, api } from "#lib/api.ts";

export function useLogin() {
  return useMutation({
    mutationFn: (input: { token: string }) => answer(api.login.$post({ json: input })),
  });
}

/** Forgets the login of this browser. Says whether a token is asked for now: where none is, nothing changes. */
export function useLogout() {
  return useMutation({
    mutationFn: async () => {
      await answer(api.logout.$post());
      return isAskedForToken();
    },
  });
}

async function isAskedForToken(): Promise<boolean> {
  try {
    await answer(api.health.$get());
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return true;
    throw error;
  }
}
