import type { Directory } from "@malamar/contract/directory.ts";
import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import { factsOf, type DirectoryFact } from "./path.logic.ts";

/** Whether each task can have its own branch there. */
export function canBranch(facts: RepositoryFacts | undefined): facts is RepositoryFacts {
  return facts !== undefined && facts.problem === null;
}

/** What the user should know about a repository before tasks get branches of it. */
export function repositoryFacts(facts: RepositoryFacts): DirectoryFact[] {
  if (facts.problem !== null) return problemFacts(facts.problem, facts);
  return [...whatItIs(facts), ...leftBehind(facts)];
}

/** What the user should know about a folder, which may be a repository that tasks share. */
export function folderFacts(
  directory: Directory,
  facts: RepositoryFacts | undefined,
): DirectoryFact[] {
  const known = factsOf(directory);
  if (!directory.is_directory || facts === undefined) return known;
  if (canBranch(facts)) return [...whatItIs(facts), ...known.filter(({ tone }) => tone !== "good")];
  // Where nobody should work at all, a branch does not help.
  return directory.warning === null ? [...known, ...whyNoBranch(facts)] : known;
}

/** What is in the checkout, but not in the commit that tasks start from. */
export function leftBehind({ uncommitted_files: files }: RepositoryFacts): DirectoryFact[] {
  if (files === null || files === 0) return [];
  const many = files === 1 ? "uncommitted file" : `${files.toLocaleString()} uncommitted files`;
  return [{ tone: "warning", text: `Tasks start from the last commit, without your ${many}` }];
}

/** More branches than these may exist. */
const MOST_BRANCHES = 100;

/** What is wrong with the branch that tasks start from, as far as it is known. */
export function baseFacts(facts: RepositoryFacts, base: string): DirectoryFact[] {
  const name = base.trim();
  const isComplete = facts.branches.length < MOST_BRANCHES;
  if (!canBranch(facts) || name === "" || !isComplete || facts.branches.includes(name)) return [];
  return [{ tone: "warning", text: `The branch ${name} does not exist` }];
}

function whatItIs(facts: RepositoryFacts): DirectoryFact[] {
  const kinds = [
    facts.is_linked && "Linked worktree",
    facts.has_submodules && "Submodules",
    facts.has_lfs && "Git LFS",
    facts.is_sparse && "Sparse checkout",
  ].filter((kind) => kind !== false);
  return [
    { tone: "good", text: checkoutWords(facts) },
    ...(facts.prefix === "" || facts.root === null
      ? []
      : [{ tone: "plain", text: `Agents work in ${facts.prefix} of ${facts.root}` } as const]),
    ...(kinds.length === 0 ? [] : [{ tone: "plain", text: kinds.join(" · ") } as const]),
  ];
}

function checkoutWords({ is_bare, branch, head_commit }: RepositoryFacts): string {
  if (is_bare) return branch === null ? "Bare repository" : `Bare repository, ${branch}`;
  if (branch !== null) return `Git repository on ${branch}`;
  return `Git repository, no branch checked out${head_commit === null ? "" : `: at ${head_commit.slice(0, 7)}`}`;
}

function problemFacts(problem: string, facts: RepositoryFacts): DirectoryFact[] {
  const advice = adviceFor(facts);
  return [
    { tone: "warning", text: sentence(problem) },
    ...(advice === null ? [] : [{ tone: "plain", text: advice } as const]),
  ];
}

/** A folder without Git is nothing to warn about. */
function whyNoBranch(facts: RepositoryFacts): DirectoryFact[] {
  const advice = adviceFor(facts);
  if (facts.problem === null) return [];
  if (isPlainFolder(facts) && advice !== null) return [{ tone: "plain", text: advice }];
  return problemFacts(facts.problem, facts);
}

/** Why what agents change in a folder cannot be recorded. Null if it can. */
export function whyUnrecorded(facts: RepositoryFacts): { title: string; text: string } | null {
  if (facts.root !== null) return null;
  if (isPlainFolder(facts)) {
    return {
      title: "This folder is not in a Git repository",
      text: "Malamar records changes with Git. Run git init in the folder, then open this tab again.",
    };
  }
  return {
    title: "Changes cannot be recorded here",
    text: `${sentence(facts.problem ?? "git does not know this folder")}.`,
  };
}

/** What makes branches possible. Null if the problem says it already. */
function adviceFor(facts: RepositoryFacts): string | null {
  if (facts.git_version === null) {
    return "For a branch per task, install Git 2.38 or newer and reload this page";
  }
  if (isPlainFolder(facts)) {
    return "For a branch per task, run git init here and make a first commit";
  }
  if (facts.root !== null && facts.head_commit === null) {
    return "For a branch per task, make a first commit";
  }
  return null;
}

function isPlainFolder({ git_version, root, problem }: RepositoryFacts): boolean {
  return (
    git_version !== null && root === null && problem?.endsWith("not a git repository") === true
  );
}

/** Problems are the end of an error text: "git was not found". Paths stay as they are. */
function sentence(problem: string): string {
  return /^[a-z]/.test(problem) ? problem.charAt(0).toUpperCase() + problem.slice(1) : problem;
}

/** Whether Malamar runs the programs that the repository names, with this choice. */
export function programsOf(facts: RepositoryFacts | undefined, isTrusted: boolean) {
  return (facts?.programs ?? []).map((program) => ({
    ...program,
    is_run: program.runs === "always" || (isTrusted && program.runs === "if_trusted"),
  }));
}
