import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "./app-error.ts";
import { newId } from "./id.ts";
import { StartupError } from "./startup-error.ts";

/**
 * Creates a file under a free name. It is written under a temporary name, and gets its own when it
 * is complete.
 */
export async function writeNewFile(
  path: string,
  write: (part: string) => Promise<void>,
): Promise<void> {
  if (existsSync(path)) throw taken(path);
  const part = join(dirname(path), `.malamar-${newId()}.part`);
  try {
    await write(part);
    flush(part);
    publish(part, path);
    flush(dirname(path));
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(`${path} cannot be written: ${messageOf(cause)}`, { cause });
  } finally {
    rmSync(part, { force: true });
  }
}

/** After this it is on the disk, even if the power fails. */
export function flush(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** A link, unlike a rename, never replaces a file that appeared in the meantime. */
function publish(part: string, path: string): void {
  try {
    linkSync(part, path);
  } catch (error) {
    if (existsSync(path)) throw taken(path);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    // Not every file system has links.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(code)) throw error;
    renameSync(part, path);
  }
}

function taken(path: string): StartupError {
  return new StartupError(`${path} exists already and was left as it is. Choose another name.`);
}
