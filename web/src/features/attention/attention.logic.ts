import type { LastWord, WaitCounts, WaitKind } from "@malamar/contract/home.ts";
import { countWaits, waitKindOf } from "@malamar/contract/plain/home.ts";
import type { AttentionItem } from "@malamar/contract/task.ts";
import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import { counted, localTimes } from "#lib/format.ts";
import { plainWords } from "#lib/plain-words.logic.ts";
import { firstLine, shortened } from "#lib/short-text.logic.ts";

/** In the order in which they are offered. */
const WAIT_KINDS = ["in_review", "guard", "error", "quota"] as const satisfies readonly WaitKind[];

export const KIND_LABELS: Readonly<Record<WaitKind, string>> = {
  in_review: STATUS_LABELS.in_review,
  guard: "Limit reached",
  error: "Failing",
  quota: "Waiting for quota",
};

/** No row is wide enough for more than this; the rest would only cost layout. */
const MAX_SHOWN = 300;

/** The cause in a line; null where there is nothing to say but that it waits. */
export function causeOf(
  { detail }: Pick<AttentionItem, "detail">,
  now: Date,
  locale?: string,
): string | null {
  const line = firstLine(detail ?? "");
  return line === "" ? null : localTimes(shortened(line, MAX_SHOWN), now, locale);
}

/** What an agent said, in a line. */
export function saidIn({ content }: Pick<LastWord, "content">): string {
  return shortened(plainWords(content), MAX_SHOWN);
}

export function titleOf({ task_summary }: Pick<AttentionItem, "task_summary">): string {
  return shortened(task_summary, MAX_SHOWN);
}

export function attentionPath(item: Pick<AttentionItem, "workspace_id" | "task_id">): string {
  return `/workspaces/${item.workspace_id}/tasks/${item.task_id}`;
}

/** How many there are of each kind; kinds without any are left out. */
export function kindsIn(counts: WaitCounts): { kind: WaitKind; count: number; label: string }[] {
  return WAIT_KINDS.map((kind) => ({
    kind,
    label: KIND_LABELS[kind],
    count: counts[kind],
  })).filter(({ count }) => count > 0);
}

export function totalOf(counts: WaitCounts): number {
  return WAIT_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
}

/** What the address asks for; null for all, and for a kind that does not exist. */
export function kindFrom(text: string | null): WaitKind | null {
  return WAIT_KINDS.find((kind) => kind === text) ?? null;
}

/** The same wait of the same task is told once. */
function waitKey(item: AttentionItem): string {
  return `${item.task_id} ${waitKindOf(item)}`;
}

/** What waits now and did not before. */
export function newWaits(
  before: readonly AttentionItem[],
  now: readonly AttentionItem[],
): AttentionItem[] {
  const known = new Set(before.map(waitKey));
  return now.filter((item) => !known.has(waitKey(item)));
}

/** What comes in a burst is counted instead. */
const MOST_NOTICES = 3;

export type Notice = { key: string; title: string; body: string; path: string };

/** What a browser's notifications say of these. */
export function noticesOf(items: readonly AttentionItem[], now: Date, locale?: string): Notice[] {
  if (items.length > MOST_NOTICES) {
    const body = kindsIn(countWaits(items))
      .map(({ label, count }) => `${label}: ${count.toLocaleString()}`)
      .join("\n");
    return [{ key: "many", title: `${counted(items.length, "task")} need you`, body, path: "/" }];
  }
  return items.map((item) => ({
    key: waitKey(item),
    title: `${KIND_LABELS[waitKindOf(item)]}: ${titleOf(item)}`,
    body: [item.workspace_title, causeOf(item, now, locale)]
      .filter((part) => part !== null)
      .join("\n"),
    path: attentionPath(item),
  }));
}
