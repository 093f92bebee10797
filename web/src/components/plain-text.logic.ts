/** About a window's worth of text, which a browser lays out at once. */
const PIECE_LENGTH = 10_000;

/**
 * Splits a long text so that only visible pieces are laid out. Pieces end at a line end if
 * possible.
 */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfPiece(text, start);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function endOfPiece(text: string, start: number): number {
  const end = start + PIECE_LENGTH;
  if (end >= text.length) return text.length;
  // Searches this piece only: in a text of one line, each search would go back to the beginning.
  const line = text.slice(start, end).lastIndexOf("\n");
  if (line !== -1) return start + line + 1;
  // Not between two surrogates.
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
