import type { TaskId } from "@malamar/contract/ids.ts";
import { isTaskStatus, TASK_STATUSES } from "@malamar/contract/plain/task.ts";
import type { TaskStatus, TaskSummary } from "@malamar/contract/task.ts";
import { counted } from "#lib/format.ts";

export const COLUMNS = TASK_STATUSES;

export type Columns = Readonly<Record<TaskStatus, readonly TaskSummary[]>>;

export function everyColumn<Made>(make: (status: TaskStatus) => Made): Record<TaskStatus, Made> {
  return {
    todo: make("todo"),
    in_progress: make("in_progress"),
    in_review: make("in_review"),
    done: make("done"),
  };
}

/** Todo in pickup order. The other columns keep the server's order. */
export function byStatus(tasks: readonly TaskSummary[]): Columns {
  const columns: Record<TaskStatus, TaskSummary[]> = {
    todo: [],
    in_progress: [],
    in_review: [],
    done: [],
  };
  for (const task of tasks) columns[task.status].push(task);
  return { ...columns, todo: columns.todo.toSorted(byTurn) };
}

function byTurn(a: TaskSummary, b: TaskSummary): number {
  return Number(b.is_priority) - Number(a.is_priority) || a.position - b.position;
}

/** The task in Todo that the team picks up next: the first that is neither waiting nor on hold. */
export function nextInTodo({ todo }: Columns, now: Date): TaskId | null {
  const isFree = ({ is_on_hold, wait_reason, retry_at }: TaskSummary) =>
    !is_on_hold &&
    (wait_reason === null || (retry_at !== null && Date.parse(retry_at) <= now.getTime()));
  return todo.find(isFree)?.id ?? null;
}

export const NO_COLUMNS: Columns = { todo: [], in_progress: [], in_review: [], done: [] };

/** Drops the cards of these columns. */
export function withoutColumns(columns: Columns, left: readonly TaskStatus[]): Columns {
  if (left.length === 0) return columns;
  return { ...columns, ...Object.fromEntries(left.map((status) => [status, []])) };
}

/** "12 tasks · 2 running". */
export function summaryOf(
  counts: Readonly<Record<TaskStatus, number>>,
  loaded: readonly TaskSummary[],
): string {
  const total = COLUMNS.reduce((sum, status) => sum + counts[status], 0);
  const running = loaded.filter((task) => task.is_processing).length;
  const all = counted(total, "task");
  return running === 0 ? all : `${all} · ${running.toLocaleString()} running`;
}

/** The task in In Review that has waited longest, whatever was changed about it meanwhile. */
export function longestWait({ in_review }: Columns): TaskId | null {
  const oldest = in_review.reduce<TaskSummary | null>(
    (found, task) => (found === null || shownTime(task) < shownTime(found) ? task : found),
    null,
  );
  return oldest?.id ?? null;
}

/** What the age of a card counts from: its wait in In Review, its last update elsewhere. */
export function shownTime({
  status,
  attention_since,
  updated_at,
}: Pick<TaskSummary, "status" | "attention_since" | "updated_at">): string {
  return (status === "in_review" ? attention_since : null) ?? updated_at;
}

export type Place = { status: TaskStatus; index: number };

export function placeOf(columns: Columns, id: string): Place | null {
  for (const status of COLUMNS) {
    const index = columns[status].findIndex((task) => task.id === id);
    if (index !== -1) return { status, index };
  }
  return null;
}

export function cardAt(columns: Columns, { status, index }: Place): TaskId | null {
  return columns[status][index]?.id ?? null;
}

/** The first tab stop: the top of the wanted column, or of the first one with cards. */
export function firstCard(columns: Columns, wanted: TaskStatus): TaskId | null {
  const status = [wanted, ...COLUMNS].find((column) => columns[column].length > 0);
  return status === undefined ? null : cardAt(columns, { status, index: 0 });
}

/** Prefers the column that waits for the user, then running tasks, then queued ones. */
export function columnToLookAt(columns: Columns): TaskStatus {
  const order: readonly TaskStatus[] = ["in_review", "in_progress", "todo", "done"];
  return order.find((status) => columns[status].length > 0) ?? "todo";
}

/** The next column with cards, to the left (-1) or to the right (1). */
export function columnBeside(columns: Columns, from: TaskStatus, way: -1 | 1): TaskStatus | null {
  const start = COLUMNS.indexOf(from);
  const others = way === 1 ? COLUMNS.slice(start + 1) : COLUMNS.slice(0, start).toReversed();
  return others.find((status) => columns[status].length > 0) ?? null;
}

/**
 * The card that gets the focus after a change: the same card wherever it went, or, if it is gone,
 * the one below it, else the one above.
 */
export function heirOf(before: Columns, after: Columns, id: TaskId | null): TaskId | null {
  if (id === null || placeOf(after, id) !== null) return id;
  const place = placeOf(before, id);
  if (place === null) return null;
  const left = new Set(after[place.status].map((task) => task.id));
  const ids = before[place.status].map((task) => task.id);
  const below = ids.slice(place.index + 1).find((other) => left.has(other));
  return below ?? ids.slice(0, place.index).findLast((other) => left.has(other)) ?? null;
}

/** The card whose middle is nearest to this height. */
export function nearest<Card extends { middle: number }>(
  cards: readonly Card[],
  height: number,
): Card | null {
  const distance = (card: Card) => Math.abs(card.middle - height);
  return cards.reduce<Card | null>(
    (best, card) => (best === null || distance(card) < distance(best) ? card : best),
    null,
  );
}

const COLUMN_PARAM = "column";

/** The column in the address, unless it does not exist. */
export function readColumn(search: URLSearchParams): TaskStatus | null {
  const status = search.get(COLUMN_PARAM);
  return isTaskStatus(status) ? status : null;
}

export function withColumn(search: URLSearchParams, status: TaskStatus): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set(COLUMN_PARAM, status);
  return next;
}
