import { foldedLabel } from "@malamar/contract/plain/label.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";

/** The board's filter. It is in the address, so that it can be bookmarked and shared. */
export type BoardFilter = {
  q: string;
  label: string;
  agentId: string;
  needsMe: boolean;
};

const NEEDS = "needs";
const ME = "me";

export function readFilter(search: URLSearchParams): BoardFilter {
  return {
    q: search.get("q") ?? "",
    label: search.get("label") ?? "",
    agentId: search.get("agent") ?? "",
    needsMe: search.get(NEEDS) === ME,
  };
}

export function withFilter(search: URLSearchParams, filter: BoardFilter): URLSearchParams {
  const next = new URLSearchParams(search);
  const values = {
    q: filter.q,
    label: filter.label,
    agent: filter.agentId,
    [NEEDS]: filter.needsMe ? ME : "",
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export const NO_FILTER: BoardFilter = { q: "", label: "", agentId: "", needsMe: false };

export function isFiltered({ q, label, agentId, needsMe }: BoardFilter): boolean {
  return q.trim() !== "" || label !== "" || agentId !== "" || needsMe;
}

/** Every label on a card, once, ignoring case. */
export function labelsOf(tasks: readonly Pick<TaskSummary, "labels">[]): string[] {
  const found = new Map<string, string>();
  for (const { labels } of tasks) {
    for (const label of labels) {
      const folded = foldedLabel(label);
      if (!found.has(folded)) found.set(folded, label);
    }
  }
  return [...found.values()].toSorted((a, b) => a.localeCompare(b));
}
