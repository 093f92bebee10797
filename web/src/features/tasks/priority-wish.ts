import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";
import type { QueryClient } from "@tanstack/react-query";

export type PriorityWish = { id: TaskId; workspaceId: WorkspaceId; isPriority: boolean };

export const PRIORITIZE_KEY = ["prioritize"] as const;

/** At most one task of a workspace has it. */
export function withPriority<Task extends Pick<TaskSummary, "id" | "is_priority">>(
  task: Task,
  { id, isPriority }: PriorityWish,
): Task {
  const has = task.id === id ? isPriority : task.is_priority && !isPriority;
  return task.is_priority === has ? task : { ...task, is_priority: has };
}

/** What the server tells meanwhile knows nothing of what is on its way to it: that stays as it is shown. */
export function withWishes<Task extends Pick<TaskSummary, "id" | "workspace_id" | "is_priority">>(
  client: QueryClient,
  task: Task,
): Task {
  const underWay = client
    .getMutationCache()
    .findAll({ mutationKey: PRIORITIZE_KEY, status: "pending" });
  // Whoever has this key is made with such a wish.
  const wishes = underWay.map(({ state }) => state.variables as PriorityWish);
  return wishes
    .filter(({ workspaceId }) => workspaceId === task.workspace_id)
    .reduce((shown, wish) => withPriority(shown, wish), task);
}
