import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CheckRunStore } from "#domain/check/check-run-store.ts";
import type { CheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { WorktreeRow, WorktreeStore } from "#domain/worktree/worktree-store.ts";
import type { Git } from "#git/git.ts";
import type { Clock } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import { listRefs } from "#git/list-refs.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { checkoutOf, isBranchOf } from "./names.ts";
import { isThere } from "./worktree-links.ts";
import { worktreePlace } from "./worktree-place.ts";
import type { Worktrees } from "./worktrees.ts";

interface Deps {
  git: Git;
  worktreeStore: Pick<WorktreeStore, "open">;
  checkpointStore: Pick<CheckpointStore, "last" | "repositories">;
  checkRunStore: Pick<CheckRunStore, "loseRunning">;
  workspaceStore: Pick<WorkspaceStore, "get">;
  worktrees: Pick<Worktrees, "save">;
  checkpoints: Pick<Checkpoints, "catchUp">;
  installationId: string;
  dataDir: string;
  clock: Clock;
  logger: Logger;
}

/**
 * Cleans up what the previous process left in repositories. Half-made worktrees are created again
 * when their task is worked on; other people's locks stay.
 */
export function createRepositoryRecovery(deps: Deps) {
  const { git, worktreeStore, checkpointStore, checkRunStore, workspaceStore } = deps;
  const { worktrees, checkpoints, installationId, dataDir, clock, logger } = deps;

  return async ({ afterCrash }: { afterCrash: boolean }): Promise<void> => {
    const rows = worktreeStore.open();
    for (const row of rows) {
      if (row.state === "ready" && !isThere(row.path)) worktrees.save({ ...row, state: "missing" });
    }
    // A clean stop waits for every git.
    if (!afterCrash) return;
    checkRunStore.loseRunning(clock());
    removeLocks(join(dataDir, "checkpoints"), () => true);
    for (const repository of checkpointStore.repositories()) {
      const refs = join(repository, "refs/malamar", installationId);
      removeLocks(refs, isOfCheckpoint);
      removeLocks(join(refs, "kept"), isOfKeptWork);
    }
    for (const row of rows) removeBranchLock(row);
    await catchUp(rows);
  };

  /** None of our processes is running, so nobody holds these locks. */
  function removeLocks(directory: string, isOurs: (name: string) => boolean): void {
    try {
      const names = readdirSync(directory).filter((name) => name.endsWith(".lock"));
      for (const name of names.filter(isOurs)) rmSync(join(directory, name), { force: true });
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
      logger.warn("Locks that a crash left cannot be removed", { directory, error });
    }
  }

  /** The branch's lock: until the worktree exists, only we know the branch. */
  function removeBranchLock({ state, repository, branch, task_id }: WorktreeRow): void {
    const isBeingWritten = state === "creating" || state === "removing";
    if (!isBeingWritten || !isBranchOf(task_id, branch)) return;
    rmSync(join(repository, `refs/heads/${branch}.lock`), { force: true });
  }

  /** After a crash between a checkpoint and its row, only the ref knows it. */
  async function catchUp(rows: readonly WorktreeRow[]): Promise<void> {
    for (const [repository, ofRepository] of Map.groupBy(rows, (row) => row.repository)) {
      if (!isThere(repository)) continue;
      try {
        const at = checkoutOf(repository);
        const refs = await listRefs(git, at, "refs/malamar");
        for (const row of ofRepository) {
          const last = checkpointStore.last({ task_id: row.task_id });
          const tip = refs.get(row.ref);
          if (tip === undefined || tip === last?.commit_id) continue;
          const workspace = workspaceStore.get(row.workspace_id) ?? NOT_TRUSTED;
          await checkpoints.catchUp({ ...worktreePlace(row, workspace), at });
        }
      } catch (error) {
        logger.warn("The checkpoints of a repository cannot be read", { repository, error });
      }
    }
  }
}

const NOT_TRUSTED = { trust_repository_programs: false };

function isOfKeptWork(name: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{8}\.lock$/.test(name);
}

function isOfCheckpoint(name: string): boolean {
  return /^[0-9a-f]{8}\.lock$/.test(name);
}
