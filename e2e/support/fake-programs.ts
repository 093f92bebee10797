import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What Claude Code prints when its model says OK. */
export const SAYS_OK = `
echo '{"type":"assistant","message":{"content":[{"type":"text","text":"OK"}]}}'
echo '{"type":"result","is_error":false,"subtype":"success","result":"OK"}'`;

/** A folder of programs that can be put on the PATH. */
export function createProgramFolder() {
  const dir = mkdtempSync(join(tmpdir(), "malamar-programs-"));
  return {
    dir,
    /** A real executable: it prints its version, and runs this script. */
    add(name: string, version: string, run = "exit 1"): string {
      const path = join(dir, name);
      writeFileSync(path, `#!/bin/sh\n[ "$1" = --version ] && { ${version}; exit; }\n${run}\n`);
      chmodSync(path, 0o755);
      return path;
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
