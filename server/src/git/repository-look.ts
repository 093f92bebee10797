import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import { GitError } from "./git-error.ts";
import { readRecords, recordsOf } from "./git-output.ts";
import type { Git } from "./git.ts";
import { readablePath } from "./raw-path.ts";
import { fileAt } from "./revisions.ts";
import { findStart, problemOf, type Look, type StartingPlace } from "./starting-place.ts";
import { suggestedSetup } from "./suggested-setup.ts";

const MOST_BRANCHES = 100;

/** All about a path that a person has chosen, and why tasks could not work there. */
export async function lookAt(git: Git, typedPath: string, look: Look): Promise<RepositoryFacts> {
  const { path, version, root, place, problem } = await findStart(git, typedPath, look);
  const facts = { ...NOTHING, path, git_version: version, root, problem };
  if (place === null) return facts;
  const { prefix, isBare, isLinked, branch, head } = place;
  const known = { ...facts, prefix, is_bare: isBare, is_linked: isLinked, branch };
  try {
    return { ...known, head_commit: head, ...(await factsOf(git, place, look)) };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { ...facts, problem: problem ?? problemOf(error, path) };
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

async function factsOf(git: Git, place: StartingPlace, look: Look) {
  const { root, isBare, start } = place;
  const [branches, programs, config, uncommitted_files] = await Promise.all([
    branchesOf(git, root),
    git.programs({ at: root }),
    git.config({ at: root }),
    isBare ? 0 : countUncommitted(git, root),
  ]);
  return {
    branches,
    programs,
    uncommitted_files,
    is_sparse: isOn(config.findLast(({ key }) => key === "core.sparsecheckout")?.value),
    ...(start !== null && (await lookAtCommit(git, place, start, look))),
  };
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && /^(true|yes|on|1)$/i.test(value);
}

/** The local ones, and those of remotes. */
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

/** Null where that takes too long, or git cannot tell: tasks do not depend on it. */
async function countUncommitted(git: Git, at: string): Promise<number | null> {
  let count = 0;
  try {
    await readRecords(git, { at, args: STATUS, effort: "read" }, () => {
      count++;
    });
    return count;
  } catch (error) {
    return nullForGit(error);
  }
}

function nullForGit(error: unknown): null {
  if (error instanceof GitError) return null;
  throw error;
}

const STATUS = [
  "status",
  "--porcelain",
  "-z",
  "-uall",
  "--no-renames",
  "--ignore-submodules=dirty",
] as const;

/** What the files of the commit say that tasks start from; a partial clone may lack some. */
async function lookAtCommit(
  git: Git,
  { root, prefix, common }: StartingPlace,
  commit: string,
  { disk }: Look,
) {
  const fileIn = (path: string) => fileAt(git, { at: root, commit, path }).catch(nullForGit);
  const hasLfsFolder = () =>
    stat(join(common, "lfs")).then(
      () => true,
      () => false,
    );
  const [include, attributes, names, files, usesLfs] = await Promise.all([
    fileIn(".worktreeinclude"),
    fileIn(".gitattributes"),
    namesIn(git, root, commit, ""),
    namesIn(git, root, commit, prefix),
    disk(hasLfsFolder, false),
  ]);
  return {
    worktree_include: include === null ? null : patternsIn(include),
    has_submodules: names.includes(".gitmodules"),
    has_lfs: /\bfilter=lfs\b/.test(attributes ?? "") || usesLfs,
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
  const inside = prefix === "" ? [] : [prefix];
  const options = ["-z", "--full-tree", "--name-only", "--end-of-options"];
  const args = ["ls-tree", ...options, commit, ...inside] as const;
  const paths = await recordsOf(git, { at, args, effort: "read" });
  return paths.map((path) => readablePath(path).slice(prefix.length));
}

function patternsIn(file: string): string[] {
  return file.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
}
