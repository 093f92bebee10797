import type { LeftOut } from "@malamar/contract/checkpoint.ts";
import { lookAt, readablePath, type RawPath } from "./raw-path.ts";
import {
  MOST_UNTRACKED,
  tooManyUntracked,
  type ChangedPath,
  type TreeStatus,
} from "./tree-status.ts";

/** What has to change in our index. */
export interface IndexUpdate {
  /** To be read from the disk again. */
  read: RawPath[];
  removed: RawPath[];
  leftOut: LeftOut[];
  /** When the newest of them was changed, according to the file system. */
  changedMs: number;
}

interface Rules {
  at: string;
  /**
   * What the checkout's index has beyond its commit, such as ignored files added by force. The
   * value is true for a submodule.
   */
  added: ReadonlyMap<RawPath, boolean>;
  /** For untracked files; null: leave them as they are. */
  maxFileBytes: number | null;
}

/** Decides what goes into our index, and what is left out. */
export async function planUpdate(status: TreeStatus, rules: Rules): Promise<IndexUpdate> {
  const { at, added, maxFileBytes } = rules;
  const update: IndexUpdate = { read: [], removed: [], leftOut: [], changedMs: 0 };
  const isForeign = ({ path, inIndex }: ChangedPath) => inIndex === "A" && !added.has(path);
  const untracked = status.untracked.filter((path) => !added.has(path));
  const foreign = status.changed.filter(isForeign);
  if (maxFileBytes !== null && untracked.length + foreign.length > MOST_UNTRACKED) {
    throw tooManyUntracked([...untracked, ...foreign.map(({ path }) => path)]);
  }

  /** Only untracked files can be too large. */
  function take(path: RawPath, mostBytes: number, isSubmodule = false): void {
    const found = lookAt(at, path);
    // The paths inside a directory are listed separately.
    if (!found || (found.isDirectory() && !isSubmodule)) {
      update.removed.push(path);
    } else if (found.isFile() && found.size > mostBytes) {
      const size_bytes = found.size;
      update.leftOut.push({ path: readablePath(path), reason: "too_large", size_bytes });
      // An earlier version may have been smaller.
      update.removed.push(path);
    } else {
      update.changedMs = Math.max(update.changedMs, found.ctimeMs);
      update.read.push(path);
    }
  }

  const breathe = createBreaks();
  for (const entry of status.changed) {
    await breathe();
    const { path, inIndex, onDisk, isSubmodule } = entry;
    const mostBytes = isForeign(entry) ? (maxFileBytes ?? Infinity) : Infinity;
    if (onDisk === "D") update.removed.push(path);
    else if (onDisk !== ".") take(path, mostBytes, true);
    // The commit has it, and our index does not: git may ignore it.
    else if (inIndex === "D" && isThere(at, path, isSubmodule)) take(path, mostBytes, isSubmodule);
  }
  const known = new Set(
    status.changed.flatMap(({ path, inIndex }) => (inIndex === "A" ? [path] : [])),
  );
  for (const [path, isSubmodule] of added) {
    await breathe();
    if (!known.has(path) && isThere(at, path, isSubmodule)) take(path, Infinity, isSubmodule);
  }
  if (maxFileBytes === null) return update;
  for (const path of untracked) {
    await breathe();
    take(path, maxFileBytes);
  }
  for (const path of status.nested) {
    const reason = "nested_repository";
    update.leftOut.push({ path: readablePath(path), reason, size_bytes: null });
  }
  return update;
}

function isThere(at: string, path: RawPath, isSubmodule: boolean): boolean {
  const found = lookAt(at, path);
  return found !== undefined && (isSubmodule || !found.isDirectory());
}

/** Yields to other work now and then: there can be 50,000 files. */
function createBreaks(): () => Promise<void> {
  let looks = 0;
  return async () => {
    if (++looks % LOOKS_AT_ONCE === 0) await new Promise(setImmediate);
  };
}

/** Takes a millisecond or two. */
const LOOKS_AT_ONCE = 256;
