import type { Task, TaskLog } from "@malamar/contract/task.ts";
import type { Worktree } from "@malamar/contract/worktree.ts";
import { useQuery } from "@tanstack/react-query";
import { taskQueries } from "#features/tasks/queries.ts";
import { branchInLog } from "./activity.logic.ts";

/** The branch of a task, or null. After its worktree was removed, only the log still knows it. */
export function useTaskBranch(
  task: Pick<Task, "id" | "outcome">,
  worktree: Worktree | null | undefined,
): string | null {
  const isInLogOnly = worktree === null && task.outcome !== null;
  const { data } = useQuery({
    ...taskQueries.logs(task.id),
    enabled: isInLogOnly,
    select: (logs: readonly TaskLog[]) => branchInLog(logs),
  });
  return worktree?.branch ?? (isInLogOnly ? (data ?? null) : null);
}
