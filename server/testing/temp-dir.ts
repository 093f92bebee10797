import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A directory that is deleted at the end of the block: `using dir = tempDir()`. */
export function tempDir() {
  const path = mkdtempSync(join(tmpdir(), "malamar-test-"));
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
