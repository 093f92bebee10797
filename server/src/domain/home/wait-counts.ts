import { waitKindOf, type WaitCounts } from "@malamar/contract/home.ts";
import type { TaskId } from "@malamar/contract/ids.ts";
import type { AttentionItem } from "@malamar/contract/task.ts";

type Waiting = Pick<AttentionItem, "reason" | "guard">;

export function countWaits(items: readonly Waiting[]): WaitCounts {
  const counts: WaitCounts = { in_review: 0, guard: 0, error: 0, quota: 0 };
  for (const item of items) counts[waitKindOf(item)] += 1;
  return counts;
}

interface NewWaits {
  /** What has come to wait since the person was last here. */
  items: readonly (Waiting & Pick<AttentionItem, "task_id">)[];
  /** What people put there themselves is no news to them. */
  movedByPeople: readonly TaskId[];
}

/** What the team did meanwhile. */
export function countNews({ items, movedByPeople }: NewWaits) {
  const own = new Set(movedByPeople);
  const ofTeam = items.filter((item) => waitKindOf(item) !== "in_review" || !own.has(item.task_id));
  const { in_review: ready, guard: stopped, error: failed } = countWaits(ofTeam);
  return { ready, stopped, failed };
}
