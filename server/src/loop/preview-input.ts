import { engineIdOf, type Agent } from "@malamar/contract/agent.ts";
import type { AgentId, TaskId } from "@malamar/contract/ids.ts";
import { requireAgent } from "#domain/agent/agent-service.ts";
import type { TaskRow } from "#domain/task/task-store.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import { AppError, notFound } from "#lib/app-error.ts";
import { briefOnTask } from "./briefing/task-briefing.ts";
import type { LoopDeps } from "./loop-deps.ts";

type Deps = Pick<
  LoopDeps,
  | "agentStore"
  | "taskStore"
  | "workspaceStore"
  | "worktreeStore"
  | "commentStore"
  | "activityStore"
  | "engineOf"
>;

/**
 * The input that an agent would get if it ran on a task now. Nothing is written, and nothing
 * starts.
 */
export function createInputPreview(deps: Deps) {
  const { agentStore, taskStore, workspaceStore, worktreeStore, engineOf } = deps;

  return (agentId: AgentId, taskId?: TaskId): string => {
    const agent = requireAgent(agentStore, agentId);
    const task = taskId === undefined ? newestOpen(agent) : taskOf(agent, taskId);
    const workspace = requireWorkspace(workspaceStore, agent.workspace_id);
    const worktree =
      workspace.working_directory_mode === "git" ? worktreeStore.ofTask(task.id) : null;
    const about = { workspace, task, agent, isAsked: false, worktree };
    const { briefing } = briefOnTask(deps, about);
    return engineOf(engineIdOf(agent)).previewInput(briefing);
  };

  /** This agent may not read tasks of other workspaces. */
  function taskOf({ workspace_id }: Agent, id: TaskId): TaskRow {
    const task = taskStore.get(id);
    if (task?.workspace_id !== workspace_id) throw notFound("Task");
    return task;
  }

  function newestOpen({ workspace_id }: Agent): TaskRow {
    const task = taskStore.newestOpen(workspace_id);
    if (task) return task;
    throw new AppError(
      "CONFLICT",
      "This workspace has no task in Todo or In Progress. Create one, or name a task with task_id.",
    );
  }
}

export type PreviewInput = ReturnType<typeof createInputPreview>;
