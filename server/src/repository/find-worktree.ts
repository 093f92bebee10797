import { basename, dirname, join } from "node:path";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { WorktreeRow } from "#domain/worktree/worktree-store.ts";
import { GitError, isAborted } from "#git/git-error.ts";
import type { Git } from "#git/git.ts";
import { commonDirectory, tipOf } from "#git/revisions.ts";
import { repairWorktree } from "#git/worktrees.ts";
import { checkoutOf, checkpointRef, isWorktreePath } from "./names.ts";
import { RepositoryProblem } from "./repository-problem.ts";
import { areLinked, folderIn, hasLostLink, isThere, writeLink } from "./worktree-links.ts";

interface Deps {
  git: Git;
  installationId: string;
  worktreeDir: string;
}

export interface FoundWorktree {
  /**
   * Missing: it has to be created again. Theirs: it belongs to another Malamar, and our data is a
   * copy of that one's.
   */
  is: "there" | "missing" | "theirs";
  /** The current row: the worktree or its repository may have moved. */
  row: WorktreeRow;
}

/**
 * Finds a worktree. The repository or our data may have moved since it was created: then both are
 * reconnected.
 */
export function createWorktreeSearch({ git, installationId, worktreeDir }: Deps) {
  return async (row: WorktreeRow, workspace: StoredWorkspace | null): Promise<FoundWorktree> => {
    if (row.path !== "" && isThere(row.path)) {
      if (!isOurs(row)) return { is: "theirs", row };
      if (areLinked(row.repository, row.path)) return { is: "there", row };
      return { is: "there", row: await linked(row, workspace) };
    }
    const path = join(worktreeDir, basename(dirname(row.path)), basename(row.path));
    if (row.path !== "" && path !== row.path && isThere(path)) {
      return { is: "there", row: await linked({ ...row, path }, workspace) };
    }
    const repository = await repositoryOf(row, workspace);
    // It is the same repository only if it has the checkpoints.
    const isSame = repository !== null && (await tipOf(git, repository, row.ref)) !== null;
    return { is: "missing", row: isSame ? { ...row, repository } : row };
  };

  /** Created by this installation, or in a place where only this installation creates worktrees. */
  function isOurs(row: WorktreeRow): boolean {
    return (
      row.ref === checkpointRef(installationId, row.task_id) || isWorktreePath(worktreeDir, row)
    );
  }

  async function linked(row: WorktreeRow, workspace: StoredWorkspace | null): Promise<WorktreeRow> {
    const repository = await repositoryOf(row, workspace);
    if (repository === null) {
      throw new RepositoryProblem(
        `the repository ${checkoutOf(row.repository)} is gone; the files of this task are in ${row.path}`,
      );
    }
    const folder = folderIn(repository, row.path);
    const repair = () => repairWorktree(git, checkoutOf(repository), row.path);
    if (folder !== null && hasLostLink(row.path)) writeLink(row.path, folder);
    else await git.alone(repository, repair).catch(unlessAborted);
    if (areLinked(repository, row.path)) return { ...row, repository };
    throw new RepositoryProblem(
      `the repository ${checkoutOf(repository)} no longer knows the worktree ${row.path}: move that folder away, and the next run recreates it from its last checkpoint`,
    );
  }

  /** If its own is gone, the workspace's; null if that is not a repository either. */
  async function repositoryOf(
    row: WorktreeRow,
    workspace: StoredWorkspace | null,
  ): Promise<string | null> {
    if (isThere(row.repository)) return row.repository;
    const path = workspace?.working_directory_path ?? null;
    if (path === null) return null;
    try {
      return await commonDirectory(git, path);
    } catch (error) {
      unlessAborted(error);
      return null;
    }
  }
}

export type WorktreeSearch = ReturnType<typeof createWorktreeSearch>;

function unlessAborted(error: unknown): void {
  if (!(error instanceof GitError) || isAborted(error)) throw error;
}
