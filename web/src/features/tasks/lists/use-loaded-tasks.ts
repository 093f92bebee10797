import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { TASK_STATUSES } from "@malamar/contract/plain/task.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";
import { useEffect, useMemo } from "react";
import { useTask } from "#features/tasks/queries.ts";
import { useBoardColumns } from "./use-board-columns.ts";

/** The tasks of a board in display order. Loads this task's whole column if it is missing. */
export function useLoadedTasks(workspaceId: WorkspaceId, around: TaskId): readonly TaskSummary[] {
  const { columns } = useBoardColumns(workspaceId);
  const { data: task } = useTask(around);
  const tasks = useMemo(
    () => (columns ? TASK_STATUSES.flatMap((status) => columns[status].tasks) : []),
    [columns],
  );
  const isLoaded = tasks.some(({ id }) => id === around);
  useEffect(() => {
    const column = task && columns?.[task.status];
    if (column?.hasMore && !isLoaded) column.fetchMore("all");
  }, [columns, task, isLoaded]);
  return tasks;
}
