import { basename, dirname, join } from "node:path";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { WorktreeRow } from "#domain/worktree/worktree-store.ts";
import { GitError } from "#git/git-error.ts";
import type { Git } from "#git/git.ts";
import { commonDirectory } from "#git/revisions.ts";
import { repairWorktree } from "#git/worktrees.ts";
import { checkoutOf, checkpointRef, isWorktreePath } from "./names.ts";
import { RepositoryProblem } from "./repository-problem.ts";
import { areLinked, folderIn, hasLostLink, isThere, writeLink } from "./worktree-links.ts";

interface Deps {
  git: Git;
  installationId: string;
  worktreeDir: string;
}

type Found =
  /** It may have moved: then this row says where it is. */
  | { is: "there"; row: WorktreeRow }
  /** It must be made again. */
  | { is: "missing" }
  /** It belongs to another Malamar, whose data ours were copied from. */
  | { is: "theirs" };

/**
 * Where a worktree is now. The repository, or our data, may have moved since it was made: then
 * both are told where the other one is.
 */
export function createWorktreeSearch({ git, installationId, worktreeDir }: Deps) {
  return async (row: WorktreeRow, workspace: StoredWorkspace): Promise<Found> => {
    if (!isThere(row.path)) {
      const path = join(worktreeDir, basename(dirname(row.path)), basename(row.path));
      if (path === row.path || !isThere(path)) return { is: "missing" };
      return { is: "there", row: await linked({ ...row, path }, workspace) };
    }
    if (!isOurs(row)) return { is: "theirs" };
    if (areLinked(row.repository, row.path)) return { is: "there", row };
    return { is: "there", row: await linked(row, workspace) };
  };

  /** Made under this installation, or where only it makes them. */
  function isOurs(row: WorktreeRow): boolean {
    return (
      row.ref === checkpointRef(installationId, row.task_id) || isWorktreePath(worktreeDir, row)
    );
  }

  async function linked(row: WorktreeRow, workspace: StoredWorkspace): Promise<WorktreeRow> {
    const repository = await repositoryOf(row, workspace);
    const folder = folderIn(repository, row.path);
    if (folder !== null && hasLostLink(row.path)) writeLink(row.path, folder);
    else await repairWorktree(git, checkoutOf(repository), row.path).catch(unlessAborted);
    if (areLinked(repository, row.path)) return { ...row, repository };
    throw new RepositoryProblem(
      `the repository ${checkoutOf(repository)} does not know the worktree ${row.path} any more: move it elsewhere, and it is made again from its last checkpoint`,
    );
  }

  async function repositoryOf(row: WorktreeRow, workspace: StoredWorkspace): Promise<string> {
    if (isThere(row.repository)) return row.repository;
    const path = workspace.working_directory_path;
    try {
      if (path !== null) return await commonDirectory(git, path);
    } catch (error) {
      unlessAborted(error);
    }
    throw new RepositoryProblem(
      `the repository ${checkoutOf(row.repository)} is gone; the files of this task are in ${row.path}`,
    );
  }
}

export type WorktreeSearch = ReturnType<typeof createWorktreeSearch>;

function unlessAborted(error: unknown): void {
  if (!(error instanceof GitError) || error.reason.kind === "aborted") throw error;
}
