import { rm } from "node:fs/promises";
import type { WorktreeRow } from "#domain/worktree/worktree-store.ts";
import type { Git } from "#git/git.ts";
import { removeWorktree } from "#git/worktrees.ts";
import { makingPath } from "./names.ts";
import { folderIn, unfinishedFolders } from "./worktree-links.ts";

/** Removes what an earlier attempt to create a worktree left. Nobody has ever worked there. */
export async function clearHalfMade(
  git: Git,
  worktreeDir: string,
  row: WorktreeRow,
): Promise<void> {
  const { repository } = row;
  const path = makingPath(worktreeDir, row);
  for (const folder of unfinishedFolders(repository, path)) {
    await rm(folder, { recursive: true, force: true });
  }
  await rm(path, { recursive: true, force: true });
  if (folderIn(repository, path) !== null) await removeWorktree(git, repository, path);
}
