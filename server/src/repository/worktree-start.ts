import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { Git } from "#git/git.ts";
import { findStart } from "#git/starting-place.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";
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
  place: { dataDir: string; disk: PatientDisk },
): Promise<WorktreeStart> {
  const { working_directory_path: path, base_branch } = workspace;
  if (path === null) throw new RepositoryProblem("the workspace names no working directory");
  const found = await findStart(git, path, { ...place, baseBranch: base_branch });
  if (found.problem !== null || !found.place?.start) {
    throw new RepositoryProblem(found.problem ?? `${path} is not a git repository`);
  }
  const { root, prefix, branch, common: repository, start: base_commit } = found.place;
  return { root, prefix, repository, base_branch: base_branch ?? branch, base_commit };
}
