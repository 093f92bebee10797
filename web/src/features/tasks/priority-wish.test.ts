import { expect, test } from "bun:test";
import { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { QueryClient } from "@tanstack/react-query";
import { PRIORITIZE_KEY, withWishes, type PriorityWish } from "./priority-wish.ts";

const workspaceId = WorkspaceId.parse("w".repeat(21));
const [first, second] = ["a", "b"].map((letter) => TaskId.parse(letter.repeat(21))) as [
  TaskId,
  TaskId,
];
const told = [
  { id: first, workspace_id: workspaceId, is_priority: true },
  { id: second, workspace_id: workspaceId, is_priority: false },
];

/** A wish whose response waits until the test releases it. */
function send(client: QueryClient, wish: PriorityWish) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const mutation = client
    .getMutationCache()
    .build(client, { mutationKey: PRIORITIZE_KEY, mutationFn: () => promise });
  const done = mutation.execute(wish);
  return async () => {
    resolve();
    await done;
  };
}

const shown = (client: QueryClient) =>
  told.map((task) => withWishes(client, task)).map((task) => task.is_priority);

test("a list read before the server has the wish still shows it", async () => {
  const client = new QueryClient();
  const answer = send(client, { id: second, workspaceId, isPriority: true });
  expect(shown(client)).toEqual([false, true]);
  await answer();
  expect(shown(client)).toEqual([true, false]);
});

test("a wish in one workspace changes nothing in another", () => {
  const client = new QueryClient();
  send(client, { id: second, workspaceId: WorkspaceId.parse("o".repeat(21)), isPriority: true });
  expect(shown(client)).toEqual([true, false]);
});
