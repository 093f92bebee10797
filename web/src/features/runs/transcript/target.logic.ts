import { PAGE_SIZE } from "./event-cache.logic.ts";
import { CHUNK_SIZE, type Row } from "./rows.logic.ts";

/** The row of an event: the last one that starts with it or before it. */
export function holderOf(seq: number, rows: readonly Row[]): Row | null {
  const holder = rows.findLast((row) => row.seq <= seq);
  return holder === undefined || holder.kind === "gap" ? null : holder;
}

/** The event's chunk, or an earlier one of its page: a group belongs to where it started. */
export function chunkWith(seq: number, rowsAt: (index: number) => readonly Row[]): number {
  const own = Math.floor((seq - 1) / CHUNK_SIZE);
  const firstOfPage = Math.floor((seq - 1) / PAGE_SIZE) * (PAGE_SIZE / CHUNK_SIZE);
  for (let index = own; index >= firstOfPage; index--) {
    if (rowsAt(index).some((row) => row.seq <= seq)) return index;
  }
  return own;
}
