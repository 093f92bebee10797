import { rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import type { ViewedFileStore } from "#domain/checkpoint/viewed-file-store.ts";
import type { KeptWorkStore } from "#domain/worktree/kept-work-store.ts";
import type { WorktreeRow, WorktreeStore } from "#domain/worktree/worktree-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { Git } from "#git/git.ts";
import { deleteTree } from "#lib/delete-tree.ts";
import { keptId } from "./kept-work.ts";
import { isWorktreePath, laneOf, makingPath } from "./names.ts";
import { indexOfCheckout } from "./own-checkout.ts";
import { hasOwnNames } from "./worktree-place.ts";
import { areLinked, isThere } from "./worktree-links.ts";
import { existingPathOf } from "./worktree-root.ts";
import type { WorktreeTrash } from "./worktree-trash.ts";

interface Deps {
  git: Pick<Git, "alone">;
  unit: UnitOfWork;
  worktreeStore: Pick<WorktreeStore, "ofRepository" | "remove">;
  checkpointStore: Pick<CheckpointStore, "removeOfRepository">;
  keptWorkStore: Pick<KeptWorkStore, "remove">;
  viewedFileStore: Pick<ViewedFileStore, "forget">;
  trash: Pick<WorktreeTrash, "pathOf">;
  dataDir: string;
  worktreeDir: string;
}

/**
 * Deletes a repository that Malamar has made itself, and everything that was made from it: nothing
 * is asked, and no work is kept. Needs no git, and can be repeated.
 */
export function createEraseRepository(deps: Deps) {
  const { git, unit, worktreeStore, checkpointStore, keptWorkStore, viewedFileStore } = deps;
  const { trash, dataDir, worktreeDir } = deps;

  /** The repository goes last: by its path a repeated try finds the rest. */
  return async (path: string): Promise<void> => {
    const top = existingPathOf(path);
    const repository = join(top, ".git");
    const worktrees = worktreeStore.ofRepository(repository);
    for (const worktree of worktrees) {
      await git.alone(laneOf(worktree.task_id), () => eraseFiles(worktree));
    }
    await removeIndex(indexOfCheckout(top));
    unit(() => {
      for (const place of checkpointStore.removeOfRepository(repository)) {
        viewedFileStore.forget(place);
      }
      for (const { id } of worktrees) {
        keptWorkStore.remove(keptId(id));
        worktreeStore.remove(id);
      }
    });
    await deleteTree(top);
  };

  async function eraseFiles(worktree: WorktreeRow): Promise<void> {
    if (!hasOwnNames(worktree)) return;
    const { id, path, repository } = worktree;
    await removeIndex(id);
    await deleteTree(trash.pathOf(worktree));
    await deleteTree(makingPath(worktreeDir, worktree));
    if (!isWorktreePath(worktreeDir, worktree)) return;
    // A row from someone else's backup could name the worktree of any repository.
    if (isThere(join(path, ".git")) && !areLinked(repository, path)) return;
    await deleteTree(path);
    // Not if something else is in it.
    await rmdir(dirname(path)).catch(() => {});
  }

  async function removeIndex(name: string): Promise<void> {
    await rm(join(dataDir, "checkpoints", `${name}.index`), { force: true });
  }
}

export type EraseRepository = ReturnType<typeof createEraseRepository>;
