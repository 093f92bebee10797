import type { TaskStatus } from "@malamar/contract/task.ts";
import { canDo } from "#features/tasks/actions/task-actions.logic.ts";

/** A press with less movement is a click. */
export const CLICK_PX = 5;

/** Within this distance of its edge, a column scrolls. */
const EDGE_PX = 48;

const FASTEST_PX = 14;

/**
 * What dropping there does: sets a position in Todo, moves the task as its buttons would, or
 * nothing.
 */
export function dropKind(from: TaskStatus, to: TaskStatus | null): "place" | "move" | null {
  if (to === null) return null;
  if (from === "todo" && to === "todo") return "place";
  return to !== "in_progress" && canDo(from, to) ? "move" : null;
}

type Row = { index: number; top: number; height: number };

/** The index to insert before. The number of rows means after the last one. */
export function gapAt(rows: readonly Row[], y: number): number {
  const below = rows.find(({ top, height }) => y < top + height / 2);
  if (below !== undefined) return below.index;
  return (rows.at(-1)?.index ?? -1) + 1;
}

/** The position without the dragged card: dragging it down leaves a gap behind. */
export function indexAt(gap: number, from: number): number {
  return gap > from ? gap - 1 : gap;
}

/** The scroll distance per step: faster near the edge. */
export function scrollStep(y: number, { top, bottom }: { top: number; bottom: number }): number {
  const above = top + EDGE_PX - y;
  const below = y - (bottom - EDGE_PX);
  const speed = (depth: number) => Math.ceil(FASTEST_PX * Math.min(1, depth / EDGE_PX));
  if (above > 0) return -speed(above);
  return below > 0 ? speed(below) : 0;
}
