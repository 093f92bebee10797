import type { CheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import type { WorktreeRow, WorktreeStore } from "#domain/worktree/worktree-store.ts";
import { moveRef } from "#git/branches.ts";
import { dropOperations } from "#git/checked-out.ts";
import { GitError } from "#git/git-error.ts";
import type { Git } from "#git/git.ts";
import { checkoutOfBranch } from "#git/refs.ts";
import { commitOf, isAncestor, tipOf } from "#git/revisions.ts";
import { resetIndex } from "#git/snapshot.ts";
import { AppError, messageOf } from "#lib/app-error.ts";
import type { NoteBranch } from "./branch-notes.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { checkoutOf, laneOf } from "./names.ts";
import type { WorktreeOwner } from "./plan-worktree.ts";
import { RepositoryProblem } from "./repository-problem.ts";
import { isTrouble } from "./repository-trouble.ts";
import { areLinked, isThere } from "./worktree-links.ts";
import { worktreePlace } from "./worktree-place.ts";
import type { Worktrees } from "./worktrees.ts";

interface Deps {
  git: Git;
  worktreeStore: Pick<WorktreeStore, "ofTask">;
  worktrees: Pick<Worktrees, "locate">;
  checkpointStore: Pick<CheckpointStore, "last">;
  checkpoints: Pick<Checkpoints, "take">;
  noteBranch: NoteBranch;
}

/**
 * Leaves the work of a task on its branch. Agents rarely commit, so uncommitted work becomes one
 * more commit, in the person's name and without hooks.
 */
export function createLeaveBranch(deps: Deps) {
  const { git, worktreeStore, worktrees, checkpointStore, checkpoints, noteBranch } = deps;

  return async (owner: WorktreeOwner): Promise<void> => {
    await git.alone(laneOf(owner.task.id), async () => {
      const row = worktreeStore.ofTask(owner.task.id);
      if (!row) return;
      try {
        await leave(row, owner);
        const left = worktreeStore.ofTask(owner.task.id);
        if (left && areLinked(left.repository, left.path)) await noteBranch(left);
      } catch (error) {
        if (!isTrouble(error)) throw error;
        throw new AppError("CONFLICT", refusal(row, error));
      }
    });
  };

  async function leave(known: WorktreeRow, { workspace, task }: WorktreeOwner): Promise<void> {
    const { is, row } = await worktrees.locate(known, workspace);
    // Another Malamar moves its branch.
    if (is === "theirs") return;
    const isHere = is === "there";
    // Until it is ready, nobody has worked in it.
    if (isHere && row.state === "ready") {
      await checkpoints.take(worktreePlace(row, workspace), { kind: "before_accept" });
    }
    const newest = checkpointStore.last({ task_id: task.id });
    if (newest?.worktree_id !== row.id) return;
    const at = checkoutOf(row.repository);
    if (!isThere(row.repository)) throw new RepositoryProblem(`the repository ${at} is gone`);
    const ref = `refs/heads/${row.branch}`;
    const tip = await commitOf(git, at, ref);
    const parents = await parentsOf(at, tip, newest.head_id ?? row.base_commit);
    const [parent] = parents;
    const isCommitted = parents.length === 1 && (await treeOf(at, parent)) === newest.tree_id;
    const commit = isCommitted
      ? parent
      : await commitTree(at, {
          tree: newest.tree_id,
          parents,
          message: `${task.summary}\n\nMalamar-Task: ${task.id}\n`,
        });
    if (commit === tip) return;
    const holder = await checkoutOfBranch(git, at, row.branch);
    if (holder !== "" && holder !== row.path) {
      throw new GitError(
        { kind: "refused" },
        `it is checked out at ${holder}. Switch to another branch there, and try again`,
      );
    }
    if (isHere && holder === row.path) {
      // Before the branch moves: in the other order, a stale index would undo the work.
      const isTrusted = workspace.trust_repository_programs;
      await resetIndex(git, { at: row.path, isTrusted }, commit);
      await dropOperations(git, row.path);
    }
    await moveRef(git, at, { ref, from: tip, to: commit, why: "malamar: left" });
  }

  /** The branch's commit, and the checked-out one if the branch does not contain it. */
  async function parentsOf(
    at: string,
    tip: string | null,
    head: string,
  ): Promise<[string, ...string[]]> {
    if (tip === null || tip === head || (await isAncestor(git, at, tip, head))) return [head];
    return (await isAncestor(git, at, head, tip)) ? [tip] : [tip, head];
  }

  function treeOf(at: string, commit: string): Promise<string | null> {
    return tipOf(git, at, `${commit}^{tree}`);
  }

  async function commitTree(
    at: string,
    { tree, parents, message }: { tree: string; parents: readonly string[]; message: string },
  ): Promise<string> {
    const said = await git.run({
      at,
      args: ["commit-tree", ...parents.flatMap((parent) => ["-p", parent]), "-F", "-", tree],
      stdin: message,
      effort: "read",
    });
    return said.trim();
  }
}

export type LeaveBranch = ReturnType<typeof createLeaveBranch>;

/** Git's own message is long, and meant for people who commit by hand. */
const HAS_NO_AUTHOR = /tell me who you are|auto-detect|identity unknown|empty ident/i;

function refusal({ branch }: WorktreeRow, error: Error): string {
  const reason = HAS_NO_AUTHOR.test(messageOf(error))
    ? "git does not know who you are. Run git config --global user.name and user.email once"
    : messageOf(error).replace(/\.$/, "");
  return `The uncommitted changes could not be committed to the branch ${branch}: ${reason}. The task was not moved.`;
}
