import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";
import type { QueryClient } from "@tanstack/react-query";

export type PriorityWish = { id: TaskId; workspaceId: WorkspaceId; isPriority: boolean };

export const PRIORITIZE_KEY = ["prioritize"] as const;

/** At most one task of a workspace is prioritized. */
export function withPriority<Task extends Pick<TaskSummary, "id" | "is_priority">>(
  task: Task,
  { id, isPriority }: PriorityWish,
): Task {
  const has = task.id === id ? isPriority : task.is_priority && !isPriority;
  return task.is_priority === has ? task : { ...task, is_priority: has };
}

/** The server's answers do not include a change still in flight, so it is applied on top. */
export function withWishes<Task extends Pick<TaskSummary, "id" | "workspace_id" | "is_priority">>(
  client: QueryClient,
  task: Task,
): Task {
  const underWay = client
    .getMutationCache()
    .findAll({ mutationKey: PRIORITIZE_KEY, status: "pending" });
  // Only mutations with such a wish have this key.
  const wishes = underWay.map(({ state }) => state.variables as PriorityWish);
  return wishes
    .filter(({ workspaceId }) => workspaceId === task.workspace_id)
    .reduce((shown, wish) => withPriority(shown, wish), task);
}
