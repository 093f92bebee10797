import { rmSync, writeFileSync } from "node:fs";

/**
 * Writes a private file, in the place of whatever is there. A link that somebody left is removed and
 * never followed: the file must be a new one. (Putting a finished file over an old one would be safe
 * as well, but makes some file systems flush it to the disk first.)
 */
export function writePrivateFile(path: string, content: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, content, { mode: 0o600, flag: "wx" });
}
