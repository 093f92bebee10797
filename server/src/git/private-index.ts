import {
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { dirname } from "node:path";
import { GitError } from "./git-error.ts";
import { readRecords, recordsOf } from "./git-output.ts";
import type { Git } from "./git.ts";
import { pathList, type RawPath } from "./raw-path.ts";
import { throughItsIndex, throughOurIndex, type SnapshotPlace } from "./snapshot-place.ts";

/**
 * Prepares our own index of a checkout. It starts as a copy of the checkout's own index, which
 * knows all files already. Only we use it, so any lock on it is left from a crash. Returns whether
 * it is new.
 */
export async function prepareIndex(
  git: Git,
  place: SnapshotPlace,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { at, indexPath } = place;
  if (!existsSync(`${at}/.git`)) {
    throw new GitError({ kind: "refused" }, `${at} is not the top of a checkout`);
  }
  rmSync(`${indexPath}.lock`, { force: true });
  const isSparse = await isSparseCheckout(git, place, signal);
  const isNew = !existsSync(indexPath);
  if (isNew) {
    mkdirSync(dirname(indexPath), { recursive: true, mode: 0o700 });
    copyIndex(await ownIndexPath(git, place, signal), indexPath);
    await lookAtEveryFile(git, place, isSparse, signal);
  }
  if (isSparse) await skipWhatItSkips(git, place, signal);
  return isNew;
}

/** Starts over where git cannot use our index. It then has to look at every file again. */
export async function rebuildIndex(
  git: Git,
  place: SnapshotPlace,
  treeId: string | null,
  signal: AbortSignal | undefined,
): Promise<void> {
  rmSync(place.indexPath, { force: true });
  const ours = throughOurIndex(place, signal);
  await git.run({ ...ours, args: ["read-tree", treeId ?? "--empty"] });
  await git.run({ ...ours, args: ["update-index", "-q", "--unmerged", "--refresh"] });
}

/** Whether git cannot use our index, or objects that it refers to are gone. */
export function isBrokenIndex(error: unknown): boolean {
  if (!(error instanceof GitError)) return false;
  const { reason } = error;
  // A damaged file can even crash git.
  if (reason.kind === "killed") return true;
  return reason.kind === "exited" && BROKEN.test(reason.stderr);
}

const BROKEN =
  /\bindex (file|uses|entry|version)\b|in the index|entries in index|unordered stage|multiple stage|bad signature|invalid object|error building trees/;

/** Changes with every write; null if there is no index. */
export function versionOfIndex({ indexPath }: SnapshotPlace): IndexVersion | null {
  const found = statSync(indexPath, { throwIfNoEntry: false });
  if (!found) return null;
  const { ino, size, mtimeMs, ctimeMs } = found;
  return { mark: [ino, size, mtimeMs, ctimeMs].join(" "), writtenMs: mtimeMs };
}

interface IndexVersion {
  mark: string;
  writtenMs: number;
}

async function ownIndexPath(
  git: Git,
  place: SnapshotPlace,
  signal: AbortSignal | undefined,
): Promise<string> {
  const said = await git.run({
    ...throughItsIndex(place, signal),
    args: ["rev-parse", "--path-format=absolute", "--git-path", "index"],
  });
  return said.replace(/\n$/, "");
}

/**
 * Keeps its timestamp: git rereads files that changed in the second in which the index was
 * written.
 */
function copyIndex(from: string, to: string): void {
  if (!existsSync(from)) return;
  const part = `${to}.new`;
  const { atime, mtime } = statSync(from);
  copyFileSync(from, part);
  utimesSync(part, atime, mtime);
  renameSync(part, to);
}

/** Clears the flags with which someone told git not to look at a file. */
async function lookAtEveryFile(
  git: Git,
  place: SnapshotPlace,
  isSparse: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const ours = throughOurIndex(place, signal);
  const unchanged: RawPath[] = [];
  const skipped: RawPath[] = [];
  await readRecords(git, { ...ours, args: ["ls-files", "-v", "-z"] }, (record) => {
    const mark = record[0] ?? "";
    const path = record.slice(2);
    if (mark !== mark.toUpperCase()) unchanged.push(path);
    // In a sparse checkout, git itself checks whether the file is there after all.
    if (mark.toUpperCase() === "S" && !isSparse) skipped.push(path);
  });
  await mark(git, place, "--no-assume-unchanged", unchanged, signal);
  await mark(git, place, "--no-skip-worktree", skipped, signal);
}

async function mark(
  git: Git,
  place: SnapshotPlace,
  how: string,
  paths: readonly RawPath[],
  signal: AbortSignal | undefined,
): Promise<void> {
  if (paths.length === 0) return;
  await git.run({
    ...throughOurIndex(place, signal),
    args: ["update-index", how, "-z", "--stdin"],
    stdin: pathList(paths),
  });
}

async function isSparseCheckout(
  git: Git,
  place: SnapshotPlace,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const entries = await git.config(throughItsIndex(place, signal));
  const value = entries.findLast(({ key }) => key === "core.sparsecheckout")?.value;
  return value !== undefined && /^(true|yes|on|1)$/i.test(value);
}

/** What a sparse checkout leaves out is marked in our index as in its own. */
async function skipWhatItSkips(
  git: Git,
  place: SnapshotPlace,
  signal: AbortSignal | undefined,
): Promise<void> {
  const args = ["ls-files", "-t", "-s", "-z"] as const;
  const known = new Set(await recordsOf(git, { ...throughOurIndex(place, signal), args }));
  const entries: string[] = [];
  await readRecords(git, { ...throughItsIndex(place, signal), args }, (record) => {
    if (record.startsWith("S ") && !known.has(record)) entries.push(record.slice(2));
  });
  if (entries.length === 0) return;
  await git.run({
    ...throughOurIndex(place, signal),
    args: ["update-index", "--replace", "-z", "--index-info"],
    stdin: pathList(entries),
  });
  const paths = entries.map((entry) => entry.slice(entry.indexOf("\t") + 1));
  await mark(git, place, "--skip-worktree", paths, signal);
}

/** Whether our index may have submodules: their mode is in its bytes, in every index version. */
export async function mayHaveSubmodules({ indexPath }: SnapshotPlace): Promise<boolean> {
  return Buffer.from(await Bun.file(indexPath).arrayBuffer()).includes(SUBMODULE_MODE);
}

const SUBMODULE_MODE = Buffer.from([0, 0, 0xe0, 0]);
