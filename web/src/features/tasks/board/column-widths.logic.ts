import type { TaskStatus } from "@malamar/contract/task.ts";
import { COLUMNS } from "./board.logic.ts";

const FOLDED = "2.75rem";
const EMPTY = "minmax(8.5rem, 0.4fr)";
const FULL = "minmax(14.75rem, 1fr)";

type Facts = Readonly<Record<TaskStatus, { isFolded: boolean; isEmpty: boolean }>>;

/**
 * The columns of the board as a grid: folded ones are a strip, empty ones narrow, the rest share what is
 * left. Four full ones and their gaps fit from 1024 px on.
 */
export function columnWidths(columns: Facts): string {
  // A board without a card looks as it will with some.
  const areAllEmpty = COLUMNS.every((status) => columns[status].isEmpty);
  return COLUMNS.map((status) => {
    const { isFolded, isEmpty } = columns[status];
    if (isFolded) return FOLDED;
    return isEmpty && !areAllEmpty ? EMPTY : FULL;
  }).join(" ");
}
