import type { WorktreeRow, WorktreeStore } from "#domain/worktree/worktree-store.ts";
import { isCheckedOut } from "#git/branches.ts";
import { GitError } from "#git/git-error.ts";
import type { Git } from "#git/git.ts";
import { branchAt } from "#git/revisions.ts";
import type { Logger } from "#lib/logger.ts";
import type { Worktrees } from "./worktrees.ts";

interface Deps {
  git: Git;
  worktreeStore: Pick<WorktreeStore, "get">;
  worktrees: Pick<Worktrees, "save">;
  logger: Logger;
}

/**
 * Records what someone did with the branch of a worktree. The task continues either way: results are
 * states of files, which Done puts on the branch.
 */
export function createBranchNotes({ git, worktreeStore, worktrees, logger }: Deps) {
  return async ({ id, path, branch }: WorktreeRow): Promise<void> => {
    try {
      const notice = await noticeAbout(git, path, branch);
      const row = worktreeStore.get(id);
      if (row?.state === "ready" && row.notice !== notice) worktrees.save({ ...row, notice });
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      logger.warn("The branch of a worktree cannot be read", { worktree_id: id, error });
    }
  };
}

export type NoteBranch = ReturnType<typeof createBranchNotes>;

/** In sentences; null if nothing happened to it. */
async function noticeAbout(git: Git, path: string, branch: string): Promise<string | null> {
  const isHere = await isCheckedOut(git, path, branch);
  if (isHere === true) return null;
  const other = await branchAt(git, path);
  return [
    ...(isHere === null ? ["This branch was deleted. Done recreates it."] : []),
    ...(other === branch ? [] : [switchedWords(other)]),
  ].join(" ");
}

function switchedWords(other: string | null): string {
  const state = other === null ? "now has a detached HEAD" : `is now on the branch ${other}`;
  return `Its worktree ${state}. Done still leaves the work on this branch.`;
}
