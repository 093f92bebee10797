import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import { workDirectoryOf } from "#domain/worktree/work-directory.ts";
import type { WorktreeRow } from "#domain/worktree/worktree-store.ts";
import { isObjectId } from "#git/object-id.ts";
import type { CheckpointedPlace } from "./checkpoints.ts";
import { checkoutOf, isBranchOf, isCheckpointRef, isSomeWorktreePath } from "./names.ts";
import { RepositoryProblem } from "./repository-problem.ts";
import { existingPathOf, isIn } from "./worktree-root.ts";

/** The files of a worktree, as a place for checkpoints. */
export function worktreePlace(
  row: WorktreeRow,
  { trust_repository_programs: isTrusted }: Pick<StoredWorkspace, "trust_repository_programs">,
): CheckpointedPlace {
  const { workspace_id, task_id, id: worktree_id, path: at, repository, ref } = row;
  return {
    workspace_id,
    task_id,
    chat_id: null,
    worktree_id,
    at,
    repository,
    ref,
    index: worktree_id,
    isTrusted,
    base: row.base_commit,
  };
}

/** Where programs work in it. A commit, or an agent, can put a link there that leads anywhere. */
export function workFolderOf(worktree: Pick<WorktreeRow, "path" | "prefix">): string {
  const folder = workDirectoryOf(worktree);
  if (isIn(existingPathOf(folder), worktree.path)) return folder;
  throw new RepositoryProblem(
    `${folder} leads out of the worktree through a link: remove the link, or choose another folder of the repository`,
  );
}

/** Environment variables for programs that work on a task. */
export function variablesOf({
  repository,
  branch,
  task_id,
}: Pick<WorktreeRow, "repository" | "branch" | "task_id">) {
  return {
    MALAMAR_REPOSITORY: checkoutOf(repository),
    MALAMAR_BRANCH: branch,
    MALAMAR_TASK_ID: task_id,
  };
}

/** A row can come from anyone's backup: nothing but what is made for its task is ever written. */
export function requireOwnNames(row: WorktreeRow): void {
  if (hasOwnNames(row)) return;
  throw new RepositoryProblem("the record of this task's worktree is not Malamar's");
}

export function hasOwnNames(row: WorktreeRow): boolean {
  const { task_id, branch, ref, id, path, prefix, base_commit } = row;
  return (
    isCheckpointRef(ref) &&
    // Without one it has not been made yet.
    (path === "" || isSomeWorktreePath(row)) &&
    /^[\w-]+$/.test(id) &&
    (branch === "" || isBranchOf(task_id, branch)) &&
    isObjectId(base_commit) &&
    staysInside(prefix)
  );
}

/** A path with a slash at its end, or none. */
function staysInside(prefix: string): boolean {
  if (prefix === "") return true;
  const names = prefix.split("/");
  return names.pop() === "" && names.every((name) => !["", ".", "..", ".git"].includes(name));
}
