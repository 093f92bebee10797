import { GitError } from "./git-error.ts";
import { readRecords } from "./git-output.ts";
import type { Git } from "./git.ts";
import { readablePath, type RawPath } from "./raw-path.ts";
import { throughOurIndex, type SnapshotPlace } from "./snapshot-place.ts";

/** How the files differ from our index, and our index from the commit that is checked out. */
export interface TreeStatus {
  headId: string | null;
  changed: ChangedPath[];
  untracked: RawPath[];
  /** Nested repositories. */
  nested: RawPath[];
}

/** A path in our index, or in the commit that is checked out. */
export interface ChangedPath {
  path: RawPath;
  /** How our index differs from the commit, in git's letters; a dot where it does not. */
  inIndex: string;
  /** How the file differs from our index. */
  onDisk: string;
  /** Whether the commit has it as a submodule. */
  isSubmodule: boolean;
}

/** More should be in an ignored directory; storing them would take minutes and gigabytes. */
export const MOST_UNTRACKED = 50_000;

export async function readTreeStatus(
  git: Git,
  place: SnapshotPlace,
  signal: AbortSignal | undefined,
): Promise<TreeStatus> {
  const status: TreeStatus = { headId: null, changed: [], untracked: [], nested: [] };
  const complaints = await readRecords(
    git,
    {
      ...throughOurIndex(place, signal),
      args: [
        "status",
        "--porcelain=v2",
        "-z",
        "-uall",
        "--no-renames",
        "--branch",
        "--no-ahead-behind",
        // Inside them git would start another git, where our settings do not apply.
        "--ignore-submodules=dirty",
      ],
    },
    (record) => {
      addTo(status, record);
      if (status.untracked.length > MOST_UNTRACKED) throw tooManyUntracked(status.untracked);
    },
  );
  const unreadable = /^.*could not open directory.*$/m.exec(complaints)?.[0];
  if (unreadable !== undefined) throw new GitError({ kind: "refused" }, said(unreadable));
  return status;
}

function said(line: string): string {
  return readablePath(line).replace(/^warning: /, "");
}

/** The format of version 2 is in `git help status`. */
function addTo(status: TreeStatus, record: string): void {
  const kind = record[0];
  if (kind === "#") status.headId ??= /^# branch\.oid ([0-9a-f]+)$/.exec(record)?.[1] ?? null;
  if (kind === "?" && record.endsWith("/")) status.nested.push(record.slice(2, -1));
  else if (kind === "?") status.untracked.push(record.slice(2));
  if (kind === "1") {
    status.changed.push({
      path: afterFields(record, 8),
      inIndex: record[2] ?? ".",
      onDisk: record[3] ?? ".",
      isSubmodule: record.startsWith("160000 ", MODE_IN_COMMIT),
    });
  }
  // A conflict in our index; the files show how far someone has resolved it.
  if (kind === "u") {
    const path = afterFields(record, 10);
    status.changed.push({ path, inIndex: "U", onDisk: "U", isSubmodule: false });
  }
}

/** Its position in a record, such as `1 .M N... 100644 100644 …`. */
const MODE_IN_COMMIT = "1 XY N... ".length;

/** The rest of a record after this many fields; it can contain spaces. */
function afterFields(record: string, count: number): string {
  let at = 0;
  for (let field = 0; field < count; field++) at = record.indexOf(" ", at) + 1;
  return record.slice(at);
}

export function tooManyUntracked(paths: readonly RawPath[]): GitError {
  const directory = crowdedDirectory(paths);
  const most = MOST_UNTRACKED.toLocaleString("en-US");
  const where = directory === "" ? "" : `, most of them in ${readablePath(directory)}`;
  return new GitError(
    { kind: "refused" },
    `there are more than ${most} untracked files${where}. List what is generated in .gitignore`,
  );
}

/** The deepest directory that contains more than half of them. */
function crowdedDirectory(paths: readonly RawPath[]): RawPath {
  const half = paths.length / 2;
  let directory = "";
  let inside = paths;
  for (;;) {
    const counts = new Map<RawPath, number>();
    for (const path of inside) {
      const end = path.indexOf("/", directory.length);
      if (end !== -1) {
        const child = path.slice(0, end + 1);
        counts.set(child, (counts.get(child) ?? 0) + 1);
      }
    }
    const crowded = [...counts].find(([, count]) => count > half)?.[0];
    if (crowded === undefined) return directory;
    directory = crowded;
    inside = inside.filter((path) => path.startsWith(directory));
  }
}
