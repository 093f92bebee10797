import { existsSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import { expandHome } from "#lib/expand-home.ts";
import { GitError } from "./git-error.ts";
import { readRecords, recordsOf } from "./git-output.ts";
import type { Git } from "./git.ts";
import { readablePath } from "./raw-path.ts";
import { branchAt, commitOf, commitOfBranch, fileAt } from "./revisions.ts";
import { suggestedSetup } from "./suggested-setup.ts";

interface Look {
  /** Null: whatever is checked out. */
  baseBranch: string | null;
  dataDir: string;
  home?: string;
}

/** The first version with `merge-tree --write-tree`. */
const OLDEST_GIT = [2, 38] as const;

const MOST_BRANCHES = 100;

/** Describes the path that a person has chosen, and any reason why tasks cannot work there. */
export async function lookAt(git: Git, typedPath: string, look: Look): Promise<RepositoryFacts> {
  const path = expandHome(typedPath);
  const facts = { ...NOTHING, path };
  const { version, problem } = await usableGit(git);
  if (version === null) return { ...facts, problem };
  const known = { ...facts, git_version: version };
  try {
    return await lookInto(git, known, look);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { ...known, problem: problemOf(error, path) };
  }
}

const NOTHING: Omit<RepositoryFacts, "path"> = {
  git_version: null,
  problem: null,
  root: null,
  prefix: "",
  is_bare: false,
  is_linked: false,
  branch: null,
  head_commit: null,
  branches: [],
  uncommitted_files: 0,
  has_submodules: false,
  is_sparse: false,
  has_lfs: false,
  worktree_include: null,
  programs: [],
  suggested_setup: null,
};

/** The installed version, if it is new enough; otherwise the problem. */
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

async function lookInto(git: Git, facts: RepositoryFacts, look: Look): Promise<RepositoryFacts> {
  const { path } = facts;
  const { dataDir, baseBranch, home = homedir() } = look;
  if (isTooMuch(path, home, dataDir)) return { ...facts, problem: tooMuch(path) };
  const place = await findRoot(git, path);
  if (place === null) return { ...facts, problem: notARepository(path) };
  const { root } = place;
  if (isTooMuch(root, home, dataDir)) return { ...facts, root, problem: tooMuch(root) };
  const [branch, head, base, branches, programs, config, uncommitted] = await Promise.all([
    branchAt(git, root),
    commitOf(git, root, "HEAD"),
    baseBranch === null ? null : commitOfBranch(git, root, baseBranch),
    branchesOf(git, root),
    git.programs({ at: root }),
    git.config({ at: root }),
    place.isBare ? 0 : countUncommitted(git, root),
  ]);
  const start = baseBranch === null ? head : base;
  return {
    ...facts,
    root,
    prefix: place.prefix,
    is_bare: place.isBare,
    is_linked: place.isLinked,
    branch,
    head_commit: head,
    branches,
    programs,
    uncommitted_files: uncommitted,
    is_sparse: isOn(config.findLast(({ key }) => key === "core.sparsecheckout")?.value),
    ...(start !== null && (await lookAtCommit(git, place, start))),
    problem: startProblem({ root, start, head, baseBranch }),
  };
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && /^(true|yes|on|1)$/i.test(value);
}

interface Place {
  /** The top of the checkout, or the bare repository. */
  root: string;
  prefix: string;
  isBare: boolean;
  isLinked: boolean;
  /** The directory that its worktrees share. */
  common: string;
}

/** Null if there are no files to work on. Throws a GitError if git finds no repository. */
async function findRoot(git: Git, path: string): Promise<Place | null> {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return null;
  const ask = async (...about: string[]) => {
    const args = ["rev-parse", "--path-format=absolute", ...about] as const;
    return (await git.run({ at: path, args, effort: "read" })).split("\n");
  };
  const about = ["--is-bare-repository", "--is-inside-work-tree", "--git-dir", "--git-common-dir"];
  const [bare, inside, gitDir = "", common = ""] = await ask(...about);
  const isLinked = realpathSync(gitDir) !== realpathSync(common);
  if (bare === "true") return { root: gitDir, prefix: "", isBare: true, isLinked: false, common };
  if (inside !== "true") return null;
  const [root = "", prefix = ""] = await ask("--show-toplevel", "--show-prefix");
  // core.worktree can point anywhere; a real checkout has `.git` at its top.
  if (!existsSync(join(root, ".git"))) return null;
  return { root, prefix, isBare: false, isLinked, common };
}

/** Whether it is, or contains, the home directory or Malamar's own data. */
export function isTooMuch(path: string, home: string, dataDir: string): boolean {
  return [home, dataDir].some((inner) => contains(realPath(path), realPath(inner)));
}

function contains(outer: string, inner: string): boolean {
  return `${inner}/`.startsWith(outer === "/" ? outer : `${outer}/`);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

export function tooMuch(path: string): string {
  return `${path} is your home directory, or holds Malamar's data: choose a project`;
}

function notARepository(path: string): string {
  return `${path} is not a git repository`;
}

/** Local branches, and those of remotes. */
async function branchesOf(git: Git, at: string): Promise<string[]> {
  const said = await git.run({
    at,
    args: [
      "for-each-ref",
      "--sort=-committerdate",
      "--format=%(refname)%00%(symref)",
      // A remote's HEAD is not a branch.
      `--count=${MOST_BRANCHES * 2}`,
      "refs/heads",
      "refs/remotes",
    ],
    effort: "read",
  });
  return said
    .split("\n")
    .flatMap((line) => {
      const [ref = "", link] = line.split("\0");
      return ref === "" || link !== "" ? [] : [ref.replace(/^refs\/(heads|remotes)\//, "")];
    })
    .slice(0, MOST_BRANCHES);
}

async function countUncommitted(git: Git, at: string): Promise<number> {
  let count = 0;
  await readRecords(git, { at, args: STATUS, effort: "read" }, () => {
    count++;
  });
  return count;
}

const STATUS = [
  "status",
  "--porcelain",
  "-z",
  "-uall",
  "--no-renames",
  "--ignore-submodules=dirty",
] as const;

/** What the files of the commit that tasks start from tell us. */
async function lookAtCommit(git: Git, { root, prefix, common }: Place, commit: string) {
  const [include, attributes, names, files] = await Promise.all([
    fileAt(git, { at: root, commit, path: ".worktreeinclude" }),
    fileAt(git, { at: root, commit, path: ".gitattributes" }),
    namesIn(git, root, commit, ""),
    namesIn(git, root, commit, prefix),
  ]);
  return {
    worktree_include: include === null ? null : patternsIn(include),
    has_submodules: names.includes(".gitmodules"),
    has_lfs: /\bfilter=lfs\b/.test(attributes ?? "") || existsSync(join(common, "lfs")),
    suggested_setup: suggestedSetup(files),
  };
}

/** None if the commit has no such directory. */
async function namesIn(
  git: Git,
  at: string,
  commit: string,
  prefix: string,
): Promise<readonly string[]> {
  const inside = prefix === "" ? [] : ["--", prefix];
  const args = ["ls-tree", "-z", "--full-tree", "--name-only", commit, ...inside] as const;
  const paths = await recordsOf(git, { at, args, effort: "read" });
  return paths.map((path) => readablePath(path).slice(prefix.length));
}

function patternsIn(file: string): string[] {
  return file.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
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

function problemOf({ reason, message }: GitError, path: string): string {
  if (reason.kind !== "exited") return message;
  if (reason.stderr.startsWith("fatal: not a git repository")) return notARepository(path);
  const owned = /^fatal: detected dubious ownership in repository at '(.*)'$/m.exec(reason.stderr);
  if (!owned) return message;
  const place = owned[1] ?? path;
  return `git refuses ${place}, which belongs to another user; if you trust it: git config --global --add safe.directory ${place}`;
}
