import type { TaskStatus, TaskSummary } from "@malamar/contract/task.ts";

export const TASK_TABS = ["timeline", "transcript", "changes", "activity", "facts"] as const;
export type TaskTab = (typeof TASK_TABS)[number];

/** What is shown of a task: a tab, and which part of it. */
export type TaskPlace = { tab: TaskTab; part: string | null };

/** Tabs that show one of several things: what their parts are called in the address. */
const PARTS: Partial<Record<TaskTab, string>> = {
  /** The id of a run. */
  transcript: "run",
  /** Which changes. */
  changes: "show",
};

/** The tab in the address. Unknown values mean the timeline. */
export function placeOf(search: URLSearchParams): TaskPlace {
  const tab = TASK_TABS.find((name) => name === search.get("tab")) ?? "timeline";
  const name = PARTS[tab];
  return { tab, part: name === undefined ? null : search.get(name) };
}

/** The query string. For the timeline, it only has the board's parameters. */
export function searchOf(
  tab: TaskTab,
  part: string | null = null,
  current = new URLSearchParams(),
): string {
  const search = withoutPlace(current);
  const name = PARTS[tab];
  if (tab !== "timeline") search.set("tab", tab);
  if (name !== undefined && part !== null) search.set(name, part);
  return asSearch(search);
}

/** The board's parameters, for another task next to the same board. */
export function boardSearchOf(current: URLSearchParams): string {
  return asSearch(withoutPlace(current));
}

function withoutPlace(current: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(current);
  for (const name of ["tab", ...Object.values(PARTS)]) search.delete(name);
  return search;
}

function asSearch(search: URLSearchParams): string {
  return search.size === 0 ? "" : `?${search.toString()}`;
}

const COLUMNS: readonly TaskStatus[] = ["todo", "in_progress", "in_review", "done"];

/** The tasks before and after this one, in the board's order. */
export function neighboursOf(
  tasks: readonly TaskSummary[],
  id: string,
): { previous: TaskSummary | undefined; next: TaskSummary | undefined } {
  const order = COLUMNS.flatMap((status) => tasks.filter((task) => task.status === status));
  const index = order.findIndex((task) => task.id === id);
  if (index === -1) return { previous: undefined, next: undefined };
  return { previous: order[index - 1], next: order[index + 1] };
}
