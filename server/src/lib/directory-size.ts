import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** As stat counts them, whatever the file system's own are. */
export const BLOCK_BYTES = 512;

/** Keeps the disk busy without taking all of its time. */
const AT_ONCE = 32;

/**
 * The disk space that a directory takes, in bytes; links are not followed, and unreadable parts do
 * not count. Stops early and returns null once nobody needs the answer.
 */
export async function directorySize(
  directory: string,
  isWanted: () => boolean = () => true,
): Promise<number | null> {
  const waiting = [directory];
  let blocks = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isWanted()) return null;
    const parent = next;
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
    for (let at = 0; at < entries.length; at += AT_ONCE) {
      const some = entries.slice(at, at + AT_ONCE);
      const sizes = await Promise.all(some.map((entry) => blocksOf(join(parent, entry.name))));
      for (const size of sizes) blocks += size;
      for (const entry of some) if (entry.isDirectory()) waiting.push(join(parent, entry.name));
    }
  }
  return blocks * BLOCK_BYTES;
}

async function blocksOf(path: string): Promise<number> {
  return lstat(path).then(
    ({ blocks }) => blocks,
    () => 0,
  );
}
