import { useMutation } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

export function useLogin() {
  return useMutation({
    mutationFn: (input: { token: string }) => answer(api.login.$post({ json: input })),
  });
}
