import type { KeptWorkId, WorkspaceId, WorktreeId } from "@malamar/contract/ids.ts";
import type { KeptWork } from "@malamar/contract/worktree.ts";
import type { CheckpointRow, CheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import {
  SHOWN_KEPT_WORK,
  type KeptWorkRow,
  type KeptWorkStore,
} from "#domain/worktree/kept-work-store.ts";
import type { WorktreeRow } from "#domain/worktree/worktree-store.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { createBranch, moveRef, takenBranches } from "#git/branches.ts";
import { branchCommitOf } from "#git/kept-commit.ts";
import type { Git } from "#git/git.ts";
import { deleteRef } from "#git/refs.ts";
import { tipOf } from "#git/revisions.ts";
import { AppError, notFound } from "#lib/app-error.ts";
import { DAY_MS, later, type Clock } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import { PACKED_REFS, type LockNotes } from "./lock-notes.ts";
import { isCheckpointRef, isKeptRef, keptRef } from "./names.ts";
import { askRepository } from "./repository-trouble.ts";

interface Deps {
  git: Git;
  unit: UnitOfWork;
  keptWorkStore: KeptWorkStore;
  checkpointStore: Pick<
    CheckpointStore,
    "ofWorktree" | "removeOfWorktree" | "markAbandoned" | "abandonedBefore" | "remove"
  >;
  lockNotes: Pick<LockNotes, "during">;
  /** 0 means forever. */
  keptWorkDays: () => number;
  clock: Clock;
  logger: Logger;
}

/**
 * The work of removed worktrees: their checkpoints stay in the repository under another ref, for
 * as long as the settings say.
 */
export function createKeptWork(deps: Deps) {
  const { git, unit, keptWorkStore, checkpointStore, lockNotes, keptWorkDays, clock, logger } =
    deps;

  function requireKept(id: KeptWorkId): KeptWorkRow {
    const kept = keptWorkStore.get(id);
    if (!kept) throw notFound("Kept work");
    return kept;
  }

  /** If there was never anything beyond the base, there is nothing to keep. */
  async function hasWork(
    { repository, base_commit }: WorktreeRow,
    [first, ...others]: readonly CheckpointRow[],
  ): Promise<boolean> {
    if (others.length > 0 || first?.head_id !== base_commit) return true;
    return first.tree_id !== (await tipOf(git, repository, `${base_commit}^{tree}`));
  }

  /** A row can come from someone else's backup: only these two kinds of refs are ever removed. */
  async function removeRef(repository: string, ref: string, commit: string): Promise<boolean> {
    if (!isKeptRef(ref) && !isCheckpointRef(ref)) return true;
    try {
      await askRepository(repository, async () => {
        if ((await tipOf(git, repository, ref)) === null) return;
        const remove = () => deleteRef(git, repository, ref, commit);
        await lockNotes.during(repository, [PACKED_REFS], remove);
      });
      return true;
    } catch (error) {
      logger.warn("A ref that is no longer needed cannot be removed yet", { ref, error });
      return false;
    }
  }

  return {
    get: requireKept,

    /** Newest first. */
    ofWorkspace: (id: WorkspaceId): KeptWork[] =>
      keptWorkStore.ofWorkspace(id).map((row) => SHOWN_KEPT_WORK.pick(row)),
    ofDeletedWorkspaces: (): KeptWork[] =>
      keptWorkStore.ofDeletedWorkspaces().map((row) => SHOWN_KEPT_WORK.pick(row)),

    /**
     * The worktree is gone: moves its checkpoints to another ref, to make room for those of a new
     * one. Can be repeated. Returns what belongs in the unit of work that records the removal.
     */
    async keep(worktree: WorktreeRow): Promise<() => void> {
      const { id, repository, workspace_id, task_id, task_summary, branch } = worktree;
      const checkpoints = checkpointStore.ofWorktree(id);
      const commit_id = checkpoints.at(-1)?.commit_id;
      if (commit_id === undefined) return () => {};
      const isKept = await hasWork(worktree, checkpoints);
      const ref = keptRef(worktree);
      if (isKept) {
        const from = await tipOf(git, repository, ref);
        if (from !== commit_id) await moveRef(git, repository, { ref, from, to: commit_id });
      }
      await removeRef(repository, worktree.ref, commit_id);
      if (!isKept) return () => checkpointStore.removeOfWorktree(id);
      const kept_at = clock();
      const days = keptWorkDays();
      const expires_at = days === 0 ? null : later(kept_at, days * DAY_MS);
      return () =>
        void keptWorkStore.insert({
          id: keptId(id),
          workspace_id,
          task_id,
          task_summary,
          repository,
          branch,
          ref,
          commit_id,
          kept_at,
          expires_at,
        });
    },

    /** Creates a branch: the agents' commits, plus one with what nobody had committed. */
    async restore(id: KeptWorkId, branch: string): Promise<KeptWork> {
      const kept = requireKept(id);
      const { repository, commit_id, task_summary } = kept;
      await askRepository(repository, async () => {
        const taken = (await takenBranches(git, repository, [branch])).get(branch);
        if (taken !== undefined) {
          throw new AppError(
            "CONFLICT",
            `A branch named ${taken} exists. Choose another name for this one.`,
          );
        }
        const message = `Kept work: ${task_summary}`;
        const commit = await branchCommitOf(git, { at: repository, commit: commit_id, message });
        const create = () => createBranch(git, repository, branch, commit);
        await lockNotes.during(repository, [`refs/heads/${branch}`], create);
      });
      return SHOWN_KEPT_WORK.pick(kept);
    },

    /** For the cleanup: removes what has expired, until `isWanted` says no. */
    async removeExpired(isWanted: () => boolean): Promise<number> {
      const now = clock();
      let count = 0;
      for (const { id, workspace_id, repository, ref, commit_id } of keptWorkStore.expired(now)) {
        if (!isWanted()) return count;
        if (!(await removeRef(repository, ref, commit_id))) continue;
        const worktree_id = worktreeIdOf(id);
        unit((emit) => {
          keptWorkStore.remove(id);
          checkpointStore.removeOfWorktree(worktree_id);
          emit({ type: "worktree.updated", workspace_id, worktree_id });
        });
        count++;
      }
      return count + (await removeAbandoned(now, isWanted));
    },
  };

  /** In a person's own checkout, only the states that we stored of it are removed. */
  async function removeAbandoned(now: string, isWanted: () => boolean): Promise<number> {
    checkpointStore.markAbandoned(now);
    const days = keptWorkDays();
    if (days === 0) return 0;
    const old = checkpointStore.abandonedBefore(later(now, -days * DAY_MS));
    const places = Map.groupBy(old, ({ repository, ref }) => `${repository} ${ref}`);
    let count = 0;
    for (const checkpoints of places.values()) {
      if (!isWanted()) return count;
      const { repository, ref, commit_id } = checkpoints.at(-1)!;
      if (!(await removeRef(repository, ref, commit_id))) continue;
      unit(() => {
        for (const { id } of checkpoints) checkpointStore.remove(id);
      });
      count++;
    }
    return count;
  }
}

export type KeptWorkService = ReturnType<typeof createKeptWork>;

/** A worktree is removed once, so its kept work can have its id: a repeated removal finds it. */
export function keptId(id: WorktreeId): KeptWorkId {
  return id as string as KeptWorkId;
}

function worktreeIdOf(id: KeptWorkId): WorktreeId {
  return id as string as WorktreeId;
}
