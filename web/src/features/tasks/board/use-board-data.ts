import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import { useMemo, useState } from "react";
import { useBoardColumns } from "#features/tasks/lists/use-board-columns.ts";
import { everyColumn } from "./board.logic.ts";
import { isFiltered, type BoardFilter } from "./filter.logic.ts";

export type Counts = Readonly<Record<TaskStatus, number>>;

/** Loads more of a column; null when all of it is there. */
export type More = Readonly<Record<TaskStatus, (() => void) | null>>;

/** What the board shows: its columns as far as they are loaded, and how much there is in each. */
export function useBoardData(workspaceId: WorkspaceId, filter: BoardFilter) {
  const { q, label, agentId: agent_id, needsMe } = filter;
  const needs_me = needsMe ? "1" : undefined;
  const { columns, error, refetch } = useBoardColumns(workspaceId, {
    q,
    label,
    agent_id,
    needs_me,
  });
  // The same lists as long as the tasks are the same: a change of them is what may cost a card its focus.
  const shown = useMemo(() => {
    if (columns === undefined) return null;
    return {
      columns: everyColumn((status) => columns[status].tasks),
      counts: everyColumn((status) => columns[status].count),
      more: everyColumn((status) =>
        columns[status].hasMore ? () => columns[status].fetchMore() : null,
      ),
    };
  }, [columns]);
  // What another filter finds is on its way: until then the board stays as it is.
  const [last, setLast] = useState(shown);
  if (shown !== null && last !== shown) setLast(shown);
  return {
    shown: shown ?? last,
    isNarrow: isFiltered(filter),
    error,
    refetch: () => void refetch(),
  };
}
