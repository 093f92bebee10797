/** The last lines usually say what went wrong. */
const LAST_BYTES = 4 * 1024;

/** The end of an output that grows. */
export function createLastWords() {
  let last = Buffer.alloc(0);

  return {
    push(bytes: Uint8Array): void {
      last = Buffer.concat([last, bytes.subarray(-LAST_BYTES)]).subarray(-LAST_BYTES);
    },

    /** The last 4 KiB, without ANSI colours. */
    text: () => Bun.stripANSI(last.toString("utf8")).trim(),
  };
}
