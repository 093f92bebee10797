import { countWaits, waitKindOf } from "@malamar/contract/plain/home.ts";
import type { TaskId } from "@malamar/contract/ids.ts";
import type { AttentionItem } from "@malamar/contract/task.ts";

interface NewWaits {
  /** What has started to wait since the person's last visit. */
  items: readonly Pick<AttentionItem, "reason" | "guard" | "task_id">[];
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
