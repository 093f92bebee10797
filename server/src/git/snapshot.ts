import type { LeftOut } from "@malamar/contract/checkpoint.ts";
import { planUpdate, type IndexUpdate } from "./changed-paths.ts";
import { GitError } from "./git-error.ts";
import { readRecords } from "./git-output.ts";
import type { Git } from "./git.ts";
import { fileInTheWay } from "./in-the-way.ts";
import { requireId } from "./object-id.ts";
import {
  isBrokenIndex,
  mayHaveSubmodules,
  prepareIndex,
  rebuildIndex,
  versionOfIndex,
} from "./private-index.ts";
import { changesOf, SUBMODULE_MODE } from "./raw-changes.ts";
import { pathList, readablePath, type RawPath } from "./raw-path.ts";
import { tipOf } from "./revisions.ts";
import { signature } from "./signature.ts";
import { throughItsIndex, throughOurIndex, type SnapshotPlace } from "./snapshot-place.ts";
import { changedSubmodules } from "./submodules.ts";
import { readTreeStatus, type TreeStatus } from "./tree-status.ts";

/** The files of a checkout as git objects; no ref keeps them yet. */
export interface Snapshot {
  treeId: string;
  /** The commit that is checked out; null before the first. */
  headId: string | null;
  leftOut: LeftOut[];
  /** How many paths have changed since the last one. */
  paths: number;
}

interface SnapshotOptions {
  /** The limit for untracked files. */
  maxFileMb: number;
  previous: { tree_id: string } | null;
  signal?: AbortSignal;
}

const MB = 1024 * 1024;

/**
 * Stores the files of a checkout as git objects: tracked files, and untracked ones that are not
 * ignored. One at a time for each index.
 */
export async function takeSnapshot(
  git: Git,
  place: SnapshotPlace,
  { maxFileMb, previous, signal }: SnapshotOptions,
): Promise<Snapshot> {
  const rules = { maxFileBytes: maxFileMb * MB, signal };
  const known = previous?.tree_id ?? null;
  return withIndex(git, place, { known, signal }, () => takeOnce(git, place, rules));
}

