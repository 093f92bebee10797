import type { PatchLine, Side } from "#components/diff/patch.logic.ts";
import { isChange, lineOn, type DiffRow } from "#components/diff/rows.logic.ts";
import type { LineRange } from "#lib/line-drafts.logic.ts";
import type { Item, Model } from "./items.logic.ts";

/** A thing in the list: which file, and which of its items. */
export type Place = { section: number; item: number };

export type Way = 1 | -1;

/** The header of the next file, or of the one before. */
export function stepFile(model: Model, from: Place | null, way: Way): Place | null {
  if (from === null) return model.sections.length === 0 ? null : { section: 0, item: 0 };
  // Back to the beginning of a file first, as in a text.
  if (way === -1 && from.item > 0) return { section: from.section, item: 0 };
  const section = from.section + way;
  return model.sections[section] === undefined ? null : { section, item: 0 };
}

/** The beginning of the next change, or of the one before. A file without lines is one change. */
export function stepChange(model: Model, from: Place | null, way: Way): Place | null {
  let section = from?.section ?? 0;
  let item = from === null ? -1 : from.item + way;
  while (model.sections[section] !== undefined) {
    const { items } = model.sections[section]!;
    const hasChanges = items.some(isChangedRow);
    for (; item >= 0 && item < items.length; item += way) {
      if (hasChanges ? isBeginning(items, item) : item === 0) return { section, item };
    }
    if (item < 0 && way === 1) {
      item = 0;
      continue;
    }
    section += way;
    item = way === 1 ? 0 : (model.sections[section]?.items.length ?? 0) - 1;
  }
  return null;
}

/** A comment within a change does not begin another one. */
function isBeginning(items: readonly Item[], at: number): boolean {
  if (!isChangedRow(items[at]!)) return false;
  const before = items.slice(0, at).findLast(({ kind }) => kind !== "draft" && kind !== "editor");
  return before === undefined || !isChangedRow(before);
}

function isChangedRow(item: Item): boolean {
  return item.kind === "row" && isChange(item.row);
}

/** The next line, or the one before, of any file. */
export function stepLine(model: Model, from: Place, way: Way): Place | null {
  let { section, item } = from;
  while (model.sections[section] !== undefined) {
    const { items } = model.sections[section]!;
    for (item += way; item >= 0 && item < items.length; item += way) {
      const found = items[item]!;
      if (found.kind === "row" && found.row.kind !== "gap") return { section, item };
    }
    section += way;
    item = way === 1 ? -1 : (model.sections[section]?.items.length ?? 0);
  }
  return null;
}

/** Lines of one side of a file. */
export type Target = LineRange & { side: Side };

export type FileTarget = Target & { path: string };

/** What a comment on these rows is about: the new lines, or the old ones if there are no others. */
export function targetOf(rows: readonly DiffRow[]): Target | null {
  for (const side of ["new", "old"] as const) {
    const isOnlyOld = side === "new" && rows.every((row) => isRemoved(row));
    const numbers = isOnlyOld ? [] : rows.flatMap((row) => lineOn(row, side)?.[side] ?? []);
    if (numbers.length > 0) {
      return { side, line: Math.min(...numbers), end_line: Math.max(...numbers) };
    }
  }
  return null;
}

function isRemoved(row: DiffRow): boolean {
  if (row.kind === "line") return row.line.kind === "removed";
  return row.kind === "pair" && row.right === null;
}

/** All lines from one target to another. If they are on different sides or files, the second one. */
export function joined(first: FileTarget, second: FileTarget): FileTarget {
  if (first.path !== second.path || first.side !== second.side) return second;
  const line = Math.min(first.line, second.line);
  return { ...second, line, end_line: Math.max(first.end_line, second.end_line) };
}

/** The text of these lines, as far as they follow each other. */
export function quoteOf(items: readonly Item[], { side, line, end_line }: Target): string {
  const found = new Map<number, PatchLine>();
  for (const item of items) {
    const on = item.kind === "row" ? lineOn(item.row, side) : null;
    const number = on?.[side];
    if (on !== null && number !== null && number !== undefined) found.set(number, on);
  }
  const texts: string[] = [];
  for (let number = line; number <= end_line && found.has(number); number++) {
    texts.push(found.get(number)!.text);
  }
  return texts.join("\n");
}

/** Whether a row is among these lines. */
export function isWithin(row: DiffRow, { side, line, end_line }: Target): boolean {
  const number = lineOn(row, side)?.[side] ?? null;
  return number !== null && number >= line && number <= end_line;
}

/** "line 3", "old lines 3 to 5": for people. */
export function targetWords({ side, line, end_line }: Target): string {
  const lines =
    line === end_line
      ? `line ${line.toLocaleString()}`
      : `lines ${line.toLocaleString()} to ${end_line.toLocaleString()}`;
  return side === "old" ? `old ${lines}` : lines;
}
