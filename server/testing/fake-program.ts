import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A real executable with this shell script as its body. */
export function fakeProgram(dir: string, name: string, script: string): string {
  const path = join(dir, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}
