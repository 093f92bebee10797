import type { TaskStatus } from "@malamar/contract/task.ts";
import { COLUMNS } from "./board.logic.ts";

const FOLDED = "2.75rem";
const EMPTY = "minmax(8.5rem, 0.4fr)";
const FULL = "minmax(14.75rem, 1fr)";

type Facts = Readonly<Record<TaskStatus, { isFolded: boolean; isEmpty: boolean }>>;

/**
 * The board's grid: folded columns are strips, empty ones narrow, and the others share the rest.
 * Four full columns fit from 1024 px on, with their gaps.
 */
export function columnWidths(columns: Facts): string {
  // An empty board looks as it will with cards.
  const areAllEmpty = COLUMNS.every((status) => columns[status].isEmpty);
  return COLUMNS.map((status) => {
    const { isFolded, isEmpty } = columns[status];
    if (isFolded) return FOLDED;
    return isEmpty && !areAllEmpty ? EMPTY : FULL;
  }).join(" ");
}
