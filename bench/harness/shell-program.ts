import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A real program, started as a CLI is: without a shell around it. */
export function shellProgram(folder: string, lines: readonly string[]): string {
  const path = join(folder, "program");
  writeFileSync(path, `#!/bin/sh\n${lines.join("\n")}\n`, { mode: 0o755 });
  return path;
}

/** The last line of a CLI's program, and the answer of an agent with nothing to add. */
export const LAST_WORD = JSON.stringify({
  type: "result",
  subtype: "success",
  is_error: false,
  session_id: "bench",
  usage: { input_tokens: 10, output_tokens: 10 },
});
export const ANSWER = JSON.stringify({ actions: [{ type: "skip" }] });
