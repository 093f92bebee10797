import { isNumber, isText, oneOf, orNull, shape, type Checked } from "./shape.logic.ts";

/** A comment on lines of a diff that has not been sent yet. */
export const isLineDraft = shape({
  key: isText,
  path: isText,
  side: oneOf("old", "new"),
  line: isNumber,
  end_line: isNumber,
  text: isText,
  /** The lines it is about, as they were when it was written. */
  quote: isText,
  /** The file in that state. Null where it has no id. */
  blob_id: orNull(isText),
  written_at: isText,
});
export type LineDraft = Checked<typeof isLineDraft>;

/** From the first to the last line of its place. */
export type LineRange = { line: number; end_line: number };

/**
 * Where a draft belongs in a file that may have changed since: at its lines, or where they are now.
 * Null if they are gone.
 */
export function currentRange(draft: LineDraft, lines: readonly string[]): LineRange | null {
  const quoted = draft.quote.split("\n");
  const isAt = (line: number) => quoted.every((text, at) => lines[line - 1 + at] === text);
  const here = { line: draft.line, end_line: draft.end_line };
  if (isAt(draft.line)) return here;
  // Blank lines look the same everywhere, so another one says nothing.
  if (draft.quote.trim() === "") return null;
  const places = lines.flatMap((_, at) => (isAt(at + 1) ? [at + 1] : []));
  const [nearest] = places.toSorted(
    (a, b) => Math.abs(a - draft.line) - Math.abs(b - draft.line) || a - b,
  );
  if (nearest === undefined) return null;
  return { line: nearest, end_line: nearest + draft.end_line - draft.line };
}

/** In the order of their files and lines. */
export function inOrder(drafts: readonly LineDraft[]): LineDraft[] {
  return drafts.toSorted(
    (a, b) =>
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
      a.end_line - b.end_line ||
      a.written_at.localeCompare(b.written_at),
  );
}
