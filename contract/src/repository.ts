import { z } from "zod";
import { DirectoryQuery } from "./directory.ts";
import { measured } from "./text.ts";

export const RepositoryQuery = DirectoryQuery;

/** The rules of `git check-ref-format --branch`, without its shorthands. */
export function isBranchName(name: string): boolean {
  return (
    name.length <= 200 &&
    /^[^\p{Cc} ~^:?*[\\]+$/u.test(name) &&
    !/^-|^\/|\/$|\/\/|\.\.|@\{|^(@|HEAD)$|\.$/.test(name) &&
    name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"))
  );
}

export const BranchName = z
  .string("must be the name of a branch")
  .refine(isBranchName, "must be the name of a branch, such as main or feature/login");

/** As long as what can follow a prefix: 40 characters of the summary, 8 of the id, and a number. */
const MADE_FROM_TASK = "x".repeat(40 + "-12345678-9".length);

/** Such as `malamar/`; a name made from the task follows. */
export const BranchPrefix = z
  .string("must be text")
  .refine(
    (prefix) => prefix === "" || isBranchName(prefix + MADE_FROM_TASK),
    "must be the beginning of a branch name, such as malamar/",
  );

const MOST_PATTERNS = 50;

/** Patterns as in .gitignore, one per entry. */
export const CopyPatterns = z
  .array(
    z
      .string("must be text")
      .min(1, measured("must not be empty"))
      .refine((line) => !/[\0\r\n]/.test(line), "must be one line"),
    "must be a list of patterns",
  )
  .max(MOST_PATTERNS, measured(`must be at most ${MOST_PATTERNS} patterns`));

/** A program that the configuration of a repository names. */
export const RepositoryProgram = z.object({
  /** Such as filter.lfs.clean. */
  key: z.string(),
  value: z.string(),
  scope: z.enum(["local", "worktree"]),
  /**
   * Whether Malamar runs it too: always what git lfs install writes, never hooks and the like, and
   * all others where the workspace trusts the repository.
   */
  runs: z.enum(["always", "if_trusted", "never"]),
});
export type RepositoryProgram = z.infer<typeof RepositoryProgram>;

/** What is known about the repository at a path. */
export const RepositoryFacts = z.object({
  /** With the home directory expanded. */
  path: z.string(),
  /** Null if there is no git, or none that is new enough. */
  git_version: z.string().nullable(),
  /** Why a task could not work there, as its error would say; null if one could. */
  problem: z.string().nullable(),
  /** The top of the checkout, or the bare repository; null if it is not a repository. */
  root: z.string().nullable(),
  /** The path inside it, with a slash at the end; empty at the top. */
  prefix: z.string(),
  is_bare: z.boolean(),
  /** A worktree of the person's own. */
  is_linked: z.boolean(),
  /** Null when no branch is checked out. */
  branch: z.string().nullable(),
  head_commit: z.string().nullable(),
  /** Most recent commit first; at most 100. */
  branches: z.array(z.string()),
  /**
   * Files with changes that nobody has committed; a task's worktree does not have them. Null where
   * they cannot be counted in time.
   */
  uncommitted_files: z.number().int().nonnegative().nullable(),
  has_submodules: z.boolean(),
  is_sparse: z.boolean(),
  has_lfs: z.boolean(),
  /** The patterns of .worktreeinclude, which replace the workspace's; null without that file. */
  worktree_include: z.array(z.string()).nullable(),
  programs: z.array(RepositoryProgram),
  /** A suggestion only: nothing sets it but a person. */
  suggested_setup: z.string().nullable(),
});
export type RepositoryFacts = z.infer<typeof RepositoryFacts>;
