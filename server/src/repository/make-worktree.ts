import { accessSync, constants, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { CheckpointRow, CheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import { workDirectoryOf } from "#domain/worktree/work-directory.ts";
import type { WorktreeRow, WorktreeStore } from "#domain/worktree/worktree-store.ts";
import { createBranch } from "#git/branches.ts";
import type { Git } from "#git/git.ts";
import { checkoutOfBranch } from "#git/refs.ts";
import { commitOf, commonDirectory } from "#git/revisions.ts";
import { restoreTree } from "#git/snapshot.ts";
import { listWorktrees, removeWorktree } from "#git/worktrees.ts";
import { messageOf } from "#lib/app-error.ts";
import { freeMbAt } from "#lib/free-mb.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { checkoutOf, isWorktreePath, worktreePath } from "./names.ts";
import type { WorktreeOwner, WorktreePlan } from "./plan-worktree.ts";
import { RepositoryProblem } from "./repository-problem.ts";
import type { SetupCommand } from "./setup-command.ts";
import { takeRequired } from "./take-required.ts";
import { variablesOf, worktreePlace } from "./worktree-place.ts";
import { isThere, unfinishedFolders } from "./worktree-links.ts";
import { prepareWorktreeRoot } from "./worktree-root.ts";
import type { WorktreeSteps } from "./worktree-steps.ts";

interface Deps {
  git: Git;
  checkpointStore: Pick<CheckpointStore, "last">;
  worktreeStore: Pick<WorktreeStore, "get">;
  checkpoints: Checkpoints;
  steps: WorktreeSteps;
  plan: Pick<WorktreePlan, "freeBranch">;
  setUp: SetupCommand;
  worktreeDir: string;
  /** Stores what is known by now. */
  save: (row: WorktreeRow) => WorktreeRow;
}

/** A disk with less than this is why something could not be written. */
const NEARLY_FULL_MB = 2;

/** A worktree and what a person should know about how it was made. */
export interface MadeWorktree {
  row: WorktreeRow;
  notices: string[];
}

/**
 * Makes what a row in the state `creating` promises. Each step can be repeated: whatever a crash, a
 * full disk or a failing command left is cleared first.
 */
export function createMakeWorktree(deps: Deps) {
  const { git, checkpointStore, worktreeStore, checkpoints, plan, setUp, worktreeDir } = deps;
  const { steps, save } = deps;
  /** Checked out, but not set up: that can go on there. */
  const checkedOut = new Set<WorktreeRow["id"]>();

  return async (
    planned: WorktreeRow,
    owner: WorktreeOwner,
    signal: AbortSignal,
  ): Promise<MadeWorktree> => {
    try {
      return await make(planned, owner, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw obstacleIn(planned.repository, messageOf(error)) ?? error;
    }
  };

  async function make(
    planned: WorktreeRow,
    owner: WorktreeOwner,
    signal: AbortSignal,
  ): Promise<MadeWorktree> {
    const { workspace } = owner;
    const at = await standAt(planned, owner);
    let row = planned;
    if (!checkedOut.has(row.id) || !isThere(row.path)) {
      checkedOut.delete(row.id);
      // The steps that write what all worktrees share.
      row = await git.alone(row.repository, () => checkOut(planned, owner, at, signal));
      checkedOut.add(row.id);
    }
    const { path, base_commit } = row;
    const notices = await steps.copyFiles({ at, path, signal }, workspace, base_commit);
    mkdirSync(workDirectoryOf(row), { recursive: true });
    if (workspace.is_setup_on && workspace.setup_command !== null) {
      await setUp({
        workspace_id: row.workspace_id,
        task_id: row.task_id,
        command: workspace.setup_command,
        cwd: workDirectoryOf(row),
        variables: variablesOf(row),
        signal,
      });
    }
    await bringUpToDate(row, owner, signal);
    checkedOut.delete(row.id);
    return { row, notices };
  }

  /** What git does not say clearly. */
  function obstacleIn(repository: string, why: string): RepositoryProblem | null {
    if (isThere(worktreeDir) && freeMbAt(worktreeDir) < NEARLY_FULL_MB)
      return new RepositoryProblem(`${worktreeDir} is full: ${why}`);
    if (!isThere(repository) || isWritable(repository)) return null;
    const checkout = checkoutOf(repository);
    return new RepositoryProblem(`the repository ${checkout} cannot be written: ${why}`);
  }

  /** Where git is asked: what is sparse or partial at the workspace's path is so in the worktree. */
  async function standAt(row: WorktreeRow, { workspace }: WorktreeOwner): Promise<string> {
    const path = workspace.working_directory_path;
    if (path !== null && isThere(path) && (await isIn(path, row.repository))) return path;
    const checkout = checkoutOf(row.repository);
    if (isThere(row.repository)) return checkout;
    throw new RepositoryProblem(`the repository ${checkout} is gone`);
  }

  async function isIn(path: string, repository: string): Promise<boolean> {
    try {
      return (await commonDirectory(git, path)) === repository;
    } catch {
      return false;
    }
  }

  async function checkOut(
    planned: WorktreeRow,
    { workspace, task }: WorktreeOwner,
    at: string,
    signal: AbortSignal,
  ): Promise<WorktreeRow> {
    const root = prepareWorktreeRoot(worktreeDir, checkoutOf(planned.repository));
    steps.requireSpace(root);
    let row = isWorktreePath(root, planned)
      ? planned
      : save({ ...planned, path: worktreePath(root, planned, planned.repository) });
    await clear(row, at);
    if (row.branch === "" || (await checkoutOfBranch(git, at, row.branch)) !== "") {
      row = save({ ...row, branch: await plan.freeBranch(at, workspace, task) });
    }
    if ((await commitOf(git, at, `refs/heads/${row.branch}`)) === null) {
      await createBranch(git, at, row.branch, await startOf(row, at));
    }
    const { path, branch, task_id } = row;
    const what = { checkedOut: { branch }, reason: `Malamar task ${task_id}` };
    await steps.checkOut({ at, path, signal }, workspace, what);
    return row;
  }

  /** What an earlier try left. No agent has worked there. */
  async function clear(row: WorktreeRow, at: string): Promise<void> {
    for (const folder of unfinishedFolders(row.repository, row.path)) {
      await rm(folder, { recursive: true, force: true });
    }
    await rm(row.path, { recursive: true, force: true });
    const known = await listWorktrees(git, at);
    if (known.includes(row.path)) await removeWorktree(git, at, row.path);
  }

  /** A branch that somebody has deleted goes on where the last checkpoint was. */
  async function startOf(row: WorktreeRow, at: string): Promise<string> {
    const head = newestOf(row)?.head_id ?? null;
    return head !== null && (await commitOf(git, at, head)) !== null ? head : row.base_commit;
  }

  /** To the newest checkpoint, or to the first one, which is stored now. */
  async function bringUpToDate(
    row: WorktreeRow,
    { workspace }: WorktreeOwner,
    signal: AbortSignal,
  ): Promise<void> {
    const place = worktreePlace(row, workspace);
    const files = checkpoints.snapshotPlace(place);
    // It describes the files of an earlier try. If it cannot be removed, the checkpoint says why.
    await rm(files.indexPath, { force: true }).catch(() => {});
    const newest = newestOf(row);
    if (newest) return restoreTree(git, files, newest.tree_id, { alsoOwnIndex: false });
    await takeRequired(checkpoints, place, { kind: "created", pass: null }, signal);
  }

  /** Of this worktree, or of an earlier one whose work goes on in this one. */
  function newestOf(row: WorktreeRow): CheckpointRow | null {
    const newest = checkpointStore.last({ task_id: row.task_id });
    if (!newest?.worktree_id) return null;
    if (newest.worktree_id === row.id) return newest;
    return worktreeStore.get(newest.worktree_id)?.branch === row.branch ? newest : null;
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
