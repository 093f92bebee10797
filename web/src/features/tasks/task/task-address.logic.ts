import type { RunId } from "@malamar/contract/ids.ts";
import type { TaskStatus, TaskSummary } from "@malamar/contract/task.ts";

export const TASK_TABS = ["timeline", "transcript", "activity", "facts"] as const;
export type TaskTab = (typeof TASK_TABS)[number];

export type TaskPlace = { tab: TaskTab; run: string | null };

/** Which tab an address shows. What nobody knows is the timeline. */
export function placeOf(search: URLSearchParams): TaskPlace {
  const tab = TASK_TABS.find((name) => name === search.get("tab")) ?? "timeline";
  return { tab, run: tab === "transcript" ? search.get("run") : null };
}

/** The part of the address behind the question mark; of the timeline, only what belongs to the board. */
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

/** What an address says of the board beside a task, for another task beside it. */
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

/** The tasks before and after one, column by column as the board shows them. */
export function neighboursOf(
  tasks: readonly TaskSummary[],
  id: string,
): { previous: TaskSummary | undefined; next: TaskSummary | undefined } {
  const order = COLUMNS.flatMap((status) => tasks.filter((task) => task.status === status));
  const index = order.findIndex((task) => task.id === id);
  if (index === -1) return { previous: undefined, next: undefined };
  return { previous: order[index - 1], next: order[index + 1] };
}
