import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "bun:test";
import { DELETION_KEY, isDeletedHere } from "./deleted-here.ts";

function deletion(queryClient: QueryClient, mutationFn: (id: string) => Promise<void>) {
  return new MutationObserver(queryClient, { mutationKey: DELETION_KEY, mutationFn });
}

test("only things deleted in this tab count as deleted here", async () => {
  const queryClient = new QueryClient();
  await deletion(queryClient, async () => {}).mutate("t1");
  expect(isDeletedHere(queryClient, ["tasks", "detail", "t1"])).toBe(true);
  expect(isDeletedHere(queryClient, ["tasks", "detail", "t2"])).toBe(false);
  expect(isDeletedHere(queryClient, ["tasks", "board", "w1"])).toBe(false);
});

test("a pending deletion counts, a failed one does not", async () => {
  const queryClient = new QueryClient();
  let refuse = (_error: Error) => {};
  const pending = deletion(queryClient, () => new Promise((_, reject) => (refuse = reject)));
  const outcome = pending.mutate("t1").catch(() => "refused");
  await Promise.resolve();
  expect(isDeletedHere(queryClient, ["tasks", "detail", "t1"])).toBe(true);
  refuse(new Error("no"));
  expect(await outcome).toBe("refused");
  expect(isDeletedHere(queryClient, ["tasks", "detail", "t1"])).toBe(false);
});
