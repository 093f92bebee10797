import type { Stage } from "./stage.ts";

/** Large enough that 100 MB take a moment, small enough to use hardly any memory. */
const BLOCK_BYTES = 64 * 1024;

/** About a paragraph of text, as a busy CLI writes it. */
const LINE_BYTES = 1024;

/** At least this many bytes, as fast as the reader takes them. */
export function flood(
  stage: Stage,
  to: "stdout" | "stderr",
  { bytes, newlines }: { bytes: number; newlines: boolean },
): void {
  const block = Buffer.from(newlines ? linesFor(to) : "x".repeat(BLOCK_BYTES));
  for (let written = 0; written < bytes; written += block.length) stage.write(to, block);
}

function linesFor(to: "stdout" | "stderr"): string {
  const text = "x".repeat(LINE_BYTES);
  const line = to === "stderr" ? text : JSON.stringify({ type: "text", text });
  return `${line}\n`.repeat(BLOCK_BYTES / LINE_BYTES);
}
