import type { RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { RunStore } from "#domain/run/run-store.ts";
import type { TaskService } from "#domain/task/task-service.ts";
import type { WorkspaceService } from "#domain/workspace/workspace-service.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";
import type { ActiveWork } from "./active-work.ts";
import type { Runner } from "./runner.ts";

interface Deps {
  runner: Runner;
  active: ActiveWork;
  tasks: TaskService;
  workspaces: WorkspaceService;
  runs: RunStore;
  transcripts: Transcripts;
}

/** What people do that must end processes as well. Each answers when they are gone. */
export function createStopFirst(deps: Deps) {
  const { runner, active, tasks, workspaces, runs, transcripts } = deps;

  return {
    /** Written first, so that neither a crash nor the agent's last word can undo it. */
    async cancelTask(id: TaskId): Promise<Task> {
      tasks.cancel(id);
      await active.stop("cancelled", (work) => work.taskId === id);
      return tasks.get(id);
    },

    async removeTask(id: TaskId): Promise<void> {
      const { workspace_id } = tasks.get(id);
      await runner.whileHeld(workspace_id, () => endAndRemove(id));
    },

    async removeDoneTasks(workspaceId: WorkspaceId): Promise<number> {
      const ids = tasks.idsOfDone(workspaceId);
      await runner.whileHeld(workspaceId, async () => {
        for (const id of ids) await endAndRemove(id);
      });
      return ids.length;
    },

    async removeWorkspace(id: WorkspaceId): Promise<void> {
      workspaces.get(id);
      await runner.whileHeld(id, async () => {
        await active.stop("deleted", (work) => work.workspaceId === id);
        await withTranscripts(runs.idsOfWorkspace(id), () => workspaces.remove(id));
      });
    },
  };

  async function endAndRemove(id: TaskId): Promise<void> {
    await active.stop("deleted", (work) => work.taskId === id);
    await withTranscripts(runs.idsOfTask(id), () => tasks.remove(id));
  }

  /** The files go when their rows are gone, never before. */
  async function withTranscripts(runIds: readonly RunId[], remove: () => void): Promise<void> {
    remove();
    await transcripts.remove(runIds);
  }
}

export type StopFirst = ReturnType<typeof createStopFirst>;
