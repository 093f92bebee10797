import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isMissing } from "./is-missing.ts";

/**
 * Writes a private file and replaces whatever is there. A link that someone left is removed and
 * never followed: the file must be a new one. (Renaming a finished file over an old one would be
 * safe as well, but makes some file systems flush it to disk first.)
 */
export function writePrivateFile(path: string, content: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, content, { mode: 0o600, flag: "wx" });
}

/** Incomplete; a crash may leave it behind. */
export const PART = ".part";

/** Replaces a private file, if it exists, with the result of a function: all of it, or nothing. */
export function changePrivateFile(path: string, change: (text: string) => string): void {
  const before = textOf(path);
  if (before === null) return;
  const after = change(before);
  if (after === before) return;
  writePrivateFile(`${path}${PART}`, after);
  renameSync(`${path}${PART}`, path);
}

/** null where there is no such file. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
