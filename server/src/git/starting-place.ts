import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { expandHome } from "#lib/expand-home.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";
import { GitError } from "./git-error.ts";
import type { Git } from "./git.ts";
import { branchAt, commitOf, commitOfBranch } from "./revisions.ts";

export interface Look {
  /** Null: what is checked out. */
  baseBranch: string | null;
  dataDir: string;
  home?: string;
  /** A path that a person typed can be on a drive that does not answer. */
  disk: PatientDisk;
}

/** Where a task's worktree would come from. */
export interface StartingPlace {
  /** The top of the checkout, or the bare repository. */
  root: string;
  /** The path inside it, with a slash at the end; empty at the top. */
  prefix: string;
  isBare: boolean;
  isLinked: boolean;
  /** The real path of what its worktrees share. */
  common: string;
  /** Null when no branch is checked out. */
  branch: string | null;
  head: string | null;
  /** The commit that tasks start from; null if there is none. */
  start: string | null;
}

interface Found {
  path: string;
  /** Null where there is no git, or none that is new enough. */
  version: string | null;
  /** The top of a repository in which nobody should work, too. */
  root: string | null;
  /** Null where it is not a repository, or not one to work in. */
  place: StartingPlace | null;
  /** Why no task could work there, in the words of its error. */
  problem: string | null;
}

/** The first with `merge-tree --write-tree`. */
const OLDEST_GIT = [2, 38] as const;

/**
 * What is at a path that a person has chosen, as far as tasks need it to start: nothing here takes
 * longer in a large repository than in a small one.
 */
export async function findStart(git: Git, typedPath: string, look: Look): Promise<Found> {
  const path = expandHome(typedPath);
  const { version, problem } = await usableGit(git);
  const known = { path, version, root: null, place: null, problem };
  if (version === null) return known;
  try {
    return { ...known, ...(await findIn(git, path, look)) };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { ...known, problem: problemOf(error, path) };
  }
}

/** The version, if there is one that is new enough; else the problem. */
export async function usableGit(
  git: Git,
): Promise<{ version: string | null; problem: string | null }> {
  try {
    const version = await git.version();
    const [major = 0, minor = 0] = version.split(".").map(Number);
    const [oldMajor, oldMinor] = OLDEST_GIT;
    if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) {
      return { version, problem: null };
    }
    const problem = `git ${version} is too old, ${OLDEST_GIT.join(".")} or newer is needed`;
    return { version: null, problem };
  } catch (error) {
    if (error instanceof GitError) return { version: null, problem: error.message };
    throw error;
  }
}

async function findIn(git: Git, path: string, look: Look): Promise<Partial<Found>> {
  const { dataDir, baseBranch, home = homedir(), disk } = look;
  const spot = await disk<Spot | null>(() => spotAt(path, [home, dataDir]), null);
  if (spot === null) return { problem: unanswered(path) };
  if (spot.isTooMuch) return { problem: tooMuch(path) };
  if (!spot.isDirectory) return { problem: notARepository(path) };
  const shape = await shapeAt(git, path);
  if (shape === null) return { problem: notARepository(path) };
  const { root, isBare } = shape;
  const top = await disk<Top | null>(() => topAt(shape, [home, dataDir]), null);
  if (top === null) return { problem: unanswered(path) };
  // core.worktree can lead anywhere; a checkout has its repository, or the way to it, at its top.
  if (!isBare && !top.hasDotGit) return { problem: notARepository(path) };
  if (top.isTooMuch) return { root, problem: tooMuch(root) };
  const [branch, head, base] = await Promise.all([
    branchAt(git, root),
    commitOf(git, root, "HEAD"),
    baseBranch === null ? null : commitOfBranch(git, root, baseBranch),
  ]);
  const start = baseBranch === null ? head : base;
  const { prefix } = shape;
  const { common, isLinked } = top;
  return {
    root,
    place: { root, prefix, isBare, isLinked, common, branch, head, start },
    problem: startProblem({ root, start, head, baseBranch }),
  };
}

/** What git says about a directory. */
interface Shape {
  root: string;
  prefix: string;
  isBare: boolean;
  gitDir: string;
  common: string;
}

/** Null where no files could be worked on. Throws a GitError where git finds no repository. */
async function shapeAt(git: Git, path: string): Promise<Shape | null> {
  const ask = async (...about: string[]) => {
    const args = ["rev-parse", "--path-format=absolute", ...about] as const;
    return (await git.run({ at: path, args, effort: "read" })).split("\n");
  };
  const about = ["--is-bare-repository", "--is-inside-work-tree", "--git-dir", "--git-common-dir"];
  const [bare, inside, gitDir = "", common = ""] = await ask(...about);
  if (bare === "true") return { root: gitDir, prefix: "", isBare: true, gitDir, common };
  if (inside !== "true") return null;
  const [root = "", prefix = ""] = await ask("--show-toplevel", "--show-prefix");
  return { root, prefix, isBare: false, gitDir, common };
}

interface Spot {
  isDirectory: boolean;
  isTooMuch: boolean;
}

/** Never rejects: what cannot be looked at is nothing to work in. */
async function spotAt(path: string, inner: readonly string[]): Promise<Spot> {
  const isDirectory = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return { isDirectory, isTooMuch: await isTooMuch(path, inner) };
}

interface Top {
  common: string;
  isLinked: boolean;
  hasDotGit: boolean;
  isTooMuch: boolean;
}

/** Never rejects. */
async function topAt(shape: Shape, inner: readonly string[]): Promise<Top> {
  const { root, isBare, gitDir } = shape;
  const common = await realPath(shape.common);
  return {
    common,
    isLinked: !isBare && (await realPath(gitDir)) !== common,
    hasDotGit: await stat(join(root, ".git")).then(
      () => true,
      () => false,
    ),
    isTooMuch: await isTooMuch(root, inner),
  };
}

/** Whether it is, or contains, one of them: the home directory, or Malamar's own data. */
export async function isTooMuch(path: string, inner: readonly string[]): Promise<boolean> {
  const outer = await realPath(path);
  for (const each of inner) if (contains(outer, await realPath(each))) return true;
  return false;
}

function contains(outer: string, inner: string): boolean {
  return `${inner}/`.startsWith(outer === "/" ? outer : `${outer}/`);
}

function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

function unanswered(path: string): string {
  return `${path} was not checked, because a disk is not responding`;
}

export function tooMuch(path: string): string {
  return `${path} is your home directory, or holds Malamar's data: choose a project`;
}

function notARepository(path: string): string {
  return `${path} is not a git repository`;
}

interface Start {
  root: string;
  start: string | null;
  head: string | null;
  baseBranch: string | null;
}

function startProblem({ root, start, head, baseBranch }: Start): string | null {
  if (start !== null) return null;
  if (head === null) return `the repository ${root} has no commit yet`;
  return `the branch ${baseBranch} does not exist`;
}

export function problemOf({ reason, message }: GitError, path: string): string {
  if (reason.kind !== "exited") return message;
  if (reason.stderr.startsWith("fatal: not a git repository")) return notARepository(path);
  const owned = /^fatal: detected dubious ownership in repository at '(.*)'$/m.exec(reason.stderr);
  if (!owned) return message;
  const place = owned[1] ?? path;
  return `git refuses ${place}, which belongs to another user; if you trust it: git config --global --add safe.directory ${place}`;
}
