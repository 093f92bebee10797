import type { LeftOut } from "@malamar/contract/checkpoint.ts";
import type { CheckpointRow, CheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import type { SettingsService } from "#domain/settings/settings-service.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { WorktreeRow } from "#domain/worktree/worktree-store.ts";
import type { Git } from "#git/git.ts";
import { takeSnapshot } from "#git/snapshot.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { worktreePlace } from "./worktree-place.ts";

/** The state of a worktree's files, and what a checkpoint cannot hold. */
export interface FilesNow {
  tree_id: string;
  left_out: readonly LeftOut[];
}

interface Deps {
  git: Git;
  workspaceStore: Pick<WorkspaceStore, "get">;
  checkpointStore: Pick<CheckpointStore, "last">;
  checkpoints: Pick<Checkpoints, "take" | "snapshotPlace">;
  settingsService: Pick<SettingsService, "checkpointMaxFileMb">;
}

/** The files of a worktree that is about to be removed; its task may be deleted. */
export function createWorktreeFiles(deps: Deps) {
  const { git, workspaceStore, checkpointStore, checkpoints, settingsService } = deps;

  /** A deleted workspace no longer trusts anything. */
  function placeOf(worktree: WorktreeRow) {
    const trusted = workspaceStore.get(worktree.workspace_id);
    return worktreePlace(worktree, trusted ?? { trust_repository_programs: false });
  }

  return {
    /** The current state, without storing anything. */
    async filesAt(worktree: WorktreeRow, at: string): Promise<FilesNow> {
      const place = { ...placeOf(worktree), at };
      const { treeId, leftOut } = await git.alone(place.index, () =>
        takeSnapshot(git, checkpoints.snapshotPlace(place), {
          maxFileMb: settingsService.checkpointMaxFileMb(),
          previous: checkpointStore.last(worktree),
        }),
      );
      return { tree_id: treeId, left_out: leftOut };
    },

    /** Stores the state of the files, with the current list of what it leaves out. */
    async takeCheckpoint(worktree: WorktreeRow): Promise<CheckpointRow> {
      const taken = await checkpoints.take(placeOf(worktree), { kind: "before_removal" });
      const now = taken ?? checkpointStore.last(worktree);
      if (now) return now;
      throw new Error("it has no checkpoint");
    },
  };
}

export type WorktreeFiles = ReturnType<typeof createWorktreeFiles>;
