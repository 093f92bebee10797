import type { ServerEvent } from "@malamar/contract/event.ts";
import type { TaskId } from "@malamar/contract/ids.ts";
import { taskMatcher } from "@malamar/contract/task-filter.ts";
import type { TaskQuery, TaskStatus, TaskSummary } from "@malamar/contract/task.ts";
import { isBefore, type EventPosition } from "#lib/event-position.logic.ts";

export type TaskFilter = Pick<TaskQuery, "q" | "label" | "agent_id" | "needs_me">;

/** One column of the board with its filter. */
export type Wanted = { status: TaskStatus; filter: TaskFilter };

/** The first tasks of a column, in order. */
export type TaskList = {
  tasks: readonly TaskSummary[];
  /** The total number. */
  count: number;
  /** All tasks are loaded. */
  isWhole: boolean;
  /** The last event before the server read the list. Older events add nothing. */
  at: EventPosition;
};

/** An event about a task, as far as lists show it. */
export type TaskEvent = Extract<ServerEvent, { task_id: unknown }>;

/** "stale": only the server can tell what the list looks like now. */
export function afterEvent(
  list: TaskList,
  wanted: Wanted,
  event: TaskEvent,
  at: EventPosition,
): TaskList | "stale" {
  if (!isBefore(list.at, at)) return list;
  const isFiltered = hasFilter(wanted.filter);
  if (event.type === "task.deleted") {
    return counted(list, withoutTask(list, event.task_id), wanted, event);
  }
  if (!event.task) return "stale";
  const isNew = belongs(event.task, wanted) && !has(list, event.task_id);
  // It is unknown whether the task was already counted among those not loaded.
  if (isFiltered && isNew && !list.isWhole) return "stale";
  return counted(list, withRow(list, wanted, event.task), wanted, event);
}

/** The list with a task's new row: in its place, or removed if it belongs elsewhere. */
export function withRow(list: TaskList, wanted: Wanted, row: TaskSummary): TaskList {
  const { tasks } = list;
  const index = tasks.findIndex(({ id }) => id === row.id);
  const known = tasks[index];
  if (!belongs(row, wanted, known !== undefined)) return withoutTask(list, row.id);
  const compare = ORDERS[wanted.status];
  if (known !== undefined && compare(known, row) === 0) {
    return settled(list, tasks.with(index, row));
  }
  const others = known === undefined ? tasks : tasks.toSpliced(index, 1);
  const place = others.findIndex((other) => compare(row, other) < 0);
  // Tasks that are not loaded may come before it, so it cannot go last.
  if (place === -1 && !list.isWhole) return settled(list, others);
  return settled(list, others.toSpliced(place === -1 ? others.length : place, 0, row));
}

export function withoutTask(list: TaskList, id: TaskId): TaskList {
  return has(list, id)
    ? settled(
        list,
        list.tasks.filter((task) => task.id !== id),
      )
    : list;
}

/** Appends the next page. Tasks that moved to the front in the meantime are there already. */
export function withPage(list: TaskList, page: TaskList): TaskList {
  const known = new Set(list.tasks.map(({ id }) => id));
  const tasks = [...list.tasks, ...page.tasks.filter(({ id }) => !known.has(id))];
  return settled({ ...list, isWhole: page.isWhole }, tasks);
}

function hasFilter({ q, label, agent_id, needs_me }: TaskFilter): boolean {
  return taskMatcher({ q, label }) !== null || agent_id !== undefined || needs_me !== undefined;
}

const has = ({ tasks }: TaskList, id: TaskId) => tasks.some((task) => task.id === id);

/** A whole list can simply be counted. */
function settled(list: TaskList, tasks: readonly TaskSummary[]): TaskList {
  return { ...list, tasks, count: list.isWhole ? tasks.length : list.count };
}

/** The count of a partial list follows the column's events, or, with a filter, its loaded tasks. */
function counted(before: TaskList, after: TaskList, wanted: Wanted, event: TaskEvent): TaskList {
  if (after.isWhole) return after;
  const change = hasFilter(wanted.filter)
    ? -Number(hasLeft(before, wanted, event))
    : countChange(wanted.status, event);
  return change === 0 ? after : { ...after, count: Math.max(0, after.count + change) };
}

function hasLeft(before: TaskList, wanted: Wanted, event: TaskEvent): boolean {
  if (!has(before, event.task_id)) return false;
  return event.type === "task.deleted" || !event.task || !belongs(event.task, wanted, true);
}

function countChange(status: TaskStatus, event: TaskEvent): number {
  if (event.type === "task.created") return status === "todo" ? 1 : 0;
  if (event.type === "task.deleted") return status === event.status ? -1 : 0;
  if (event.type !== "task.status_changed") return 0;
  return Number(status === event.new_status) - Number(status === event.old_status);
}

/** An agent that has worked on a task keeps counting as one that has. */
function belongs(
  row: TaskSummary,
  { status, filter: { agent_id, needs_me, ...words } }: Wanted,
  isKnown = false,
): boolean {
  if (row.status !== status || taskMatcher(words)?.(row) === false) return false;
  if (needs_me !== undefined && row.attention_reason === null) return false;
  if (agent_id === undefined || isKnown) return true;
  return row.team.some((member) => member.agent_id === agent_id && hasWorked(member.outcome));
}

const hasWorked = (outcome: TaskSummary["team"][number]["outcome"]) =>
  outcome !== null && outcome !== "waiting";

type Order = (a: TaskSummary, b: TaskSummary) => number;

/** The server's order. */
const byTurn: Order = (a, b) =>
  Number(b.is_priority) - Number(a.is_priority) || a.position - b.position || a.number - b.number;

const byUpdate: Order = (a, b) =>
  a.updated_at === b.updated_at ? b.number - a.number : a.updated_at < b.updated_at ? 1 : -1;

const ORDERS: Readonly<Record<TaskStatus, Order>> = {
  todo: byTurn,
  in_progress: byUpdate,
  in_review: byUpdate,
  done: byUpdate,
};
