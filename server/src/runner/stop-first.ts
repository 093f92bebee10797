import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { RunStore } from "#domain/run/run-store.ts";
import { SYSTEM } from "#domain/task/actor.ts";
import type { Retention } from "#domain/task/retention.ts";
import type { TaskService } from "#domain/task/task-service.ts";
import type { WorkspaceService } from "#domain/workspace/workspace-service.ts";
import { AppError } from "#lib/app-error.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";
import type { ActiveWork } from "./active-work.ts";
import type { Runner } from "./runner.ts";

interface Deps {
  runner: Runner;
  active: ActiveWork;
  tasks: TaskService;
  retention: Retention;
  workspaces: WorkspaceService;
  runs: RunStore;
  transcripts: Transcripts;
}

/** What people do that must end processes as well. Each answers when they are gone. */
export function createStopFirst(deps: Deps) {
  const { runner, active, tasks, retention, workspaces, runs, transcripts } = deps;

  return {
    /** Written first, so that neither a crash nor the agent's last word can undo it. */
    async cancelTask(id: TaskId): Promise<Task> {
      const end = () => active.stop("cancelled", (work) => work.taskId === id);
      try {
        tasks.cancel(id);
      } catch (error) {
        // Whoever cancels wants the agent to stop, even if that cannot be written down now.
        if (!(error instanceof AppError)) await end();
        throw error;
      }
      await end();
      return tasks.get(id);
    },

    async removeTask(id: TaskId): Promise<void> {
      const { workspace_id } = tasks.get(id);
      await runner.whileHeld(workspace_id, async () => {
        await active.stop("deleted", (work) => work.taskId === id);
        await transcripts.remove(tasks.remove(id));
      });
    },

    async removeDoneTasks(workspaceId: WorkspaceId): Promise<number> {
      const ids = new Set(tasks.idsOfDone(workspaceId));
      return runner.whileHeld(workspaceId, async () => {
        // A task can be Done while an agent that was at work on it has not ended yet.
        await active.stop("deleted", (work) => ids.has(work.taskId));
        const { count, runIds } = tasks.removeDone([...ids]);
        await transcripts.remove(runIds);
        return count;
      });
    },

    /** For the cleanup. A task that somebody takes out of Done meanwhile stays, and so does its agent. */
    async removeExpiredTask(id: TaskId): Promise<boolean> {
      if (!retention.isExpired(id)) return false;
      return runner.whileHeld(tasks.get(id).workspace_id, async () => {
        await active.stop("deleted", (work) => work.taskId === id);
        if (!retention.isExpired(id)) return false;
        await transcripts.remove(tasks.removeDone([id], SYSTEM).runIds);
        return true;
      });
    },

    async removeWorkspace(id: WorkspaceId): Promise<void> {
      workspaces.get(id);
      await runner.whileHeld(id, async () => {
        await active.stop("deleted", (work) => work.workspaceId === id);
        const runIds = runs.idsOfWorkspace(id);
        workspaces.remove(id);
        await transcripts.remove(runIds);
      });
    },
  };
}

export type StopFirst = ReturnType<typeof createStopFirst>;
