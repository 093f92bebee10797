import { accessSync, constants, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CheckpointRow, CheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import type { WorktreeRow, WorktreeStore } from "#domain/worktree/worktree-store.ts";
import { createBranch } from "#git/branches.ts";
import type { Git } from "#git/git.ts";
import { checkoutOfBranch } from "#git/refs.ts";
import { commitOf, commonDirectory } from "#git/revisions.ts";
import { restoreTree } from "#git/snapshot.ts";
import { removeWorktree } from "#git/worktrees.ts";
import { messageOf } from "#lib/app-error.ts";
import { freeMbAt } from "#lib/free-mb.ts";
import { preparePrivateDirectory } from "#lib/private-directory.ts";
import type { CheckpointedPlace, Checkpoints } from "./checkpoints.ts";
import { clearHalfMade } from "./half-made-worktree.ts";
import { checkoutOf, isWorktreePath, makingPath, worktreePath } from "./names.ts";
import type { WorktreeOwner, WorktreePlan } from "./plan-worktree.ts";
import { RepositoryProblem } from "./repository-problem.ts";
import type { SetupCommand } from "./setup-command.ts";
import { takeRequired } from "./take-required.ts";
import { unpublishedSubmodule } from "./unpublished-submodule.ts";
import { folderIn, isThere, moveWorktree } from "./worktree-links.ts";
import { variablesOf, workFolderOf, worktreePlace } from "./worktree-place.ts";
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
  /** Stores what is known so far. */
  save: (row: WorktreeRow) => WorktreeRow;
}

/** If less than this is free, a full disk is why a write failed. */
const NEARLY_FULL_MB = 2;

/** A worktree, and what people should know about how it was created. */
export interface MadeWorktree {
  row: WorktreeRow;
  notices: string[];
}

/**
 * Creates a worktree, in a separate place until its files are complete. Each step can be repeated:
 * whatever a crash, a full disk or a failing command left is cleared first, or completed.
 */
export function createMakeWorktree(deps: Deps) {
  const { git, checkpointStore, worktreeStore, checkpoints, plan, setUp, worktreeDir } = deps;
  const { steps, save } = deps;

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
    // Then only the remaining steps are left.
    const isCheckedOut = planned.path !== "" && isThere(planned.path);
    // The steps that write what all worktrees share.
    const checkOutAlone = () =>
      git.alone(planned.repository, () => checkOut(planned, owner, at, signal), signal);
    const row = isCheckedOut ? planned : await checkOutAlone();
    const { path, base_commit } = row;
    await steps.fillSubmodules({ at, path, signal }, workspace);
    const notices = await steps.copyFiles({ at, path, signal }, workspace, base_commit);
    const cwd = workFolderOf(row);
    mkdirSync(cwd, { recursive: true });
    if (workspace.is_setup_on && workspace.setup_command !== null) {
      await setUp({
        workspace_id: row.workspace_id,
        task_id: row.task_id,
        command: workspace.setup_command,
        cwd,
        variables: variablesOf(row),
        signal,
      });
    }
    if (newestOf(row) === null) {
      const place = worktreePlace(row, workspace);
      await takeRequired(checkpoints, place, { kind: "created", pass: null }, signal);
    }
    return { row, notices };
  }

  /** Obstacles that git does not explain well. */
  function obstacleIn(repository: string, why: string): RepositoryProblem | null {
    if (isThere(worktreeDir) && freeMbAt(worktreeDir) < NEARLY_FULL_MB)
      return new RepositoryProblem(`${worktreeDir} is full: ${why}`);
    if (!isThere(repository) || isWritable(repository)) return null;
    const checkout = checkoutOf(repository);
    return new RepositoryProblem(`the repository ${checkout} cannot be written: ${why}`);
  }

  /** Where to run git: a worktree is sparse or partial if the workspace's path is. */
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
    const own = isWorktreePath(root, planned);
    let row = own ? planned : { ...planned, path: worktreePath(root, planned, planned.repository) };
    await clear(row);
    if (row.branch === "" || (await checkoutOfBranch(git, at, row.branch)) !== "") {
      row = { ...row, branch: await plan.freeBranch(at, workspace, task) };
    }
    row = save({ ...row, state: "creating" });
    const { branch } = row;
    if ((await commitOf(git, at, `refs/heads/${branch}`)) === null) {
      await createBranch(git, at, branch, await startOf(row, at));
    }
    const path = makingPath(worktreeDir, row);
    const problem = preparePrivateDirectory(dirname(row.path));
    if (problem) throw new RepositoryProblem(`the directory ${dirname(row.path)} ${problem}`);
    const what = { checkedOut: { branch }, reason: `Malamar task ${row.task_id}` };
    await steps.checkOut({ at, path, signal }, workspace, what);
    await bringUpToDate(row, { ...worktreePlace(row, workspace), at: path }, signal);
    moveWorktree(row.repository, { from: path, to: row.path });
    return row;
  }

  /** Removes what an earlier attempt left, and lets the repository forget a directory that is gone. */
  async function clear(row: WorktreeRow): Promise<void> {
    const { repository, path } = row;
    await clearHalfMade(git, worktreeDir, row);
    const folder = folderIn(repository, path);
    if (folder === null || isThere(path)) return;
    const submodule = await unpublishedSubmodule(git, folder);
    if (submodule !== null) {
      const there = `git -C ${join(folder, "modules", submodule)} --work-tree=.`;
      throw new RepositoryProblem(
        `${path} is gone, and its submodule ${submodule} has commits that are nowhere else. Put it back, or push them: ${there} push origin HEAD:refs/heads/${submodule}`,
      );
    }
    await removeWorktree(git, repository, path);
  }

  /** If someone has deleted the branch, work continues from the last checkpoint. */
  async function startOf(row: WorktreeRow, at: string): Promise<string> {
    const head = newestOf(row)?.head_id ?? null;
    return head !== null && (await commitOf(git, at, head)) !== null ? head : row.base_commit;
  }

  /** Restores the newest checkpoint, before anyone writes there. */
  async function bringUpToDate(
    row: WorktreeRow,
    place: CheckpointedPlace,
    signal: AbortSignal,
  ): Promise<void> {
    const files = checkpoints.snapshotPlace(place);
    // It describes the files of an earlier attempt. If it cannot go, the checkpoint reports why.
    await rm(files.indexPath, { force: true }).catch(() => {});
    const newest = newestOf(row);
    if (newest) await restoreTree(git, files, newest.tree_id, { alsoOwnIndex: false, signal });
  }

  /** Of this worktree, or of an earlier one whose work continues in this one. */
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
