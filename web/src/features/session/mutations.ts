import { useMutation } from "@tanstack/react-query";
import { ApiError, answer, api } from "#lib/api.ts";

const STORAGE_KEY = "logged-in";

/** Whether this browser has logged in here: then there is something to log out of. */
export function hasLoggedIn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

function rememberLogin(isLoggedIn: boolean) {
  try {
    if (isLoggedIn) localStorage.setItem(STORAGE_KEY, "yes");
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Then nobody is offered to log out.
  }
}

export function useLogin() {
  return useMutation({
    mutationFn: (input: { token: string }) => answer(api.login.$post({ json: input })),
    onSuccess: () => rememberLogin(true),
  });
}

/** Forgets the login of this browser. Says whether a token is asked for now: where none is, nothing changes. */
export function useLogout() {
  return useMutation({
    mutationFn: async () => {
      await answer(api.logout.$post());
      rememberLogin(false);
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
