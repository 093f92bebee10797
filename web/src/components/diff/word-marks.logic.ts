import { diffWordsWithSpace } from "diff";

/** From one character up to another. */
export type Span = readonly [from: number, to: number];

export type WordMarks = Readonly<Record<"old" | "new", readonly Span[]>>;

/** In a longer line nobody looks for a word, and comparing takes longer with every one. */
const MOST_CHARACTERS = 600;

/** Below this, two lines have so little in common that marks would only be noise. */
const LEAST_IN_COMMON = 0.35;

/** What differs within a line that replaced another. Null if they are not versions of one line. */
export function wordMarks(before: string, after: string): WordMarks | null {
  if (before === after || Math.max(before.length, after.length) > MOST_CHARACTERS) return null;
  const marks: { old: Span[]; new: Span[] } = { old: [], new: [] };
  let old = 0;
  let now = 0;
  let inCommon = 0;
  for (const { value, removed, added } of diffWordsWithSpace(before, after)) {
    if (removed) marks.old.push([old, old + value.length]);
    if (added) marks.new.push([now, now + value.length]);
    if (!removed && !added) inCommon += value.replaceAll(/\s/g, "").length;
    if (!added) old += value.length;
    if (!removed) now += value.length;
  }
  const most = Math.max(...[before, after].map((line) => line.replaceAll(/\s/g, "").length));
  if (most > 0 && inCommon / most < LEAST_IN_COMMON) return null;
  return { old: joined(marks.old, before), new: joined(marks.new, after) };
}

/** Words with only a blank between them are one mark. */
function joined(spans: readonly Span[], line: string): Span[] {
  const wide: Span[] = [];
  for (const span of spans) {
    const last = wide.at(-1);
    const isNext = last !== undefined && line.slice(last[1], span[0]).trim() === "";
    if (isNext) wide[wide.length - 1] = [last[0], span[1]];
    else wide.push(span);
  }
  return wide;
}
