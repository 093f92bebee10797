import { taskDirectory } from "#domain/task/task-service.ts";
import { workingDirectoryOf } from "#domain/workspace/working-directory.ts";
import type { WorktreeRow } from "#domain/worktree/worktree-store.ts";
import { RepositoryProblem } from "#repository/repository-problem.ts";
import type { LoopDeps } from "./loop-deps.ts";
import type { TaskRun } from "./run-agent.ts";
import { prepareWorkplace, type Brief, type Workplace } from "./workplace.ts";

type Deps = Pick<LoopDeps, "repositoryFiles" | "tempDir">;

/** Prepares the place of a task's run: in mode git its worktree, which is created if needed. */
export async function prepareTaskPlace(
  deps: Deps,
  taskRun: Pick<TaskRun, "workspace" | "task" | "pass">,
  brief: (worktree: WorktreeRow | null) => Brief,
  stop: AbortSignal,
): Promise<Workplace> {
  const { workspace, task } = taskRun;
  const isOwn = workspace.working_directory_mode === "temp";
  const own = taskDirectory(deps.tempDir, task.id);
  if (workspace.working_directory_mode === "git") return inWorktree(deps, taskRun, brief, stop);
  const cwd = workingDirectoryOf(workspace, own);
  const guest = { task_id: task.id, chat_id: null };
  const files =
    isOwn || cwd === null
      ? null
      : await deps.repositoryFiles.inCheckout(cwd, workspace, guest, stop);
  const place = prepareWorkplace({
    tempDir: deps.tempDir,
    cwd,
    isOwn,
    brief: () => brief(null),
  });
  if ("problem" in place || files === null) return place;
  return {
    ...place,
    notices: files.notices,
    afterwards: (id) => files.afterwards({ id, pass: taskRun.pass }),
  };
}

async function inWorktree(
  { repositoryFiles, tempDir }: Deps,
  { workspace, task, pass }: Pick<TaskRun, "workspace" | "task" | "pass">,
  brief: (worktree: WorktreeRow | null) => Brief,
  stop: AbortSignal,
): Promise<Workplace> {
  try {
    const files = await repositoryFiles.inWorktree({ workspace, task }, stop);
    const { worktree, cwd, environment, notices } = files;
    const place = prepareWorkplace({ tempDir, cwd, isOwn: false, brief: () => brief(worktree) });
    if ("problem" in place) return place;
    const afterwards = (id: Parameters<typeof files.afterwards>[0]["id"]) =>
      files.afterwards({ id, pass });
    return { ...place, environment, notices, afterwards };
  } catch (error) {
    if (!(error instanceof RepositoryProblem)) throw error;
    return { problem: error.message, whatToDo: WHAT_TO_DO };
  }
}

const WHAT_TO_DO =
  "Fix what the error says, or choose another place to work in the workspace settings.";
