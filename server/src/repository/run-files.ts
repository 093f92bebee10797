import { existsSync } from "node:fs";
import type { RunId } from "@malamar/contract/ids.ts";
import type { CheckpointPlace, CheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import type { RunStore } from "#domain/run/run-store.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { WorktreeRow, WorktreeStore } from "#domain/worktree/worktree-store.ts";
import { messageOf } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";
import type { NoteBranch } from "./branch-notes.ts";
import type { CheckpointedPlace, CheckpointReason, Checkpoints } from "./checkpoints.ts";
import type { Guest, OwnCheckout } from "./own-checkout.ts";
import type { WorktreeOwner } from "./plan-worktree.ts";
import { takeRequired } from "./take-required.ts";
import { variablesOf, workFolderOf, worktreePlace } from "./worktree-place.ts";
import type { Worktrees } from "./worktrees.ts";

interface Deps {
  worktrees: Worktrees;
  worktreeStore: Pick<WorktreeStore, "get">;
  checkpointStore: Pick<CheckpointStore, "last">;
  runStore: Pick<RunStore, "lastEndedOf">;
  checkpoints: Pick<Checkpoints, "take">;
  ownCheckout: OwnCheckout;
  noteBranch: NoteBranch;
  logger: Logger;
}

/** A run that works on the files. */
interface Visit {
  id: RunId;
  /** Null in a chat. */
  pass: number | null;
}

/** Files in a repository, ready for a run. */
export interface RunFiles {
  /** What people should know about them now. */
  notices: string[];
  /** Called when every process of the run is gone: stores the result, and returns more notices. */
  afterwards: (visit: Visit) => Promise<string[]>;
}

export interface WorktreeFiles extends RunFiles {
  worktree: WorktreeRow;
  /** Where the agent works. */
  cwd: string;
  /** Environment variables for its CLI. */
  environment: Record<string, string>;
}

/** What happens in a repository before and after each run. */
export function createRunFiles(deps: Deps) {
  const { worktrees, worktreeStore, checkpointStore, runStore } = deps;
  const { checkpoints, ownCheckout, noteBranch, logger } = deps;

  /** Work not stored beforehand could be lost, so that must succeed; afterwards it only warns. */
  async function inWorktree(owner: WorktreeOwner, signal: AbortSignal): Promise<WorktreeFiles> {
    const { row, notices } = await worktrees.ready(owner, signal);
    const place = worktreePlace(row, owner.workspace);
    await takeRequired(checkpoints, place, whoseWork({ task_id: owner.task.id }), signal);
    await noteBranch(row);
    return {
      worktree: row,
      cwd: workFolderOf(row),
      environment: variablesOf(row),
      notices,
      afterwards: async (visit) => {
        const trouble = await takeAfter(place, visit);
        noteTrouble(row, trouble);
        await noteBranch(row);
        return trouble === null ? [] : [`No checkpoint was stored after this run: ${trouble}`];
      },
    };
  }

  /** In a person's own checkout nothing depends on it, so a failure stops nobody. */
  async function inCheckout(
    path: string,
    workspace: StoredWorkspace,
    guest: Guest,
    signal: AbortSignal,
  ): Promise<RunFiles | null> {
    if (!workspace.checkpoints || !existsSync(path)) return null;
    try {
      const place = await ownCheckout(path, workspace, guest);
      if (!place) return null;
      await checkpoints.take(place, whoseWork(ownerOf(guest)), signal);
      return {
        notices: [],
        afterwards: async (visit) => {
          const trouble = await takeAfter(place, visit);
          return trouble === null ? [] : [`No checkpoint was stored after this run: ${trouble}`];
        },
      };
    } catch (error) {
      signal.throwIfAborted();
      logger.warn("A checkpoint could not be stored", { path, error });
      const notice = `No checkpoint was stored before this run: ${messageOf(error)}`;
      return { notices: [notice], afterwards: async () => [] };
    }
  }

  /** Who changed something since the last checkpoint: an interrupted run, or a person. */
  function whoseWork(owner: CheckpointPlace): CheckpointReason {
    const run = runStore.lastEndedOf(owner);
    const last = checkpointStore.last(owner);
    if (run?.status !== "lost" || !last || last.run_id === run.id) return OUTSIDE;
    // All others are stored on demand, perhaps after that run.
    const isBefore = last.kind === "created" || last.kind === "outside" || last.kind === "run";
    return isBefore ? { kind: "run", run_id: run.id, pass: run.pass } : OUTSIDE;
  }

  /** Null, or why there is no checkpoint. */
  async function takeAfter(place: CheckpointedPlace, { id, pass }: Visit): Promise<string | null> {
    try {
      await checkpoints.take(place, { kind: "run", run_id: id, pass });
      return null;
    } catch (error) {
      logger.warn("A checkpoint could not be stored", { run_id: id, at: place.at, error });
      return messageOf(error);
    }
  }

  function noteTrouble({ id }: WorktreeRow, trouble: string | null): void {
    const row = worktreeStore.get(id);
    const problem = trouble === null ? null : `the checkpoint failed: ${trouble}`;
    if (row?.state === "ready" && row.problem !== problem) worktrees.save({ ...row, problem });
  }

  return { inWorktree, inCheckout };
}

const OUTSIDE: CheckpointReason = { kind: "outside" };

function ownerOf({ task_id, chat_id }: Guest): CheckpointPlace {
  return task_id === null ? { chat_id } : { task_id };
}

export type RepositoryFiles = ReturnType<typeof createRunFiles>;
