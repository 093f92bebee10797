import { TaskId } from "@malamar/contract/ids.ts";
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "bun:test";
import { taskMutationKeys } from "#features/tasks/mutations.ts";
import { isOwnMove } from "./own-moves.logic.ts";

const id = TaskId.parse("t".repeat(21));
const other = TaskId.parse("o".repeat(21));

async function after(mutationKey: readonly string[], variables: object, hasFailed = false) {
  const queryClient = new QueryClient();
  const mutationFn = () => (hasFailed ? Promise.reject(new Error("No")) : Promise.resolve(null));
  const observer = new MutationObserver<null, Error, object>(queryClient, {
    mutationKey,
    mutationFn,
  });
  await observer.mutate(variables).catch(() => {});
  return queryClient;
}

test("a tab recognises its own move for a moment", async () => {
  const queryClient = await after(taskMutationKeys.update(id), { status: "in_review" });
  expect(isOwnMove(queryClient, id, Date.now())).toBe(true);
  expect(isOwnMove(queryClient, other, Date.now())).toBe(false);
  expect(isOwnMove(queryClient, id, Date.now() + 6_000)).toBe(false);
});

test("a cancel counts as an own move", async () => {
  const queryClient = await after(taskMutationKeys.cancel(id), {});
  expect(isOwnMove(queryClient, id, Date.now())).toBe(true);
});

test("an edit does not count as an own move, nor does a refused move", async () => {
  const edited = await after(taskMutationKeys.update(id), { summary: "Other words" });
  expect(isOwnMove(edited, id, Date.now())).toBe(false);
  const refused = await after(taskMutationKeys.update(id), { status: "in_review" }, true);
  expect(isOwnMove(refused, id, Date.now())).toBe(false);
});
