import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import { useMemo, useState } from "react";
import { useBoard, useFilteredBoard } from "#features/tasks/queries.ts";
import { byStatus, type Columns } from "./board.logic.ts";
import { isFiltered, needsPerson, type BoardFilter } from "./filter.logic.ts";

/** Done is history: as much as somebody looks through, and more on request. */
const DONE_PAGE = 50;

/** What the board shows: its columns as far as they are loaded, and how much there is in each. */
export function useBoardData(workspaceId: WorkspaceId, filter: BoardFilter) {
  const all = useBoard(workspaceId);
  const found = useFilteredBoard(workspaceId, filter);
  const isNarrow = isFiltered(filter);
  const { data: tasks, error, refetch } = isNarrow ? found : all;
  const [doneShown, setDoneShown] = useState(DONE_PAGE);
  const { needsMe } = filter;
  // The same columns as long as the tasks are the same: a change of them is what may cost a card its focus.
  const whole = useMemo(
    () => tasks && byStatus(needsMe ? tasks.filter(needsPerson) : tasks),
    [tasks, needsMe],
  );
  const columns = useMemo(
    () => whole && { ...whole, done: whole.done.slice(0, doneShown) },
    [whole, doneShown],
  );
  const hasMoreDone = whole !== undefined && whole.done.length > doneShown;
  return {
    columns,
    counts: whole === undefined ? null : countsOf(whole),
    more: { ...NO_MORE, done: hasMoreDone ? () => setDoneShown(doneShown + DONE_PAGE) : null },
    isNarrow,
    error,
    refetch: () => void refetch(),
  };
}

export type Counts = Readonly<Record<TaskStatus, number>>;
export type More = Readonly<Record<TaskStatus, (() => void) | null>>;

const NO_MORE = { todo: null, in_progress: null, in_review: null };

function countsOf({ todo, in_progress, in_review, done }: Columns): Counts {
  return {
    todo: todo.length,
    in_progress: in_progress.length,
    in_review: in_review.length,
    done: done.length,
  };
}
