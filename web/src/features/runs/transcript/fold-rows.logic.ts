import { PAGE_SIZE } from "./event-cache.logic.ts";
import {
  isToldElsewhere,
  singleRowsOf,
  toolRow,
  type At,
  type Row,
  type SlotAt,
  type Surroundings,
  type Tool,
} from "./rows.logic.ts";
import { toolKind } from "./tool-kind.logic.ts";

/** A read or a search. One alone says little, and agents make dozens in a row. */
type Look = At & Tool;

/**
 * The rows of the events from `first` on, with neighbouring looks folded into one. Looks after
 * `last` belong to the row in which they started, up to the end of its page. Pages are loaded as a
 * whole, so the folding does not depend on what else has been loaded.
 */
export function rowsOf(
  slotAt: SlotAt,
  first: number,
  last: number,
  surroundings: Surroundings,
): Row[] {
  const rows = singleRowsOf(slotAt, first, last, surroundings);
  const own = isLookBefore(slotAt, first, surroundings) ? withoutLeadingLooks(rows) : rows;
  const end = own.at(-1);
  const behind = end && isLook(end) ? looksFrom(slotAt, last + 1, surroundings) : [];
  return foldLooks([...own, ...behind]);
}

function isLook(row: Row): row is Look {
  return row.kind === "tool" && isLookName(row.call.name);
}

function isLookName(name: string): boolean {
  const kind = toolKind(name);
  return kind === "read" || kind === "search";
}

function withoutLeadingLooks(rows: readonly Row[]): Row[] {
  const other = rows.findIndex((row) => !isLook(row));
  return other === -1 ? [] : rows.slice(other);
}

/** Whether the row before is a look on the same page. */
function isLookBefore(slotAt: SlotAt, first: number, surroundings: Surroundings): boolean {
  const pageStart = Math.floor((first - 1) / PAGE_SIZE) * PAGE_SIZE + 1;
  for (let seq = first - 1; seq >= pageStart; seq--) {
    const slot = slotAt(seq);
    if (slot === undefined) return false;
    if (slot === null || isToldElsewhere(slotAt, slot, surroundings)) continue;
    return slot.type === "tool_call" && isLookName(slot.name);
  }
  return false;
}

/** The looks from here up to the first row of another kind. */
function looksFrom(slotAt: SlotAt, from: number, surroundings: Surroundings): Look[] {
  const looks: Look[] = [];
  // Nothing at the start of a page.
  const pageEnd = Math.ceil((from - 1) / PAGE_SIZE) * PAGE_SIZE;
  for (let seq = from; seq <= pageEnd; seq++) {
    const slot = slotAt(seq);
    if (slot === undefined) break;
    if (slot === null || isToldElsewhere(slotAt, slot, surroundings)) continue;
    if (slot.type !== "tool_call" || !isLookName(slot.name)) break;
    looks.push(toolRow(slot, surroundings));
  }
  return looks;
}

function foldLooks(rows: readonly Row[]): Row[] {
  const folded: Row[] = [];
  let looks: Look[] = [];
  const close = () => {
    const [first] = looks;
    if (looks.length === 1) folded.push(...looks);
    else if (first) folded.push({ kind: "group", seq: first.seq, at: first.at, tools: looks });
    looks = [];
  };
  for (const row of rows) {
    if (isLook(row)) {
      looks.push(row);
      continue;
    }
    close();
    folded.push(row);
  }
  close();
  return folded;
}
