import type { TaskStatus } from "@malamar/contract/task.ts";
import { canDo } from "#features/tasks/actions/task-actions.logic.ts";

/** So far a press is a click. */
export const CLICK_PX = 5;

/** Nearer to an edge of a column than this, it scrolls. */
const EDGE_PX = 48;

const FASTEST_PX = 14;

/** What a drop there does: gives it a place in Todo, moves it as its buttons do, or nothing. */
export function dropKind(from: TaskStatus, to: TaskStatus | null): "place" | "move" | null {
  if (to === null) return null;
  if (from === "todo" && to === "todo") return "place";
  return to !== "in_progress" && canDo(from, to) ? "move" : null;
}

type Row = { index: number; top: number; height: number };

/** Before which of these rows it would stand; `count` is behind the last. */
export function gapAt(rows: readonly Row[], y: number): number {
  const below = rows.find(({ top, height }) => y < top + height / 2);
  if (below !== undefined) return below.index;
  return (rows.at(-1)?.index ?? -1) + 1;
}

/** The place among the others: what is dragged down leaves a gap behind. */
export function indexAt(gap: number, from: number): number {
  return gap > from ? gap - 1 : gap;
}

/** How far a column scrolls at once: the faster, the nearer to its edge. */
export function scrollStep(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const above = top + EDGE_PX - y;
  const below = y - (bottom - EDGE_PX);
  const speed = (depth: number) => Math.ceil(FASTEST_PX * Math.min(1, depth / EDGE_PX));
  if (above > 0) return -speed(above);
  return below > 0 ? speed(below) : 0;
}
