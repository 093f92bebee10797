import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";
import { useQueries } from "@tanstack/react-query";
import { columnQuery } from "./task-lists.ts";

const IN_PROGRESS = { status: "in_progress", filter: {} } as const;

/** The tasks of these workspaces that are being worked on. Their lists are those of the boards. */
export function useActiveTasks(workspaceIds: readonly WorkspaceId[]): readonly TaskSummary[] {
  const lists = useQueries({ queries: workspaceIds.map((id) => columnQuery(id, IN_PROGRESS)) });
  return lists.flatMap(({ data }) => data?.tasks.filter((task) => task.is_processing) ?? []);
}
