import type { LineColours } from "./colour-tokens.logic.ts";
import type { Span } from "./word-marks.logic.ts";

/** A part of a line that looks the same throughout. */
export type Segment = { text: string; className: string | null; isMarked: boolean };

/** More than fits on a screen, even wrapped. */
export const MOST_SHOWN = 4_000;

/** Cuts a line where its colours or its marks change. */
export function segmentsOf(
  text: string,
  { colours, line, marks }: { colours: LineColours | null; line: number; marks: readonly Span[] },
): Segment[] {
  const shown = text.slice(0, MOST_SHOWN);
  const segments: Segment[] = [];
  let at = 0;
  for (const [from, to, className] of coloursOf(colours, line)) {
    addMarked(at, from, null);
    addMarked(from, to, className);
    at = Math.max(at, to);
  }
  addMarked(at, shown.length, null);
  return segments;

  function addMarked(from: number, to: number, className: string | null) {
    const end = Math.min(to, shown.length);
    let start = Math.max(from, at);
    for (const [markFrom, markTo] of marks) {
      if (markTo <= start || markFrom >= end) continue;
      add(start, Math.max(start, markFrom), className, false);
      add(Math.max(start, markFrom), Math.min(end, markTo), className, true);
      start = Math.min(end, markTo);
    }
    add(start, end, className, false);
  }

  function add(from: number, to: number, className: string | null, isMarked: boolean) {
    if (from < to) segments.push({ text: visible(shown.slice(from, to)), className, isMarked });
  }
}

function* coloursOf(
  colours: LineColours | null,
  line: number,
): Generator<[number, number, string]> {
  if (colours === null || line >= colours.starts.length - 1) return;
  for (let at = colours.starts[line]!; at < colours.starts[line + 1]!; at++) {
    const [from, to, index] = colours.tokens.subarray(at * 3, at * 3 + 3);
    yield [from!, to!, colours.classes[index!]!];
  }
}

/** Characters that reorder the text around them, so that code does not look like what it does. */
const REORDERING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** Each character keeps its place: colours and marks count them. */
function visible(text: string): string {
  return text.replaceAll(REORDERING, "\uFFFD").replaceAll(CONTROLS, pictured);
}

/** Unicode has a picture of each control character. */
function pictured(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return String.fromCodePoint(code === 0x7f ? 0x2421 : 0x2400 + code);
}

/** Whether a line has characters that reorder it. */
export function isReordered(text: string): boolean {
  return text.search(REORDERING) !== -1;
}
