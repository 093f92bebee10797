/**
 * A position between two others; null means nobody is there. Answers null if there is no number in
 * between: then the others have to make room first.
 */
export function between(before: number | null, behind: number | null): number | null {
  if (before === null && behind === null) return 0;
  const place = middle(before, behind);
  const isBehind = before === null || place > before;
  const isBefore = behind === null || place < behind;
  return isBehind && isBefore && Number.isFinite(place) ? place : null;
}

function middle(before: number | null, behind: number | null): number {
  if (before === null) return behind! - 1;
  if (behind === null) return before + 1;
  // Halved first: the sum of two large ones would be infinite.
  return before / 2 + behind / 2;
}
