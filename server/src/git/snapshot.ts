import type { LeftOut } from "@malamar/contract/checkpoint.ts";
import type { Git } from "./git.ts";

/** A checkout whose files are stored and put back. */
export interface SnapshotPlace {
  /** Its top. */
  at: string;
  /** Our own index of it; the checkout's index stays as it is. */
  indexPath: string;
  /** Programs that the repository names may run. */
  isTrusted: boolean;
}

/** The files of a checkout as git objects; no ref keeps them yet. */
export interface Snapshot {
  treeId: string;
  /** The commit that is checked out; null before the first. */
  headId: string | null;
  leftOut: LeftOut[];
  /** How many have changed since the last one. */
  paths: number;
}

interface SnapshotOptions {
  maxFileMb: number;
  previous: { commit_id: string; tree_id: string; head_id: string | null } | null;
  signal?: AbortSignal;
}

export function takeSnapshot(
  _git: Git,
  _place: SnapshotPlace,
  _options: SnapshotOptions,
): Promise<Snapshot> {
  throw new Error("Not there yet");
}

interface StoredSnapshot {
  at: string;
  snapshot: Snapshot;
  previousCommit: string | null;
  /** By its full name. */
  ref: string;
  message: string;
  /** As ISO-8601. */
  date: string;
}

/** The commit that keeps it. Fails if the ref is not where it was. */
export function storeSnapshot(_git: Git, _stored: StoredSnapshot): Promise<string> {
  throw new Error("Not there yet");
}

export function restoreTree(
  _git: Git,
  _place: SnapshotPlace,
  _treeId: string,
  _options: { alsoOwnIndex: boolean },
): Promise<void> {
  throw new Error("Not there yet");
}
