import type { RunId } from "@malamar/contract/ids.ts";
import type { TaskStatus, TaskSummary } from "@malamar/contract/task.ts";

export const TASK_TABS = ["timeline", "transcript", "activity", "facts"] as const;
export type TaskTab = (typeof TASK_TABS)[number];

export type TaskPlace = { tab: TaskTab; run: string | null };

/** The tab in the address. Unknown values mean the timeline. */
export function placeOf(search: URLSearchParams): TaskPlace {
  const tab = TASK_TABS.find((name) => name === search.get("tab")) ?? "timeline";
  return { tab, run: tab === "transcript" ? search.get("run") : null };
}

/** The query string. For the timeline, it only has the board's parameters. */
export function searchOf(
  tab: TaskTab,
  run: RunId | null = null,
  current = new URLSearchParams(),
): string {
  const search = withoutPlace(current);
  if (tab !== "timeline") search.set("tab", tab);
  if (tab !== "timeline" && run !== null) search.set("run", run);
  return asSearch(search);
}

/** The board's parameters, for another task next to the same board. */
export function boardSearchOf(current: URLSearchParams): string {
  return asSearch(withoutPlace(current));
}

function withoutPlace(current: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(current);
  search.delete("tab");
  search.delete("run");
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
