import type { LastWord, WaitCounts, WaitKind } from "@malamar/contract/home.ts";
import { countWaits, waitKindOf } from "@malamar/contract/plain/home.ts";
import type { AttentionItem } from "@malamar/contract/task.ts";
import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import { counted, localTimes } from "#lib/format.ts";
import { plainWords } from "#lib/plain-words.logic.ts";
import { firstLine, shortened } from "#lib/short-text.logic.ts";

/** In display order. */
const WAIT_KINDS = ["in_review", "guard", "error", "quota"] as const satisfies readonly WaitKind[];

export const KIND_LABELS: Readonly<Record<WaitKind, string>> = {
  in_review: STATUS_LABELS.in_review,
  guard: "Limit reached",
  error: "Failing",
  quota: "Waiting for quota",
};

/** No row is wider than this. The rest would only cost layout time. */
const MAX_SHOWN = 300;

/** The cause in one line, or null if there is none to give. */
export function causeOf(
  { detail }: Pick<AttentionItem, "detail">,
  now: Date,
  locale?: string,
): string | null {
  const line = firstLine(detail ?? "");
  return line === "" ? null : localTimes(shortened(line, MAX_SHOWN), now, locale);
}

/** The last thing an agent said, in one line. */
export function saidIn({ content }: Pick<LastWord, "content">): string {
  return shortened(plainWords(content), MAX_SHOWN);
}

export function titleOf({ task_summary }: Pick<AttentionItem, "task_summary">): string {
  return shortened(task_summary, MAX_SHOWN);
}

export function attentionPath(item: Pick<AttentionItem, "workspace_id" | "task_id">): string {
  return `/workspaces/${item.workspace_id}/tasks/${item.task_id}`;
}

/** The number of items of each kind, without empty kinds. */
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

/** The kind in the address. Null for all kinds and for an unknown one. */
export function kindFrom(text: string | null): WaitKind | null {
  return WAIT_KINDS.find((kind) => kind === text) ?? null;
}

/** Identifies a wait, so that each is announced once. */
function waitKey(item: AttentionItem): string {
  return `${item.task_id} ${waitKindOf(item)}`;
}

/** The items that wait now and did not before. */
export function newWaits(
  before: readonly AttentionItem[],
  now: readonly AttentionItem[],
): AttentionItem[] {
  const known = new Set(before.map(waitKey));
  return now.filter((item) => !known.has(waitKey(item)));
}

/** Beyond this, a burst becomes one notification with a count. */
const MOST_NOTICES = 3;

export type Notice = { key: string; title: string; body: string; path: string };

/** The browser notifications for these items. */
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
