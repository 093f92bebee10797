import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { GitError } from "./git-error.ts";
import { firstBytes, readRecords } from "./git-output.ts";
import type { Git, GitCommand } from "./git.ts";
import { requireId } from "./object-id.ts";
import { changesOf, SUBMODULE_MODE } from "./raw-changes.ts";
import { rawPath, readablePath, type RawPath } from "./raw-path.ts";
import { throughItsIndex } from "./snapshot-place.ts";

type Asked = Omit<GitCommand, "args">;

/**
 * The submodules with anything that no remote has. They are checked one by one, so that every git
 * runs with our settings.
 */
export async function changedSubmodules(git: Git, index: Asked): Promise<RawPath[]> {
  const changed: RawPath[] = [];
  for (const path of await submodulesIn(git, index)) {
    if (await isChanged(git, index, path)) changed.push(path);
  }
  return changed;
}

async function submodulesIn(git: Git, index: Asked): Promise<RawPath[]> {
  const paths: RawPath[] = [];
  await readRecords(git, { ...index, args: ["ls-files", "-s", "-z"] }, (record) => {
    if (record.startsWith(`${SUBMODULE_MODE} `)) paths.push(record.slice(record.indexOf("\t") + 1));
  });
  return paths;
}

async function isChanged(git: Git, { at, isTrusted, signal }: Asked, path: RawPath) {
  const name = readablePath(path);
  // We cannot go there.
  if (rawPath(name) !== path) return true;
  const directory = join(at, name);
  if (!existsSync(join(directory, ".git"))) return hasFiles(directory);
  const inside = throughItsIndex({ at: directory, isTrusted: isTrusted ?? false }, signal);
  try {
    return (
      (await saysSomething(git, { ...inside, args: STATUS })) ||
      (await saysSomething(git, { ...inside, args: OWN_COMMITS })) ||
      (await changedSubmodules(git, inside)).length > 0
    );
  } catch (error) {
    if (!(error instanceof GitError) || error.reason.kind === "aborted") throw error;
    // We cannot know what is in it.
    return true;
  }
}

const STATUS = ["status", "--porcelain", "-z", "-unormal", "--ignore-submodules=dirty"] as const;

/** Tags usually come from a remote, often without a branch. */
const OWN_COMMITS = [
  "rev-list",
  "--max-count=1",
  "--exclude=refs/remotes/*",
  "--exclude=refs/tags/*",
  "--all",
  "--not",
  "--remotes",
] as const;

/** Whether a submodule's repository has commits that no remote has, even if its files are gone. */
export function hasOwnCommits(git: Git, at: string): Promise<boolean> {
  const itself = throughItsIndex({ at, isTrusted: false }, undefined);
  return saysSomething(git, { ...itself, args: OWN_COMMITS });
}

interface Pinned {
  /** The path as people read it. */
  path: string;
  commit: string;
}

/** The submodules whose commit differs between two trees, with the commit in the first one. */
export async function submodulesThatDiffer(
  git: Git,
  { at, tree, other }: { at: string; tree: string; other: string },
): Promise<Pinned[]> {
  const ends = [requireId(tree), requireId(other)];
  const args = [
    "diff-tree",
    "-r",
    "--no-renames",
    "--ignore-submodules=none",
    "--raw",
    "-z",
  ] as const;
  const changes = await changesOf(git, { at, args: [...args, ...ends], effort: "read" });
  return changes
    .filter(({ oldMode, newMode }) => oldMode === SUBMODULE_MODE && newMode === SUBMODULE_MODE)
    .map(({ path, oldId }) => ({ path: readablePath(path), commit: oldId }));
}

async function saysSomething(git: Git, command: GitCommand): Promise<boolean> {
  return (await firstBytes(git, command, 0)).isCut;
}

/** In a submodule that is not checked out, git sees no files. */
function hasFiles(directory: string): boolean {
  try {
    return readdirSync(directory).length > 0;
  } catch {
    // It is gone, or not a directory; the outer repository reports that.
    return false;
  }
}
