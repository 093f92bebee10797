import type { LeftOut } from "@malamar/contract/checkpoint.ts";
import type { TaskId, WorktreeId } from "@malamar/contract/ids.ts";
import { SYSTEM, type Actor } from "#domain/actor/actor.ts";
import type { CheckpointRow, CheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { WorktreeRow, WorktreeStore } from "#domain/worktree/worktree-store.ts";
import type { WorktreeTimes } from "#domain/worktree/worktree-times.ts";
import { isAborted } from "#git/git-error.ts";
import type { Git } from "#git/git.ts";
import { checkoutOfBranch, deleteRef } from "#git/refs.ts";
import { commitOfBranch, isAncestor, tipOf } from "#git/revisions.ts";
import { unlockWorktree } from "#git/unlock-worktree.ts";
import { removeWorktree } from "#git/worktrees.ts";
import { AppError, messageOf } from "#lib/app-error.ts";
import type { Clock } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import type { FoundWorktree } from "./find-worktree.ts";
import { clearHalfMade } from "./half-made-worktree.ts";
import { PACKED_REFS, type LockNotes } from "./lock-notes.ts";
import { isBranchOf, laneOf } from "./names.ts";
import type { RemovalQuestions } from "./removal-questions.ts";
import type { WorktreeFiles } from "./worktree-files.ts";
import { folderIn, isThere } from "./worktree-links.ts";
import type { WorktreeTrash } from "./worktree-trash.ts";
import type { Worktrees } from "./worktrees.ts";

interface Deps extends WorktreeFiles {
  git: Git;
  worktreeStore: WorktreeStore;
  checkpointStore: Pick<CheckpointStore, "last">;
  taskStore: Pick<TaskStore, "get">;
  workspaceStore: Pick<WorkspaceStore, "get">;
  worktreeTimes: WorktreeTimes;
  worktrees: Pick<Worktrees, "locate">;
  trash: WorktreeTrash;
  lockNotes: Pick<LockNotes, "during">;
  questions: RemovalQuestions;
  /** Throws while an agent works on the task, and keeps new ones from starting. */
  whileNobodyWorks: <Result>(
    task: { workspace_id: WorktreeRow["workspace_id"]; id: TaskId },
    work: () => Promise<Result>,
  ) => Promise<Result>;
  worktreeDir: string;
  clock: Clock;
  logger: Logger;
}

/** Paths that may be lost, because a person has read their names. */
type Confirmed = readonly string[];

/**
 * Removes worktrees without losing work: a directory goes only after a positive answer to every
 * question, and what is not in the base is kept as a ref. Every step can be repeated after a crash.
 */
export function createRemoval(deps: Deps) {
  const { git, worktreeStore, checkpointStore, taskStore, workspaceStore } = deps;
  const { worktreeTimes, worktrees, trash, lockNotes, questions, worktreeDir, clock, logger } =
    deps;

  /** Null once it is removed; otherwise why it is still there, which is also stored in its row. */
  async function remove(
    actor: Actor,
    id: WorktreeId,
    confirmed: Confirmed,
  ): Promise<string | null> {
    const { workspace_id, task_id } = trash.requireWorktree(id);
    return git.alone(laneOf(task_id), async () => {
      try {
        const task = { workspace_id, id: task_id };
        const problem = await deps.whileNobodyWorks(task, async () => {
          const worktree = trash.requireWorktree(id);
          // Someone else may have removed it, or may want it again.
          if (worktree.state === "removed") return null;
          if (!isOpen(worktree)) return removeQuiet(actor, worktree, confirmed);
          if (worktree.state === "removing") await trash.takeBack(worktree);
          throw new AppError("CONFLICT", STILL_OPEN);
        });
        if (problem !== null) note(id, problem);
        return problem;
      } catch (error) {
        if (isAborted(error)) throw error;
        const problem = messageOf(error).replace(/\.$/, "");
        // The request is refused; nothing is wrong with the worktree.
        if (error instanceof AppError) return problem;
        note(id, problem);
        logger.warn("A worktree could not be removed", { worktree_id: id, error });
        return problem;
      }
    });
  }

  async function removeQuiet(
    actor: Actor,
    found: WorktreeRow,
    confirmed: Confirmed,
  ): Promise<string | null> {
    // If it could not be moved, every question has to be asked again.
    const isBack = found.state === "removing" && isThere(found.path);
    let worktree = isBack ? await trash.takeBack(found) : found;
    if (worktree.state !== "removing") {
      const place = await placeOf(worktree);
      if (place.is === "missing") return forget(actor, place.row);
      worktree = place.row;
      const problem = await moveAway(worktree, confirmed);
      if (problem !== null) return problem;
    }
    const changed = await changedInTrash(worktree, confirmed);
    if (changed !== null) {
      await trash.takeBack(worktree);
      return changed;
    }
    const { repository, path } = worktree;
    // What all worktrees of a repository share is written by one at a time.
    await git.alone(repository, async () => {
      if (folderIn(repository, path) !== null) await removeWorktree(git, repository, path);
      await removeMergedBranch(worktree);
    });
    await trash.finish(actor, worktree);
    return null;
  }

  /** Where it is now. The questions decide whether the directory there is ours. */
  async function placeOf(row: WorktreeRow): Promise<FoundWorktree> {
    if (isThere(row.path) && isThere(row.repository)) return { is: "there", row };
    return worktrees.locate(row, workspaceStore.get(row.workspace_id));
  }

  async function moveAway(worktree: WorktreeRow, confirmed: Confirmed): Promise<string | null> {
    const objection = await questions(worktree);
    if (objection !== null) return objection;
    const checkpoint = await deps.takeCheckpoint(worktree);
    const lost = lostFiles(checkpoint.left_out, confirmed);
    if (lost !== null) return lost;
    await requireStored(worktree, checkpoint);
    await trash.put(worktree);
    return null;
  }

  /** A checkpoint counts only if its ref can be read back. */
  async function requireStored(worktree: WorktreeRow, checkpoint: CheckpointRow): Promise<void> {
    const { repository } = worktree;
    const commit = await tipOf(git, repository, checkpoint.ref);
    const tree = await tipOf(git, repository, `${checkpoint.ref}^{tree}`);
    if (commit === checkpoint.commit_id && tree === checkpoint.tree_id) return;
    throw new Error("its checkpoint cannot be read back");
  }

  /** Something may have written to it between its checkpoint and its move. */
  async function changedInTrash(
    worktree: WorktreeRow,
    confirmed: Confirmed,
  ): Promise<string | null> {
    const isLinked = folderIn(worktree.repository, worktree.path) !== null;
    // Only a directory that was compared loses its link.
    if (!isLinked || !trash.has(worktree)) return null;
    const last = checkpointStore.last(worktree);
    const now = await deps.filesAt(worktree, trash.pathOf(worktree));
    if (now.tree_id !== last?.tree_id) return "it was changed while it was being removed";
    return lostFiles(now.left_out, [...confirmed, ...last.left_out.map(({ path }) => path)]);
  }

  /** The directory is missing. Git forgets it in time, unless it comes back. */
  async function forget(actor: Actor, worktree: WorktreeRow): Promise<string | null> {
    const { repository, path } = worktree;
    const hasWork = checkpointStore.last(worktree) !== null;
    if (hasWork && actor.type === "system") return `${path} is missing`;
    await git.alone(repository, async () => {
      if (folderIn(repository, path) !== null) await unlockWorktree(git, repository, path);
      await clearHalfMade(git, worktreeDir, worktree);
    });
    await trash.finish(actor, worktree);
    return null;
  }

  /** All of its work is in its base, so the branch is no longer needed. */
  async function removeMergedBranch(worktree: WorktreeRow): Promise<void> {
    const { repository, branch, base_branch, base_commit, task_id } = worktree;
    const ref = `refs/heads/${branch}`;
    const tip = await tipOf(git, repository, ref);
    if (tip === null || !isBranchOf(task_id, branch)) return;
    const base =
      (base_branch !== null && (await commitOfBranch(git, repository, base_branch))) || base_commit;
    if (!(await isAncestor(git, repository, tip, base))) return;
    const last = checkpointStore.last(worktree);
    if (last && (await tipOf(git, repository, `${tip}^{tree}`)) !== last.tree_id) return;
    if ((await checkoutOfBranch(git, repository, branch)) !== "") return;
    const remove = () => deleteRef(git, repository, ref, tip);
    await lockNotes.during(repository, [PACKED_REFS], remove);
  }

  function note(id: WorktreeId, problem: string): void {
    const worktree = worktreeStore.get(id);
    if (worktree && worktree.problem !== problem) trash.change(id, { problem });
  }

  /** People delete a task, or move it to Done, before its files go. */
  function isOpen({ task_id }: WorktreeRow): boolean {
    const task = taskStore.get(task_id);
    return task !== null && task.status !== "done";
  }

  /** Corrects times that a crash, or an older backup, left wrong. */
  function mendTimes(): void {
    for (const worktree of worktreeStore.inState("ready")) {
      if (isOpen(worktree)) {
        if (worktree.removable_at !== null) worktreeTimes.setOpen(worktree);
      } else if (worktree.removable_at === null) {
        worktreeTimes.setDue(worktree);
      }
    }
  }

  return {
    get: trash.requireWorktree,

    /** For a person who does not want to wait a day. */
    async removeNow(actor: Actor, id: WorktreeId, confirmed: Confirmed): Promise<void> {
      const worktree = trash.requireWorktree(id);
      if (worktree.state !== "removed" && isOpen(worktree)) {
        throw new AppError("CONFLICT", STILL_OPEN);
      }
      const problem = await remove(actor, id, confirmed);
      if (problem !== null) throw new AppError("CONFLICT", `The worktree is kept: ${problem}.`);
    },

    /** For the cleanup: removes all that are due, one by one, until `isWanted` says no. */
    async removeDue(isWanted: () => boolean): Promise<number> {
      mendTimes();
      let count = 0;
      const begun = worktreeStore.inState("removing").map(({ id }) => id);
      for (const id of [...begun, ...worktreeStore.dueIds(clock())]) {
        if (!isWanted()) break;
        const worktree = worktreeStore.get(id);
        if (!worktree || isOpen(worktree)) continue;
        if ((await remove(SYSTEM, id, [])) === null) count++;
      }
      // Directories in the trash are known by their rows.
      if (trash.isEmpty()) worktreeStore.removeForgotten();
      return count;
    },

    /** Finishes what a crash left behind: an interrupted removal, and directories in the trash. */
    async recover(): Promise<void> {
      for (const { id } of worktreeStore.inState("removing")) await remove(SYSTEM, id, []);
      await trash.recover();
    },
  };
}

export type Removal = ReturnType<typeof createRemoval>;

const STILL_OPEN =
  "The task of this worktree is still open. When you no longer need its files, move it to Done or delete it.";

/** What would be lost; null if there is nothing, or a person has agreed to lose it. */
function lostFiles(leftOut: readonly LeftOut[], confirmed: Confirmed): string | null {
  const lost = leftOut.filter(({ path }) => !confirmed.includes(path));
  if (lost.length === 0) return null;
  const names = lost.slice(0, MOST_NAMED).map(({ path, reason }) => `${path} (${WHY[reason]})`);
  const more = lost.length > MOST_NAMED ? ` and ${lost.length - MOST_NAMED} more` : "";
  return `no checkpoint contains ${names.join(", ")}${more}`;
}

/** Nobody reads a sentence with more names. */
const MOST_NAMED = 20;

const WHY: Readonly<Record<LeftOut["reason"], string>> = {
  too_large: "too large",
  nested_repository: "nested repository",
  submodule_changes: "submodule with changes",
};
