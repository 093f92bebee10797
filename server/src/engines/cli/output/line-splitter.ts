/** Cuts a stream of bytes into lines, chunk by chunk, holding no more than one unfinished line. */
export interface LineSplitter {
  /** The lines that this chunk completes, without their line breaks. */
  push: (bytes: Uint8Array) => string[];
  /** The last line, if the stream ended without a line break. */
  end: () => string[];
}

export function createLineSplitter(): LineSplitter {
  // Invalid UTF-8 is replaced; a character may be spread over two chunks.
  const decoder = new TextDecoder();
  /** The beginning of a line whose end has not come yet, in pieces: joined once, not at every chunk. */
  let held: string[] = [];
  let heldLength = 0;
  let isTooLong = false;

  function hold(piece: string): void {
    heldLength += piece.length;
    if (isTooLong) return;
    held.push(piece);
    if (heldLength <= LONGEST_LINE) return;
    isTooLong = true;
    held = [withoutHalfCharacter(held.join("").slice(0, KEPT_OF_LONGER))];
  }

  function release(): string {
    const text = held.length === 1 ? held[0]! : held.join("");
    const line = isTooLong ? `${text}… [cut: ${heldLength - text.length} more characters]` : text;
    held = [];
    heldLength = 0;
    isTooLong = false;
    return line;
  }

  function split(text: string): string[] {
    const lines: string[] = [];
    let start = 0;
    let lineBreak = text.indexOf("\n");
    if (lineBreak !== -1 && heldLength > 0) {
      hold(text.slice(0, lineBreak));
      lines.push(release());
      start = lineBreak + 1;
      lineBreak = text.indexOf("\n", start);
    }
    while (lineBreak !== -1) {
      lines.push(text.slice(start, lineBreak));
      start = lineBreak + 1;
      lineBreak = text.indexOf("\n", start);
    }
    if (start < text.length) hold(text.slice(start));
    return lines;
  }

  return {
    push: (bytes) => split(decoder.decode(bytes, { stream: true })),
    end() {
      const lines = split(decoder.decode());
      return heldLength > 0 ? [...lines, release()] : lines;
    },
  };
}

/**
 * No event of a CLI comes near this; a program that floods the output does, and must not fill
 * memory.
 */
const LONGEST_LINE = 8 * 1024 * 1024;
/** What a transcript keeps of a long field anyway, with room for the note about the rest. */
const KEPT_OF_LONGER = 64 * 1024 - 100;

function withoutHalfCharacter(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}
