import { readdirSync } from "node:fs";
import { lookAt, pathBytes, type RawPath } from "./raw-path.ts";

/** What happens to the files when a tree is put back. */
export interface Replacement {
  created: readonly RawPath[];
  deleted: ReadonlySet<RawPath>;
}

/**
 * An untracked file that would be lost, because the restored tree has something else in its place.
 * Null if there is none.
 */
export async function fileInTheWay(
  at: string,
  { created, deleted }: Replacement,
): Promise<RawPath | null> {
  /** For each directory: what blocks it, or null if it can be created. */
  const directories = new Map<RawPath, RawPath | null>([["", null]]);

  function inTheWayOf(directory: RawPath): RawPath | null {
    const known = directories.get(directory);
    if (known !== undefined) return known;
    const above = inTheWayOf(parentOf(directory));
    const answer = above ?? (isFree(directory) ? null : directory);
    directories.set(directory, answer);
    return answer;
  }

  /** The directory exists, or can be created. */
  function isFree(directory: RawPath): boolean {
    return (lookAt(at, directory)?.isDirectory() ?? true) || deleted.has(directory);
  }

  for (const [count, path] of created.entries()) {
    if (count % LOOKS_AT_ONCE === 0) await new Promise(setImmediate);
    const above = inTheWayOf(parentOf(path));
    if (above !== null) return above;
    const found = lookAt(at, path);
    if (!found) continue;
    const lost = found.isDirectory() ? firstLostIn(at, path, deleted) : path;
    if (lost !== null) return lost;
  }
  return null;
}

/** Takes a millisecond or two. */
const LOOKS_AT_ONCE = 256;

/** A file is about to replace a directory. */
function firstLostIn(
  at: string,
  directory: RawPath,
  deleted: ReadonlySet<RawPath>,
): RawPath | null {
  const names = readdirSync(pathBytes(at, directory), { encoding: "buffer" });
  for (const name of names) {
    const path = `${directory}/${name.toString("latin1")}`;
    if (deleted.has(path)) continue;
    if (!lookAt(at, path)?.isDirectory()) return path;
    const lost = firstLostIn(at, path, deleted);
    if (lost !== null) return lost;
  }
  return null;
}

function parentOf(path: RawPath): RawPath {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
