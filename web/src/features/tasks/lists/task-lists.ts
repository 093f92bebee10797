import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskStatus, TaskSummary } from "@malamar/contract/task.ts";
import { queryOptions, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { withPriority, withWishes, type PriorityWish } from "#features/tasks/priority-wish.ts";
import { answerWithHeaders, api } from "#lib/api.ts";
import { eventPosition } from "#lib/event-position.logic.ts";
import { createRecentEvents } from "./recent-events.logic.ts";
import {
  afterEvent,
  withoutTask,
  withPage,
  withRow,
  type TaskEvent,
  type TaskFilter,
  type TaskList,
  type Wanted,
} from "./task-list.logic.ts";

/** As many as a column shows without scrolling. Of Done, the newest are enough. */
const FIRST_TASKS: Readonly<Record<TaskStatus, number>> = {
  todo: 100,
  in_progress: 100,
  in_review: 100,
  done: 50,
};

const recentEvents = createRecentEvents();

/** The prefix of the keys of a workspace's lists. */
export const boardKey = (workspaceId: WorkspaceId) => ["tasks", "board", workspaceId] as const;

const columnKey = (workspaceId: WorkspaceId, { status, filter }: Wanted) =>
  [...boardKey(workspaceId), status, filter] as const;

/** The first tasks of a column and their total count. A refetch reads as many as are loaded. */
export function columnQuery(workspaceId: WorkspaceId, wanted: Wanted) {
  const queryKey = columnKey(workspaceId, wanted);
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }): Promise<TaskList> => {
      const loaded = client.getQueryData<TaskList>(queryKey)?.tasks.length ?? 0;
      const limit = Math.max(FIRST_TASKS[wanted.status], loaded);
      return readPage(client, workspaceId, wanted, { limit, signal });
    },
  });
}

type PageWindow = { limit: number | null; before?: TaskId | undefined; signal: AbortSignal };

async function readPage(
  client: QueryClient,
  workspaceId: WorkspaceId,
  { status, filter }: Wanted,
  { limit, before, signal }: PageWindow,
): Promise<TaskList> {
  const window = { ...(limit !== null && { limit: String(limit) }), ...(before && { before }) };
  const { body, headers } = await answerWithHeaders(
    api.workspaces[":id"].tasks.$get(
      { param: { id: workspaceId }, query: { status, ...filter, ...window } },
      { init: { signal } },
    ),
  );
  const list: TaskList = {
    tasks: body.map((task) => withWishes(client, task)),
    count: Number(headers.get("x-total-count") ?? body.length),
    isWhole: !headers.has("link"),
    at: eventPosition(headers.get("x-event-id")),
  };
  return caughtUp(client, workspaceId, { status, filter }, list);
}

/** A response may be older than events received since. */
function caughtUp(
  client: QueryClient,
  workspaceId: WorkspaceId,
  wanted: Wanted,
  list: TaskList,
): TaskList {
  return recentEvents.after(list.at, workspaceId).reduce((shown, { event, at }) => {
    const next = afterEvent(shown, wanted, wished(client, event), at);
    return next === "stale" ? shown : next;
  }, list);
}

/** Loads the next page of a column, or all the rest. Concurrent calls share one request. */
export async function fetchMore(
  client: QueryClient,
  workspaceId: WorkspaceId,
  wanted: Wanted,
  limit: number | null,
): Promise<void> {
  const queryKey = columnKey(workspaceId, wanted);
  const list = client.getQueryData<TaskList>(queryKey);
  const before = list?.tasks.at(-1)?.id;
  if (list === undefined || list.isWhole) return;
  const page = await client.fetchQuery({
    queryKey: ["tasks", "more", ...queryKey, before, limit],
    queryFn: ({ signal }) => readPage(client, workspaceId, wanted, { limit, before, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  client.setQueryData<TaskList>(queryKey, (now) => now && withPage(now, page));
}

/**
 * Applies an event to every list of a workspace. Returns the keys of the lists that must be fetched
 * again.
 */
export function showEvent(client: QueryClient, event: TaskEvent, id: string | null): QueryKey[] {
  const at = eventPosition(id);
  recentEvents.add({ event, at });
  const seen = wished(client, event);
  return listsOf(client, event.workspace_id).flatMap(({ queryKey, wanted, list }) => {
    const next = afterEvent(list, wanted, seen, at);
    if (next === "stale") return [queryKey];
    if (next !== list) client.setQueryData<TaskList>(queryKey, next);
    return [];
  });
}

/** Shows a task from a response, unless events have brought the same or a newer version. */
export function showRow(client: QueryClient, row: TaskSummary): void {
  if (recentEvents.hasTold(row)) return;
  changeLists(client, row.workspace_id, (list, wanted) => withRow(list, wanted, row));
}

export function showDeleted(client: QueryClient, workspaceId: WorkspaceId, id: TaskId): void {
  changeLists(client, workspaceId, (list) => withoutTask(list, id));
}

export function showDoneDeleted(client: QueryClient, workspaceId: WorkspaceId): void {
  changeLists(client, workspaceId, (list, { status }) =>
    status === "done" ? { ...list, tasks: [], count: 0, isWhole: true } : list,
  );
}

/** Shows a wish at once. The returned function undoes it. */
export function showPriority(client: QueryClient, wish: PriorityWish): () => void {
  const before = listsOf(client, wish.workspaceId);
  changeLists(client, wish.workspaceId, (list, wanted) =>
    list.tasks.reduce((shown, task) => {
      const wished = withPriority(task, wish);
      return wished === task ? shown : withRow(shown, wanted, wished);
    }, list),
  );
  return () => {
    for (const { queryKey, list } of before) client.setQueryData<TaskList>(queryKey, list);
  };
}

function changeLists(
  client: QueryClient,
  workspaceId: WorkspaceId,
  change: (list: TaskList, wanted: Wanted) => TaskList,
): void {
  for (const { queryKey, wanted, list } of listsOf(client, workspaceId)) {
    const next = change(list, wanted);
    if (next !== list) client.setQueryData<TaskList>(queryKey, next);
  }
}

/** The loaded lists. */
function listsOf(client: QueryClient, workspaceId: WorkspaceId) {
  const lists = client.getQueriesData<TaskList>({ queryKey: boardKey(workspaceId) });
  return lists.flatMap(([queryKey, list]) => {
    // As built by columnKey.
    const [, , , status, filter] = queryKey as ReturnType<typeof columnKey>;
    return list === undefined ? [] : [{ queryKey, wanted: { status, filter }, list }];
  });
}

function wished(client: QueryClient, event: TaskEvent): TaskEvent {
  if (event.type === "task.deleted" || !event.task) return event;
  return { ...event, task: withWishes(client, event.task) };
}

/** Removes empty parts, so that equal filters have equal keys. */
export function cleanFilter({ q, label, agent_id, needs_me }: TaskFilter): TaskFilter {
  const words = q?.trim();
  return {
    ...(words && { q: words }),
    ...(label && { label }),
    ...(agent_id && { agent_id }),
    ...(needs_me && { needs_me }),
  };
}
