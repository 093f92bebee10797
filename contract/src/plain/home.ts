import type { WaitCounts, WaitKind } from "../home.ts";
import type { AttentionItem } from "../task.ts";

export function waitKindOf({ reason, guard }: Pick<AttentionItem, "reason" | "guard">): WaitKind {
  return reason === "in_review" && guard !== null ? "guard" : reason;
}

export function countWaits(items: readonly Parameters<typeof waitKindOf>[0][]): WaitCounts {
  const counts: WaitCounts = { in_review: 0, guard: 0, error: 0, quota: 0 };
  for (const item of items) counts[waitKindOf(item)] += 1;
  return counts;
}
