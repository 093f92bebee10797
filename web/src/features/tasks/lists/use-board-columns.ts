import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskStatus, TaskSummary } from "@malamar/contract/task.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import type { TaskFilter, TaskList } from "./task-list.logic.ts";
import { cleanFilter, columnQuery, fetchMore } from "./task-lists.ts";

/** The number of tasks loaded when the user scrolls to the end of a column. */
const PAGE = 100;

export type BoardColumn = {
  /** The loaded tasks in the column's order. */
  tasks: readonly TaskSummary[];
  /** The total number. */
  count: number;
  hasMore: boolean;
  /** Loads the next hundred, or all the rest. */
  fetchMore: (all?: "all") => void;
};

export type BoardColumns = Readonly<Record<TaskStatus, BoardColumn>>;

const NO_FILTER: TaskFilter = {};

/** The columns of a board, kept up to date by events. Undefined until all of them have loaded. */
export function useBoardColumns(workspaceId: WorkspaceId, filter: TaskFilter = NO_FILTER) {
  const client = useQueryClient();
  const { q, label, agent_id, needs_me } = filter;
  const wanted = useMemo(
    () => cleanFilter({ q, label, agent_id, needs_me }),
    [q, label, agent_id, needs_me],
  );
  const read = (status: TaskStatus) => columnQuery(workspaceId, { status, filter: wanted });
  const lists = [
    useQuery(read("todo")),
    useQuery(read("in_progress")),
    useQuery(read("in_review")),
    useQuery(read("done")),
  ] as const;
  const [{ data: todo }, { data: inProgress }, { data: inReview }, { data: done }] = lists;
  const columns = useMemo((): BoardColumns | undefined => {
    if (!todo || !inProgress || !inReview || !done) return undefined;
    const column = (status: TaskStatus, list: TaskList): BoardColumn => ({
      tasks: list.tasks,
      count: Math.max(list.count, list.tasks.length),
      hasMore: !list.isWhole,
      fetchMore: (all) =>
        // The next scroll retries a failure.
        void fetchMore(
          client,
          workspaceId,
          { status, filter: wanted },
          all === "all" ? null : PAGE,
        ).catch(() => {}),
    });
    return {
      todo: column("todo", todo),
      in_progress: column("in_progress", inProgress),
      in_review: column("in_review", inReview),
      done: column("done", done),
    };
  }, [client, workspaceId, wanted, todo, inProgress, inReview, done]);
  // The first load renders many cards at once, so it must not block the page.
  const isDrawn = useDeferredValue(columns) !== undefined;
  return {
    columns: isDrawn ? columns : undefined,
    error: lists.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => Promise.all(lists.map(({ refetch }) => refetch())),
  };
}
