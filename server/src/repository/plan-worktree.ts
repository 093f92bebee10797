import type { TaskRow } from "#domain/task/task-store.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { WorktreeRow, WorktreeStore } from "#domain/worktree/worktree-store.ts";
import { takenBranches } from "#git/branches.ts";
import type { Git } from "#git/git.ts";
import { commitOf } from "#git/revisions.ts";
import type { Clock } from "#lib/clock.ts";
import { newId } from "#lib/id.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";
import { branchNames, checkoutOf, checkpointRef, worktreePath } from "./names.ts";
import { RepositoryProblem } from "./repository-problem.ts";
import { hasOwnNames } from "./worktree-place.ts";
import { prepareWorktreeRoot } from "./worktree-root.ts";
import { startOf } from "./worktree-start.ts";

/** The task of a worktree, and the workspace with its settings. */
export interface WorktreeOwner {
  workspace: StoredWorkspace;
  task: TaskRow;
}

interface Deps {
  git: Git;
  worktreeStore: Pick<WorktreeStore, "lastOfTask">;
  installationId: string;
  dataDir: string;
  worktreeDir: string;
  disk: PatientDisk;
  clock: Clock;
}

const NEW = {
  state: "creating",
  problem: null,
  notice: null,
  size_bytes: null,
  removable_at: null,
} as const;

/** Plans a task's first worktree: what it starts from, its branch and its directory. */
export function createWorktreePlan(deps: Deps) {
  const { git, worktreeStore, installationId, dataDir, worktreeDir, disk, clock } = deps;

  return {
    /** The row of a new worktree, or of the task's earlier one, so that its work continues. */
    async plan({ workspace, task }: WorktreeOwner): Promise<WorktreeRow> {
      const { root, repository, ...start } = await startOf(git, workspace, { dataDir, disk });
      const now = clock();
      const earlier = worktreeStore.lastOfTask(task.id);
      if (earlier && hasOwnNames(earlier) && (await hasLeftWork(earlier, repository, root))) {
        return { ...earlier, ...NEW, id: newId(), created_at: now, updated_at: now };
      }
      const owner = { workspace_id: task.workspace_id, task_id: task.id };
      const worktreeRoot = prepareWorktreeRoot(worktreeDir, checkoutOf(repository), root);
      return {
        ...owner,
        id: newId(),
        task_summary: task.summary,
        repository,
        path: worktreePath(worktreeRoot, owner, repository),
        ...start,
        branch: await freeBranch(root, workspace, task),
        ref: checkpointRef(installationId, task.id),
        ...NEW,
        created_at: now,
        updated_at: now,
      };
    },

    freeBranch,
  };

  /** The first name that no branch has. */
  async function freeBranch(
    at: string,
    { branch_prefix }: StoredWorkspace,
    task: TaskRow,
  ): Promise<string> {
    const names = branchNames(branch_prefix, task);
    const taken = await takenBranches(git, at, names);
    const free = names.find((name) => !taken.has(name));
    if (free !== undefined) return free;
    const inTheWay = taken.get(names[0]!);
    throw new RepositoryProblem(`a branch named ${inTheWay} exists: choose another branch prefix`);
  }

  /** A branch that was merged or thrown away is gone. */
  async function hasLeftWork(earlier: WorktreeRow, repository: string, at: string) {
    if (earlier.repository !== repository) return false;
    return (await commitOf(git, at, `refs/heads/${earlier.branch}`)) !== null;
  }
}

export type WorktreePlan = ReturnType<typeof createWorktreePlan>;
