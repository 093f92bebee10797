/** As much as a window shows at a time, and a browser lays out at once. */
const PIECE_LENGTH = 10_000;

/** A long text in pieces, so that only those in sight are laid out. They end with a line where they can. */
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
  // In the piece alone: in a text of one line it would go back to the beginning each time.
  const line = text.slice(start, end).lastIndexOf("\n");
  if (line !== -1) return start + line + 1;
  // Not between the halves of a character.
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
