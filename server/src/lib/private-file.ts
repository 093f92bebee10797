import { rmSync, writeFileSync } from "node:fs";

/**
 * Writes a private file and replaces whatever is there. A link that someone left is removed and
 * never followed: the file must be a new one. (Renaming a finished file over an old one would be
 * safe as well, but makes some file systems flush it to disk first.)
 */
export function writePrivateFile(path: string, content: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, content, { mode: 0o600, flag: "wx" });
}
