import { SYSTEM } from "#domain/actor/actor.ts";
import { nameOf as taskName, type TaskJournal } from "#domain/task/task-journal.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { WorktreeRow, WorktreeStore } from "#domain/worktree/worktree-store.ts";
import { isStorageTrouble, type UnitOfWork } from "#events/unit-of-work.ts";
import type { Git } from "#git/git.ts";
import { messageOf } from "#lib/app-error.ts";
import type { Clock } from "#lib/clock.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";
import { createWorktreeSearch, type FoundWorktree } from "./find-worktree.ts";
import { createMakeWorktree, type MadeWorktree } from "./make-worktree.ts";
import { checkpointRef, laneOf } from "./names.ts";
import { createWorktreePlan, type WorktreeOwner } from "./plan-worktree.ts";
import { RepositoryProblem } from "./repository-problem.ts";
import { requireOwnNames } from "./worktree-place.ts";
import type { WorktreeTrash } from "./worktree-trash.ts";

interface Deps extends Omit<Parameters<typeof createMakeWorktree>[0], "plan" | "save"> {
  git: Git;
  unit: UnitOfWork;
  worktreeStore: WorktreeStore;
  taskStore: TaskStore;
  taskJournal: TaskJournal;
  trash: Pick<WorktreeTrash, "takeBack">;
  installationId: string;
  dataDir: string;
  /** The directory of all worktrees; a real path. */
  worktreeDir: string;
  disk: PatientDisk;
  clock: Clock;
}

/** The checkouts that tasks work in: each task has its own, created before its first run. */
export function createWorktrees(deps: Deps) {
  const { git, unit, worktreeStore, taskStore, taskJournal, trash, installationId, clock } = deps;
  const plan = createWorktreePlan(deps);
  const find = createWorktreeSearch(deps);
  const make = createMakeWorktree({ ...deps, plan, save });

  /** The task's worktree, created if needed. Throws if that fails. */
  function ready(owner: WorktreeOwner, signal: AbortSignal): Promise<MadeWorktree> {
    const work = async () => {
      try {
        return await readyAlone(owner, signal);
      } catch (error) {
        if (signal.aborted || isStorageTrouble(error)) throw error;
        const problem = problemOf(error);
        const current = worktreeStore.ofTask(owner.task.id);
        if (current && current.problem !== problem.message) {
          save({ ...current, problem: problem.message });
        }
        throw problem;
      }
    };
    return git.alone(laneOf(owner.task.id), work, signal);
  }

  async function readyAlone(owner: WorktreeOwner, signal: AbortSignal): Promise<MadeWorktree> {
    const stored = worktreeStore.ofTask(owner.task.id) ?? insert(await plan.plan(owner));
    const { is, row } = await locate(stored, owner.workspace);
    if (row.state === "removed") return readyAlone(owner, signal);
    if (is === "there" && row.state === "ready") return { row, notices: [] };
    // That Malamar has its branch checked out, and writes its ref.
    const made = await make(is === "theirs" ? withOwnNames(row) : row, owner, signal);
    return { ...made, row: finish(made.row) };
  }

  /** Where it is now, also stored in the row; a worktree on its way out comes back. */
  async function locate(
    stored: WorktreeRow,
    workspace: StoredWorkspace | null,
  ): Promise<FoundWorktree> {
    requireOwnNames(stored);
    const row = stored.state === "removing" ? await trash.takeBack(stored) : stored;
    if (row.state === "removed") return { is: "missing", row };
    const found = await find(row, workspace);
    const { path, repository } = found.row;
    const isBack = found.is === "there" && row.state === "missing";
    const state = isBack ? "ready" : row.state;
    if (path === row.path && repository === row.repository && state === row.state) return found;
    return { ...found, row: save({ ...found.row, state }) };
  }

  function withOwnNames(row: WorktreeRow): WorktreeRow {
    return { ...row, path: "", branch: "", ref: checkpointRef(installationId, row.task_id) };
  }

  function insert(row: WorktreeRow): WorktreeRow {
    return unit((emit) => {
      worktreeStore.insert(row);
      emit({ type: "worktree.updated", ...nameOf(row) });
      return row;
    });
  }

  function save(row: WorktreeRow): WorktreeRow {
    return unit((emit) => {
      const saved = { ...row, updated_at: clock() };
      worktreeStore.update(saved);
      emit({ type: "worktree.updated", ...nameOf(saved) });
      return saved;
    });
  }

  /** It is ready to work in, and the page shows where. */
  function finish(row: WorktreeRow): WorktreeRow {
    return unit((emit) => {
      const saved = save({ ...row, state: "ready", problem: null });
      const task = taskStore.get(row.task_id);
      if (task) {
        const { branch, base_commit } = row;
        const metadata = { branch, base_commit };
        taskJournal.log(SYSTEM, task, { event_type: "worktree_created", metadata });
        emit({ type: "task.updated", ...taskName(task) });
      }
      return saved;
    });
  }

  return { ready, locate, save };
}

export type Worktrees = ReturnType<typeof createWorktrees>;

function problemOf(error: unknown): RepositoryProblem {
  if (error instanceof RepositoryProblem) return error;
  return new RepositoryProblem(`the worktree could not be created: ${messageOf(error)}`);
}

export function nameOf({ id, workspace_id }: WorktreeRow) {
  return { worktree_id: id, workspace_id };
}
