import { mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { WorktreeId } from "@malamar/contract/ids.ts";
import { SYSTEM, type Actor } from "#domain/actor/actor.ts";
import { nameOf, type TaskJournal } from "#domain/task/task-journal.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import type { WorktreeRow, WorktreeStore } from "#domain/worktree/worktree-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { notFound } from "#lib/app-error.ts";
import type { Clock } from "#lib/clock.ts";
import { deleteTree } from "#lib/delete-tree.ts";
import type { Logger } from "#lib/logger.ts";
import type { KeptWorkService } from "./kept-work.ts";
import { folderIn, isThere } from "./worktree-links.ts";

interface Deps {
  unit: UnitOfWork;
  worktreeStore: Pick<WorktreeStore, "get" | "update">;
  taskStore: Pick<TaskStore, "get">;
  taskJournal: Pick<TaskJournal, "log">;
  keptWork: Pick<KeptWorkService, "keep">;
  worktreeDir: string;
  clock: Clock;
  logger: Logger;
}

/** Where worktrees go before they are deleted: until git has forgotten one, it can come back. */
export function createWorktreeTrash(deps: Deps) {
  const { unit, worktreeStore, taskStore, taskJournal, keptWork, worktreeDir, clock, logger } =
    deps;
  const trash = join(worktreeDir, ".trash");
  const pathOf = ({ id }: Pick<WorktreeRow, "id">) => join(trash, id);
  /** Large directories take a while, and nobody waits for that. What cannot be deleted stays. */
  const deletions = new Set<WorktreeId>();

  function requireWorktree(id: WorktreeId): WorktreeRow {
    const worktree = worktreeStore.get(id);
    if (!worktree) throw notFound("Worktree");
    return worktree;
  }

  /** Reads the row again: others may have changed it. */
  function change(id: WorktreeId, changes: Partial<WorktreeRow>): WorktreeRow {
    return unit((emit) => {
      const worktree = { ...requireWorktree(id), ...changes, updated_at: clock() };
      worktreeStore.update(worktree);
      const { workspace_id } = worktree;
      emit({ type: "worktree.updated", workspace_id, worktree_id: id });
      return worktree;
    });
  }

  /** From here on only its work is kept. Can be repeated. */
  async function finish(actor: Actor, { id, task_id }: WorktreeRow): Promise<WorktreeRow> {
    const noteKept = await keptWork.keep(requireWorktree(id));
    const removed = unit((emit) => {
      noteKept();
      const row = change(id, { state: "removed", problem: null, size_bytes: null });
      const task = taskStore.get(task_id);
      if (task) {
        const metadata = { branch: row.branch };
        taskJournal.log(actor, task, { event_type: "worktree_removed", metadata });
        emit({ type: "task.updated", ...nameOf(task) });
      }
      return row;
    });
    empty(id);
    return removed;
  }

  function empty(id: WorktreeId): void {
    deletions.add(id);
    deleteTree(pathOf({ id })).then(
      () => deletions.delete(id),
      (error: unknown) => {
        logger.warn("A removed worktree could not be deleted; the next start tries again", {
          worktree_id: id,
          error,
        });
      },
    );
  }

  return {
    requireWorktree,
    change,
    finish,
    pathOf,
    has: (worktree: WorktreeRow): boolean => isThere(pathOf(worktree)),

    /** From here on, nobody finds it in its place. */
    async put(worktree: WorktreeRow): Promise<void> {
      await mkdir(trash, { recursive: true, mode: 0o700 });
      change(worktree.id, { state: "removing", problem: null });
      try {
        await rename(worktree.path, pathOf(worktree));
      } catch (error) {
        change(worktree.id, { state: worktree.state });
        throw error;
      }
    },

    /** Its task needs it after all. If git has forgotten it, only its work is kept. */
    async takeBack(worktree: WorktreeRow): Promise<WorktreeRow> {
      const { repository, path } = worktree;
      if (!isThere(path) && isThere(repository) && folderIn(repository, path) === null) {
        return finish(SYSTEM, worktree);
      }
      if (!isThere(path) && isThere(pathOf(worktree))) await rename(pathOf(worktree), path);
      return change(worktree.id, { state: "ready", problem: null });
    },

    /** Whether nothing is left to delete. */
    isEmpty: (): boolean => deletions.size === 0,

    /** Deletes what a crash left of removed worktrees. */
    async recover(): Promise<void> {
      for (const name of await readdir(trash).catch(() => [])) {
        // We gave these names: they are ids.
        const id = name as WorktreeId;
        if (worktreeStore.get(id)?.state === "removed") empty(id);
      }
    },
  };
}

export type WorktreeTrash = ReturnType<typeof createWorktreeTrash>;
