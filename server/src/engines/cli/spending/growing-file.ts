import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { createLineSplitter } from "#engines/cli/output/line-splitter.ts";

/** How much is in memory at once, except for a longer line. */
const PIECE_BYTES = 256 * 1024;
/** A CLI does not write more in a second; if it does, the rest waits for the next read. */
const MOST_BYTES_PER_LOOK = 8 * 1024 * 1024;

/**
 * A file that another program appends lines to: each read returns what was added since the last.
 */
export function createGrowingFile(path: string) {
  const lines = createLineSplitter();
  let offset = 0;

  return {
    async look(onLine: (line: string) => void): Promise<void> {
      const file = await openPlainFile(path);
      if (file === null) return;
      try {
        const piece = Buffer.alloc(PIECE_BYTES);
        const end = offset + MOST_BYTES_PER_LOOK;
        while (offset < end) {
          const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, offset);
          if (bytesRead === 0) return;
          offset += bytesRead;
          for (const line of lines.push(piece.subarray(0, bytesRead))) onLine(line);
        }
      } finally {
        await file.close();
      }
    },
  };
}

/** null for anything else: a link could point anywhere, and opening a pipe would wait forever. */
export async function openPlainFile(path: string): Promise<FileHandle | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}
