import type { WorkspaceId, WorktreeId } from "@malamar/contract/ids.ts";
import type { IgnoredFiles, Worktree, Worktrees } from "@malamar/contract/worktree.ts";
import type { Actor } from "#domain/actor/actor.ts";
import type { CheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import {
  SHOWN_WORKTREE,
  type WorktreeRow,
  type WorktreeStore,
} from "#domain/worktree/worktree-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { Git } from "#git/git.ts";
import { directorySize } from "#lib/directory-size.ts";
import { freeMbAt } from "#lib/free-mb.ts";
import type { Logger } from "#lib/logger.ts";
import { ignoredSize } from "./ignored-size.ts";
import type { Removal } from "./removal.ts";
import { askRepository } from "./repository-trouble.ts";
import { isThere } from "./worktree-links.ts";

interface Deps {
  git: Git;
  unit: UnitOfWork;
  worktreeStore: WorktreeStore;
  checkpointStore: Pick<CheckpointStore, "last" | "countOfWorktree">;
  taskStore: Pick<TaskStore, "get">;
  removal: Pick<Removal, "get" | "removeNow">;
  worktreeDir: string;
  logger: Logger;
}

/** Worktrees as people see them, with the space they take. */
export function createWorktreeList(deps: Deps) {
  const { git, unit, worktreeStore, checkpointStore, taskStore, removal } = deps;
  const { worktreeDir, logger } = deps;
  const measured = new Set<WorktreeId>();

  function shown(row: WorktreeRow): Worktree {
    const last = checkpointStore.last(row);
    return {
      ...SHOWN_WORKTREE.pick(row),
      has_task: taskStore.get(row.task_id) !== null,
      left_out: last?.left_out ?? [],
    };
  }

  function listed(rows: readonly WorktreeRow[]): Worktrees {
    for (const row of rows) measureSoon(row);
    return {
      worktrees: rows.map(shown),
      total_bytes: sumOf(rows, ({ size_bytes }) => size_bytes ?? 0),
      checkpoints: sumOf(rows, ({ id }) => checkpointStore.countOfWorktree(id)),
      free_mb: freeMb(),
    };
  }

  /** Looks at every file, so nobody waits for it. */
  async function measure(id: WorktreeId, isWanted: () => boolean): Promise<void> {
    const row = worktreeStore.get(id);
    if (!row || row.state !== "ready") return;
    const size_bytes = await directorySize(row.path, isWanted);
    const now = worktreeStore.get(id);
    if (size_bytes === null || now?.state !== "ready" || now.size_bytes === size_bytes) return;
    unit((emit) => {
      worktreeStore.update({ ...now, size_bytes });
      emit({ type: "worktree.updated", workspace_id: now.workspace_id, worktree_id: id });
    });
  }

  /** For a list that does not show the size yet. */
  function measureSoon({ id, size_bytes }: WorktreeRow): void {
    if (size_bytes !== null || measured.has(id)) return;
    measured.add(id);
    measure(id, () => true)
      .catch((error: unknown) => {
        logger.warn("The size of a worktree cannot be stored", { worktree_id: id, error });
      })
      .finally(() => measured.delete(id));
  }

  return {
    get: removal.get,

    ofWorkspace: (id: WorkspaceId): Worktrees => listed(worktreeStore.ofWorkspace(id)),

    ofDeletedWorkspaces: (): Worktrees => listed(worktreeStore.ofDeletedWorkspaces()),

    /** What its removal would delete for good. Looks at every such file. */
    async ignoredFiles(id: WorktreeId, signal: AbortSignal): Promise<IgnoredFiles> {
      const { repository, path } = removal.get(id);
      return askRepository(repository, async () => {
        if (!isThere(path)) return { size_bytes: 0 };
        return { size_bytes: await ignoredSize(git, path, signal) };
      });
    },

    removeNow: (actor: Actor, id: WorktreeId, confirmed: readonly string[]): Promise<void> =>
      removal.removeNow(actor, id, confirmed),

    /** For the cleanup: measures all of them, one by one, until `isWanted` says no. */
    async measureAll(isWanted: () => boolean): Promise<void> {
      for (const { id } of worktreeStore.inState("ready")) {
        if (!isWanted()) return;
        await measure(id, isWanted);
      }
    },
  };

  /** Null if unknown: the directory is created with the first worktree. */
  function freeMb(): number | null {
    try {
      return freeMbAt(worktreeDir);
    } catch {
      return null;
    }
  }
}

export type WorktreeList = ReturnType<typeof createWorktreeList>;

function sumOf<Row>(rows: readonly Row[], figure: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + figure(row), 0);
}
