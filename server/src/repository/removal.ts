import { mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { LeftOut } from "@malamar/contract/checkpoint.ts";
import type { TaskId, WorktreeId } from "@malamar/contract/ids.ts";
import { SYSTEM, type Actor } from "#domain/actor/actor.ts";
import type { CheckpointRow, CheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import { nameOf, type TaskJournal } from "#domain/task/task-journal.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import type { WorktreeRow, WorktreeStore } from "#domain/worktree/worktree-store.ts";
import type { WorktreeTimes } from "#domain/worktree/worktree-times.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { GitError } from "#git/git-error.ts";
import type { Git } from "#git/git.ts";
import { checkoutOfBranch, deleteRef } from "#git/refs.ts";
import { commitOfBranch, isAncestor, tipOf } from "#git/revisions.ts";
import { unlockWorktree } from "#git/unlock-worktree.ts";
import { removeWorktree } from "#git/worktrees.ts";
import { AppError, messageOf, notFound } from "#lib/app-error.ts";
import type { Clock } from "#lib/clock.ts";
import { deleteTree } from "#lib/delete-tree.ts";
import type { Logger } from "#lib/logger.ts";
import type { KeptWorkService } from "./kept-work.ts";
import { isBranchOf } from "./names.ts";
import type { RemovalQuestions } from "./removal-questions.ts";
import type { WorktreeFiles } from "./worktree-files.ts";
import { folderIn, isThere } from "./worktree-links.ts";

interface Deps extends WorktreeFiles {
  git: Git;
  unit: UnitOfWork;
  worktreeStore: WorktreeStore;
  checkpointStore: Pick<CheckpointStore, "last">;
  taskStore: Pick<TaskStore, "get">;
  taskJournal: Pick<TaskJournal, "log">;
  worktreeTimes: WorktreeTimes;
  keptWork: KeptWorkService;
  questions: RemovalQuestions;
  /** Throws while somebody works on the task; nobody begins in the meantime. */
  whileNobodyWorks: <Result>(
    task: { workspace_id: WorktreeRow["workspace_id"]; id: TaskId },
    work: () => Promise<Result>,
  ) => Promise<Result>;
  worktreeDir: string;
  clock: Clock;
  logger: Logger;
}

/** Which paths may be lost, because a person has read their names. */
type Confirmed = readonly string[];

/**
 * Removes worktrees, and no work: a directory goes only after a positive answer to every question,
 * and what is not in the base is kept as a ref. Every step can be repeated after a crash.
 */
export function createRemoval(deps: Deps) {
  const { git, unit, worktreeStore, checkpointStore, taskStore, taskJournal } = deps;
  const { worktreeTimes, keptWork, questions, worktreeDir, clock, logger } = deps;
  const trash = join(worktreeDir, ".trash");
  const trashOf = ({ id }: WorktreeRow) => join(trash, id);
  /** Big directories take a while: nobody waits for that. */
  const deletions = new Set<Promise<void>>();

  /** Null once it is removed; otherwise why it is still there, which the row says too. */
  async function remove(
    actor: Actor,
    id: WorktreeId,
    confirmed: Confirmed,
  ): Promise<string | null> {
    const { workspace_id, task_id } = requireWorktree(id);
    return git.alone(`worktree ${task_id}`, async () => {
      try {
        const task = { workspace_id, id: task_id };
        const problem = await deps.whileNobodyWorks(task, async () => {
          const worktree = requireWorktree(id);
          // Someone else may have removed it, or want it again.
          if (worktree.state === "removed") return null;
          return isOpen(worktree) ? STILL_OPEN : removeQuiet(actor, worktree, confirmed);
        });
        if (problem !== null) note(id, problem);
        return problem;
      } catch (error) {
        // At a shutdown nothing is wrong with it.
        if (error instanceof GitError && error.reason.kind === "aborted") throw error;
        const problem = messageOf(error).replace(/\.$/, "");
        note(id, problem);
        if (!(error instanceof AppError)) {
          logger.warn("A worktree could not be removed", { worktree_id: id, error });
        }
        return problem;
      }
    });
  }

  async function removeQuiet(
    actor: Actor,
    worktree: WorktreeRow,
    confirmed: Confirmed,
  ): Promise<string | null> {
    if (isThere(worktree.path)) {
      const problem = await moveAway(worktree, confirmed);
      if (problem !== null) return problem;
    } else if (!isThere(trashOf(worktree)) && worktree.state !== "removing") {
      const hasWork = checkpointStore.last(worktree) !== null;
      if (hasWork && actor.type === "system") return `${worktree.path} is not there`;
      await giveUp(worktree);
      return finish(actor, worktree);
    }
    const changed = await changedInTrash(worktree, confirmed);
    if (changed !== null) {
      await moveBack(worktree);
      return changed;
    }
    if (folderIn(worktree.repository, worktree.path) !== null) {
      await removeWorktree(git, worktree.repository, worktree.path);
    }
    await removeMergedBranch(worktree);
    return finish(actor, worktree);
  }

  /** From here on, nobody finds it in its place. */
  async function moveAway(worktree: WorktreeRow, confirmed: Confirmed): Promise<string | null> {
    const objection = await questions(worktree);
    if (objection !== null) return objection;
    const checkpoint = await deps.takeCheckpoint(worktree);
    const lost = lostFiles(checkpoint.left_out, confirmed);
    if (lost !== null) return lost;
    await requireStored(worktree, checkpoint);
    await keptWork.keep(worktree, checkpoint);
    save(worktree.id, { state: "removing", problem: null });
    await mkdir(trash, { recursive: true, mode: 0o700 });
    await rename(worktree.path, trashOf(worktree));
    return null;
  }

  /** A ref that does not read back is no checkpoint. */
  async function requireStored(worktree: WorktreeRow, checkpoint: CheckpointRow): Promise<void> {
    const { repository } = worktree;
    const commit = await tipOf(git, repository, checkpoint.ref);
    const tree = await tipOf(git, repository, `${checkpoint.ref}^{tree}`);
    if (commit === checkpoint.commit_id && tree === checkpoint.tree_id) return;
    throw new Error("its checkpoint cannot be read back");
  }

  /** Somebody may have written to it between its checkpoint and its move. */
  async function changedInTrash(
    worktree: WorktreeRow,
    confirmed: Confirmed,
  ): Promise<string | null> {
    const isLinked = folderIn(worktree.repository, worktree.path) !== null;
    // Only what was compared loses its link.
    if (!isLinked || !isThere(trashOf(worktree))) return null;
    const last = checkpointStore.last(worktree);
    const now = await deps.filesAt(worktree, trashOf(worktree));
    if (now.tree_id !== last?.tree_id) return "it was changed while it was being removed";
    return lostFiles(now.left_out, [...confirmed, ...last.left_out.map(({ path }) => path)]);
  }

  async function moveBack(worktree: WorktreeRow): Promise<void> {
    await rename(trashOf(worktree), worktree.path);
    await keptWork.unkeep(worktree);
    save(worktree.id, { state: "ready" });
  }

  /** Nobody knows where its directory is: git forgets it in its own time, should it not come back. */
  async function giveUp(worktree: WorktreeRow): Promise<void> {
    const last = checkpointStore.last(worktree);
    if (last) await keptWork.keep(worktree, last);
    if (folderIn(worktree.repository, worktree.path) === null) return;
    await unlockWorktree(git, worktree.repository, worktree.path);
  }

  /** All of its work is in its base: the branch says nothing more. */
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
    await deleteRef(git, repository, ref, tip);
  }

  async function finish(actor: Actor, worktree: WorktreeRow): Promise<null> {
    await keptWork.settle(worktree);
    unit((emit) => {
      save(worktree.id, { state: "removed", problem: null, size_bytes: null });
      const task = taskStore.get(worktree.task_id);
      if (!task) return;
      taskJournal.log(actor, task, {
        event_type: "worktree_removed",
        metadata: { branch: worktree.branch },
      });
      emit({ type: "task.updated", ...nameOf(task) });
    });
    emptyTrash(worktree.id);
    return null;
  }

  function emptyTrash(id: WorktreeId): void {
    const deletion = deleteTree(join(trash, id))
      .catch((error: unknown) => {
        logger.warn("A removed worktree could not be deleted; the next start tries again", {
          worktree_id: id,
          error,
        });
      })
      .finally(() => deletions.delete(deletion));
    deletions.add(deletion);
  }

  function note(id: WorktreeId, problem: string): void {
    const worktree = worktreeStore.get(id);
    if (worktree && worktree.problem !== problem) save(id, { problem });
  }

  /** Read again: whoever else knows it may have changed it. */
  function save(id: WorktreeId, change: Partial<WorktreeRow>): void {
    unit((emit) => {
      const worktree = { ...requireWorktree(id), ...change, updated_at: clock() };
      worktreeStore.update(worktree);
      const { workspace_id } = worktree;
      emit({ type: "worktree.updated", workspace_id, worktree_id: id });
    });
  }

  function requireWorktree(id: WorktreeId): WorktreeRow {
    const worktree = worktreeStore.get(id);
    if (!worktree) throw notFound("Worktree");
    return worktree;
  }

  /** People delete a task, or say that it is Done, before its files go. */
  function isOpen({ task_id }: WorktreeRow): boolean {
    const task = taskStore.get(task_id);
    return task !== null && task.status !== "done";
  }

  /** Mends what a crash, or an older backup, has made of the times. */
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
    get: requireWorktree,

    /** For a person who does not want to wait a day. */
    async removeNow(actor: Actor, id: WorktreeId, confirmed: Confirmed): Promise<WorktreeRow> {
      const worktree = requireWorktree(id);
      if (worktree.state !== "removed" && isOpen(worktree)) {
        throw new AppError("CONFLICT", `${STILL_OPEN}.`);
      }
      const problem = await remove(actor, id, confirmed);
      if (problem === null) return requireWorktree(id);
      throw new AppError("CONFLICT", `The worktree is kept: ${problem}.`);
    },

    /** For the cleanup: all that are due, one by one, as long as it is wanted. */
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
      worktreeStore.removeForgotten();
      return count;
    },

    /** What a crash left behind: a removal that had begun, and directories on their way out. */
    async recover(): Promise<void> {
      for (const { id } of worktreeStore.inState("removing")) await remove(SYSTEM, id, []);
      const found = await readdir(trash).catch(() => []);
      for (const name of found) {
        // The names are ids that we gave.
        const id = name as WorktreeId;
        if (worktreeStore.get(id)?.state === "removed") emptyTrash(id);
      }
    },

    /** Resolves when nothing is being deleted. */
    async drain(): Promise<void> {
      await Promise.all(deletions);
    },
  };
}

export type Removal = ReturnType<typeof createRemoval>;

const STILL_OPEN =
  "The task of this worktree is still open. Move it to Done or delete it first, when its files are not needed any more";

/** What would be gone for good; null when there is nothing, or a person wants that. */
function lostFiles(leftOut: readonly LeftOut[], confirmed: Confirmed): string | null {
  const lost = leftOut.filter(({ path }) => !confirmed.includes(path));
  if (lost.length === 0) return null;
  const names = lost.slice(0, MOST_NAMED).map(({ path, reason }) => `${path} (${WHY[reason]})`);
  const more = lost.length > MOST_NAMED ? ` and ${lost.length - MOST_NAMED} more` : "";
  return `no checkpoint contains ${names.join(", ")}${more}`;
}

/** A sentence with more names is not read. */
const MOST_NAMED = 20;

const WHY: Readonly<Record<LeftOut["reason"], string>> = {
  too_large: "too large",
  nested_repository: "nested repository",
  submodule_changes: "submodule with changes",
};
