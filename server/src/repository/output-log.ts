import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { createLastWords } from "./last-words.ts";

/** The beginning and the end of a command's output are kept; nobody misses what is between them. */
const HEAD_BYTES = 256 * 1024;
const TAIL_BYTES = 4 * 1024 * 1024;

/** A command's output, stored in a file. Its beginning can be read while the command runs. */
export function openOutputLog(path: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, "wx", 0o600);
  const tail: Uint8Array[] = [];
  let [headBytes, tailBytes, leftOut] = [0, 0, 0];
  const lastWords = createLastWords();

  return {
    push(bytes: Uint8Array): void {
      lastWords.push(bytes);
      const first = bytes.subarray(0, HEAD_BYTES - headBytes);
      if (first.length > 0) writeSync(file, first);
      headBytes += first.length;
      // A copy: a view would keep the whole piece in memory.
      const rest = bytes.slice(first.length);
      if (rest.length === 0) return;
      tail.push(rest);
      tailBytes += rest.length;
      while (tailBytes - tail[0]!.length >= TAIL_BYTES) {
        const dropped = tail.shift()!.length;
        tailBytes -= dropped;
        leftOut += dropped;
      }
    },

    /** For an error message. */
    last: lastWords.text,

    close(): void {
      try {
        if (leftOut > 0) writeSync(file, `\n… ${leftOut} bytes are left out here …\n`);
        for (const bytes of tail) writeSync(file, bytes);
      } finally {
        closeSync(file);
      }
    },
  };
}
