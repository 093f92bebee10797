import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import { useMemo, useState } from "react";
import { useBoardColumns } from "#features/tasks/lists/use-board-columns.ts";
import { everyColumn } from "./board.logic.ts";
import { isFiltered, type BoardFilter } from "./filter.logic.ts";

export type Counts = Readonly<Record<TaskStatus, number>>;

/** Loads more of a column. Null if all of it is loaded. */
export type More = Readonly<Record<TaskStatus, (() => void) | null>>;

/** The loaded part of the board's columns, and their counts. */
export function useBoardData(workspaceId: WorkspaceId, filter: BoardFilter) {
  const { q, label, agentId: agent_id, needsMe } = filter;
  const needs_me = needsMe ? "1" : undefined;
  const { columns, error, refetch } = useBoardColumns(workspaceId, {
    q,
    label,
    agent_id,
    needs_me,
  });
  // Keeps the same arrays while the tasks are unchanged, because a new list may cost a card its
  // focus.
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
  // Until the new filter's results arrive, the board stays as it is.
  const [last, setLast] = useState(shown);
  if (shown !== null && last !== shown) setLast(shown);
  return {
    shown: shown ?? last,
    isNarrow: isFiltered(filter),
    error,
    refetch: () => void refetch(),
  };
}