/** Runs work that uses our index, one at a time. A broken index is rebuilt once. */
async function withIndex<Result>(
  git: Git,
  place: SnapshotPlace,
  { known, signal }: { known: string | null; signal: AbortSignal | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  const workOrRebuild = async () => {
    try {
      return await work();
    } catch (error) {
      if (!isBrokenIndex(error)) throw error;
      await rebuildIndex(git, place, known, signal);
      await secondAfter(git, Date.now());
      return work();
    }
  };
  return git.alone(place.indexPath, workOrRebuild, signal);
}

interface Rules {
  maxFileBytes: number | null;
  signal: AbortSignal | undefined;
}

async function takeOnce(git: Git, place: SnapshotPlace, rules: Rules): Promise<Snapshot> {
  const { headId, leftOut, paths } = await readChanges(git, place, rules);
  const ours = throughOurIndex(place, rules.signal);
  const treeId = (await git.run({ ...ours, args: ["write-tree"] })).trim();
  const inSubmodules = (await mayHaveSubmodules(place)) ? await changedSubmodules(git, ours) : [];
  return { treeId, headId, leftOut: [...leftOut, ...inSubmodules.map(leftOutSubmodule)], paths };
}

function leftOutSubmodule(path: RawPath): LeftOut {
  return { path: readablePath(path), reason: "submodule_changes", size_bytes: null };
}

/** Brings our index up to date with the files. */
async function readChanges(git: Git, place: SnapshotPlace, rules: Rules) {
  const { signal, maxFileBytes } = rules;
  const isNew = await prepareIndex(git, place, signal);
  const before = versionOfIndex(place);
  const status = await readTreeStatus(git, place, signal);
  const after = versionOfIndex(place);
  const added = await addedIn(git, place, status, signal);
  const update = await planUpdate(status, { at: place.at, added, maxFileBytes });
  const wasWritten = isNew || after?.mark !== before?.mark;
  await secondAfter(git, Math.max(update.changedMs, wasWritten ? (after?.writtenMs ?? 0) : 0));
  await updateIndex(git, place, update, signal);
  const paths = update.read.length + update.removed.length;
  return { headId: status.headId, leftOut: update.leftOut, paths };
}

/** What the checkout's own index has beyond its commit, such as an ignored file added by force. */
async function addedIn(
  git: Git,
  place: SnapshotPlace,
  { headId }: TreeStatus,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<RawPath, boolean>> {
  const own = throughItsIndex(place, signal);
  const added = new Map<RawPath, boolean>();
  if (headId === null) {
    await readRecords(git, { ...own, args: ["ls-files", "-s", "-z"] }, (record) => {
      added.set(record.slice(record.indexOf("\t") + 1), record.startsWith(SUBMODULE_MODE));
    });
    return added;
  }
  const args = ["diff-index", "--cached", "--diff-filter=A", ...RAW, headId] as const;
  for (const { path, newMode } of await changesOf(git, { ...own, args })) {
    added.set(path, newMode === SUBMODULE_MODE);
  }
  return added;
}

const RAW = ["--raw", "--no-renames", "--ignore-submodules=none", "-z"] as const;

/**
 * Git compares whole seconds. A file that changes again within the second in which git read it can
 * keep its size and times, so we let git read only after that second is over.
 */
async function secondAfter({ pause }: Git, changedMs: number): Promise<void> {
  const overMs = (Math.floor(changedMs / 1000) + 1) * 1000 + CLOCK_LAG_MS;
  const waitMs = overMs - Date.now();
  // A timestamp in the future is no reason to wait for it.
  if (waitMs > 0) await pause(Math.min(waitMs, 1000 + CLOCK_LAG_MS));
}

/** A file system's clock lags by up to one kernel tick, 10 ms. */
const CLOCK_LAG_MS = 20;

async function updateIndex(
  git: Git,
  place: SnapshotPlace,
  { removed, read }: IndexUpdate,
  signal: AbortSignal | undefined,
): Promise<void> {
  const ours = throughOurIndex(place, signal);
  if (removed.length > 0) {
    const args = ["update-index", "--force-remove", "-z", "--stdin"] as const;
    await git.run({ ...ours, args, stdin: pathList(removed) });
  }
  if (read.length === 0) return;
  const kinds = ["--add", "--remove", "--replace", "--ignore-skip-worktree-entries"];
  const complaints = await readRecords(
    git,
    { ...ours, args: ["update-index", ...kinds, "-z", "--stdin"], stdin: pathList(read) },
    () => {},
  );
  const refused = /^Ignoring path (.*)$/m.exec(complaints)?.[1];
  if (refused === undefined) return;
  throw new GitError({ kind: "refused" }, `git cannot store ${readablePath(refused)}`);
}

interface StoredSnapshot {
  at: string;
  snapshot: Pick<Snapshot, "treeId" | "headId">;
  previousCommit: string | null;
  /** The full name. */
  ref: string;
  message: string;
  /** As ISO-8601. */
  date: string;
}

/**
 * Creates the commit that keeps a snapshot; its parents are the previous one and the commit that
 * was checked out. Fails if the ref has moved.
 */
export async function storeSnapshot(
  git: Git,
  { at, snapshot, previousCommit, ref, message, date }: StoredSnapshot,
): Promise<string> {
  const { treeId, headId } = snapshot;
  const parents = [...new Set([previousCommit, headId].filter((id) => id !== null))];
  const commit = await git.run({
    at,
    args: [
      "commit-tree",
      "--no-gpg-sign",
      ...parents.flatMap((id) => ["-p", id]),
      requireId(treeId),
    ],
    effort: "checkpoint",
    env: signature(date),
    stdin: message,
  });
  const commitId = requireId(commit.trim());
  const none = "0".repeat(treeId.length);
  await git.run({
    at,
    args: ["update-ref", "--no-deref", "--end-of-options", ref, commitId, previousCommit ?? none],
    effort: "checkpoint",
    // The chain of parents is the log.
    settings: [["core.logAllRefUpdates", "false"]],
  });
  return commitId;
}

interface RestoreOptions {
  /** Sets the checkout's own index to its commit. */
  alsoOwnIndex: boolean;
  /** Called once nothing is in the way, before the first file changes. Can be repeated. */
  begin?: () => Promise<void>;
  signal?: AbortSignal;
}

/**
 * Makes the files match this tree; ignored files stay. Take a snapshot first: a file that no
 * snapshot contains blocks the restore, and then nothing is changed.
 */
export async function restoreTree(
  git: Git,
  place: SnapshotPlace,
  treeId: string,
  { alsoOwnIndex, begin, signal }: RestoreOptions,
): Promise<void> {
  const tree = requireId(treeId);
  await withIndex(git, place, { known: null, signal }, async () => {
    await readChanges(git, place, { maxFileBytes: null, signal });
    await requireFreeWay(git, place, tree, signal);
    await begin?.();
    const args = ["read-tree", "--reset", "-u", "--no-recurse-submodules", tree] as const;
    await git.run({ ...throughOurIndex(place, signal), args });
  });
  if (alsoOwnIndex) await resetIndex(git, place, await tipOf(git, place.at, "HEAD"), signal);
}

async function requireFreeWay(
  git: Git,
  place: SnapshotPlace,
  tree: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const created: RawPath[] = [];
  const deleted = new Set<RawPath>();
  const ours = throughOurIndex(place, signal);
  const args = ["diff-index", "--cached", ...RAW, tree] as const;
  for (const change of await changesOf(git, { ...ours, args })) {
    if (change.status === "A") deleted.add(change.path);
    // For a submodule, only its directory is created.
    if (change.status === "D" && change.oldMode !== SUBMODULE_MODE) created.push(change.path);
  }
  const path = await fileInTheWay(place.at, { created, deleted });
  if (path === null) return;
  throw new GitError(
    { kind: "refused" },
    `${readablePath(path)} is in the way, and no checkpoint contains it. Move it, and try again`,
  );
}

/** Sets the checkout's own index to a commit; no file changes. */
export async function resetIndex(
  git: Git,
  place: Pick<SnapshotPlace, "at" | "isTrusted">,
  commit: string | null,
  signal?: AbortSignal,
): Promise<void> {
  const own = throughItsIndex(place, signal);
  const what = commit === null ? ["--empty"] : ["--reset", requireId(commit)];
  await git.run({ ...own, args: ["read-tree", ...what] });
  await git.run({ ...own, args: ["update-index", "-q", "--refresh"] });
}
