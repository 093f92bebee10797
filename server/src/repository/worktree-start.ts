import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { Git } from "#git/git.ts";
import { lookAt } from "#git/repository-look.ts";
import { commitOfBranch, commonDirectory } from "#git/revisions.ts";
import { RepositoryProblem } from "./repository-problem.ts";

/** Where the worktrees of a workspace start. */
export interface WorktreeStart {
  /** The top of the person's checkout, or the bare repository. */
  root: string;
  /** Where agents work in it, with a slash at the end; empty at the top. */
  prefix: string;
  /** The directory that all worktrees share. */
  repository: string;
  base_branch: string | null;
  base_commit: string;
}

/** Throws a task's error if no worktree could be created there. */
export async function startOf(
  git: Git,
  workspace: Pick<StoredWorkspace, "working_directory_path" | "base_branch">,
  dataDir: string,
): Promise<WorktreeStart> {
  const { working_directory_path: path, base_branch } = workspace;
  if (path === null) throw new RepositoryProblem("the workspace names no working directory");
  const facts = await lookAt(git, path, { baseBranch: base_branch, dataDir });
  const { root, problem, prefix } = facts;
  if (problem !== null || root === null) {
    throw new RepositoryProblem(problem ?? `${path} is not a git repository`);
  }
  const base_commit =
    base_branch === null ? facts.head_commit : await commitOfBranch(git, root, base_branch);
  if (base_commit === null) {
    throw new RepositoryProblem(`the branch ${base_branch} does not exist`);
  }
  const repository = await commonDirectory(git, root);
  return { root, prefix, repository, base_branch: base_branch ?? facts.branch, base_commit };
}
