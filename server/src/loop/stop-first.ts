import type { Chat } from "@malamar/contract/chat.ts";
import type { ErrorCode } from "@malamar/contract/error.ts";
import type { ChatId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { Actor } from "#domain/actor/actor.ts";
import type { ChatService } from "#domain/chat/chat-service.ts";
import type { RunStore } from "#domain/run/run-store.ts";
import type { Retention } from "#domain/task/retention.ts";
import type { TaskService } from "#domain/task/task-service.ts";
import { isStorageTrouble } from "#events/unit-of-work.ts";
import type { WorkspaceService } from "#domain/workspace/workspace-service.ts";
import { AppError } from "#lib/app-error.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";
import type { ActiveWork, WorkScope } from "./active-work.ts";
import type { TaskWorkers } from "./task-workers.ts";
import { withRoom } from "./with-room.ts";

interface Deps {
  taskWorkers: TaskWorkers;
  active: ActiveWork;
  taskService: TaskService;
  chatService: ChatService;
  retention: Retention;
  workspaceService: WorkspaceService;
  runStore: RunStore;
  transcripts: Transcripts;
  /** Removes incomplete uploads of a chat that is gone. */
  abandonUploads: (id: ChatId) => void;
  /** Frees the space that is reserved for a full disk; false when there is none. */
  spendReserve: () => boolean;
  /** Throws while the database is not in its place. */
  requireWritable: () => void;
}

/**
 * This many are deleted, with everything in them, within some tens of milliseconds; then other
 * requests get a turn.
 */
const TASKS_AT_ONCE = 5;

/** Changes that must also end processes. Each resolves when those are gone. */
export function createStopFirst(deps: Deps) {
  const {
    taskWorkers,
    active,
    taskService,
    chatService,
    retention,
    workspaceService,
    runStore,
    transcripts,
    abandonUploads,
    spendReserve,
    requireWritable,
  } = deps;

  return {
    async cancelTask(actor: Actor, id: TaskId): Promise<Task> {
      const matches = ({ taskId }: WorkScope) => taskId === id;
      await cancel(() => taskService.cancel(actor, id), matches);
      return taskService.get(id);
    },

    async stopTask(actor: Actor, id: TaskId): Promise<Task> {
      const matches = ({ taskId }: WorkScope) => taskId === id;
      await cancel(() => taskService.stop(actor, id), matches);
      return taskService.get(id);
    },

    async cancelChat(actor: Actor, id: ChatId): Promise<Chat> {
      const matches = ({ chatId }: WorkScope) => chatId === id;
      await cancel(() => chatService.cancel(actor, id), matches);
      return chatService.get(id);
    },

    async removeTask(actor: Actor, id: TaskId): Promise<void> {
      const { workspace_id } = taskService.get(id);
      await taskWorkers.whileHeld(workspace_id, async () => {
        await active.stop("deleted", (work) => work.taskId === id);
        await transcripts.remove(withRoom(spendReserve, () => taskService.remove(actor, id)));
      });
    },

    async removeDoneTasks(actor: Actor, workspaceId: WorkspaceId): Promise<number> {
      const ids = new Set(taskService.idsOfDone(workspaceId));
      return taskWorkers.whileHeld(workspaceId, async () => {
        // A task can be Done while its agent has not ended yet.
        await active.stop("deleted", ({ taskId }) => taskId !== undefined && ids.has(taskId));
        let removed = 0;
        for (const slice of slicesOf([...ids])) {
          const { count, runIds } = withRoom(spendReserve, () =>
            taskService.removeDone(actor, slice),
          );
          await transcripts.remove(runIds);
          removed += count;
          await turnForOthers();
        }
        return removed;
      });
    },

    async removeChat(actor: Actor, id: ChatId): Promise<void> {
      chatService.get(id);
      await active.stop("deleted", ({ chatId }) => chatId === id);
      const runIds = withRoom(spendReserve, () => chatService.remove(actor, id));
      abandonUploads(id);
      await transcripts.remove(runIds);
    },

    /**
     * For the cleanup. A task that someone takes out of Done in the meantime stays, and so does its
     * agent.
     */
    async removeExpiredTask(actor: Actor, id: TaskId): Promise<boolean> {
      if (!retention.isExpired(id)) return false;
      return taskWorkers.whileHeld(taskService.get(id).workspace_id, async () => {
        await active.stop("deleted", (work) => work.taskId === id);
        if (!retention.isExpired(id)) return false;
        const { runIds } = withRoom(spendReserve, () => taskService.removeDone(actor, [id]));
        await transcripts.remove(runIds);
        return true;
      });
    },

    async removeWorkspace(actor: Actor, id: WorkspaceId): Promise<void> {
      workspaceService.get(id);
      await taskWorkers.whileHeld(id, async () => {
        await active.stop("deleted", (work) => work.workspaceId === id);
        const runIds = runStore.idsOfWorkspace(id);
        while (withRoom(spendReserve, () => taskService.removeSurplus(actor, id, TASKS_AT_ONCE))) {
          await turnForOthers();
        }
        withRoom(spendReserve, () => workspaceService.remove(actor, id));
        await transcripts.remove(runIds);
      });
    },
  };

  /** Stored first, so that neither a crash nor the agent's last answer can undo it. */
  async function cancel(write: () => void, matches: (place: WorkScope) => boolean): Promise<void> {
    try {
      requireWritable();
      write();
    } catch (error) {
      if (error instanceof AppError && !OF_DATABASE.has(error.code)) throw error;
      // A person who cancels wants the agent to stop, even if that cannot be stored now.
      await active.stop("cancelled", matches);
      throw stoppedBut(error);
    }
    await active.stop("cancelled", matches);
  }
}

/** The codes with which the database refuses every write. */
const OF_DATABASE: ReadonlySet<ErrorCode> = new Set(["DATABASE_UNAVAILABLE", "DATABASE_DAMAGED"]);

const STOPPED = "The agent was stopped, and all its processes are gone.";

function stoppedBut(error: unknown): unknown {
  if (error instanceof AppError) {
    return new AppError(error.code, `${STOPPED} That could not be stored: ${error.message}`);
  }
  if (!isStorageTrouble(error)) return error;
  return new AppError(
    "STORAGE_FAILED",
    `${STOPPED} Malamar cannot record that in its database right now: the disk may be full or read-only. Free up space, and cancel again if the task or chat still shows as running.`,
  );
}

function slicesOf(ids: readonly TaskId[]): TaskId[][] {
  return Array.from({ length: Math.ceil(ids.length / TASKS_AT_ONCE) }, (_, at) =>
    ids.slice(at * TASKS_AT_ONCE, (at + 1) * TASKS_AT_ONCE),
  );
}

function turnForOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export type StopFirst = ReturnType<typeof createStopFirst>;
