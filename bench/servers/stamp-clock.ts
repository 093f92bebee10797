import { constants, openSync, readSync, writeSync } from "node:fs";

/**
 * Does nothing but wait for words in a named pipe and report when each came: one clock for all
 * writers, however busy they are. Ends when there is no writer left.
 */
export function run([path = ""]: readonly string[]): void {
  const pipe = openSync(path, constants.O_RDONLY);
  const buffer = Buffer.alloc(4096);
  writeSync(1, "0 open\n");
  for (;;) {
    const length = readSync(pipe, buffer);
    const at = performance.now();
    if (length === 0) break;
    // Short words are written at once or not at all, so none is ever cut.
    const words = buffer.toString("latin1", 0, length).trimEnd().split("\n");
    writeSync(1, words.map((word) => `${at} ${word}\n`).join(""));
  }
}
