import type { Model } from "./items.logic.ts";
import type { Place } from "./moves.logic.ts";

/** A place in the list for those who hear it: a file, or a line of it. */
export function announcementOf({ sections }: Model, { section, item }: Place): string {
  const { file, items, isOpen, reason } = sections[section]!;
  const found = items[item]!;
  if (found.kind !== "row" || found.row.kind === "gap") {
    const position = `file ${section + 1} of ${sections.length}`;
    const folded = reason === null ? ", folded" : `, folded: ${reason.toLowerCase()}`;
    return `${file.path}, ${position}${isOpen ? "" : folded}`;
  }
  const { row } = found;
  if (row.kind === "line") {
    const { kind, text, old, new: now } = row.line;
    const number = `line ${now ?? old}`;
    return kind === "context" ? `${number}: ${text}` : `${number}, ${kind}: ${text}`;
  }
  const { left, right } = row;
  if (left === right || left === null)
    return `line ${right?.new}${left === null ? ", added" : ""}: ${right?.text}`;
  if (right === null) return `line ${left.old}, removed: ${left.text}`;
  return `line ${right.new}, changed from ${left.text} to ${right.text}`;
}
