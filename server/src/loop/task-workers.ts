import type { ServerEventType } from "@malamar/contract/event.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { LoopDeps } from "./loop-deps.ts";
import { abandonPass } from "./recovery.ts";
import { workPass } from "./work-pass.ts";

/** Events of a commit that may have queued something, or made something due. */
const WAKING: ReadonlySet<ServerEventType> = new Set([
  "task.created",
  "task.updated",
  "task.status_changed",
  "task.comment_added",
]);

/** Events after which another engine may be next. */
const TEAM_CHANGES: ReadonlySet<ServerEventType> = new Set([
  "agent.created",
  "agent.updated",
  "agent.deleted",
]);

/** The loop: one worker per workspace takes what is due, item by item, until nothing is. */
export function createTaskWorkers(deps: LoopDeps) {
  const { bus, taskQueueStore, taskLoop, timers, clock, logger, pollMs } = deps;
  const workers = new Map<WorkspaceId, Promise<void>>();
  const held = new Map<WorkspaceId, number>();
  /** How to put in order what a pass that broke off left; nothing else is begun before that. */
  const broken = new Map<WorkspaceId, () => void>();
  let isOpen = false;
  let stopPoll = () => {};
  let stopRetry = () => {};
  let unsubscribe = () => {};

  /** A worker that is there looks for what is due until there is nothing: it need not be told. */
  function wake(workspaceId: WorkspaceId): void {
    if (!isOpen || held.has(workspaceId) || workers.has(workspaceId)) return;
    workers.set(workspaceId, work(workspaceId));
  }

  async function work(workspaceId: WorkspaceId): Promise<void> {
    // Who queued the item gets its answer first.
    await new Promise(setImmediate);
    try {
      for (;;) {
        if (!isOpen || held.has(workspaceId)) return;
        broken.get(workspaceId)?.();
        broken.delete(workspaceId);
        const item = taskLoop.pick(workspaceId);
        if (!item) return;
        try {
          await workPass(deps, item, workspaceId);
          // However many items need no agent at all, everybody else has a turn in between.
          await new Promise(setImmediate);
        } catch (error) {
          logger.error("A pass broke off", { workspace_id: workspaceId, error });
          broken.set(workspaceId, () => abandonPass(deps, item, error));
        }
      }
    } catch (error) {
      // The poll comes back to it; nothing is started meanwhile.
      logger.error("The loop of a workspace broke off", { workspace_id: workspaceId, error });
    } finally {
      workers.delete(workspaceId);
      if (isOpen) watchRetries();
    }
  }

  function wakeAllDue(): void {
    for (const workspaceId of [...taskQueueStore.due(clock()), ...broken.keys()]) {
      wake(workspaceId);
    }
  }

  /** One timer, for the task that is due next. */
  function watchRetries(): void {
    stopRetry();
    const now = clock();
    const next = taskQueueStore.nextRetryAt(now);
    if (next === null) return;
    stopRetry = timers.after(Math.max(0, Date.parse(next) - Date.parse(now)), () => {
      wakeAllDue();
      watchRetries();
    });
  }

  /** The safety net: whatever was missed is found within this time. */
  function poll(): void {
    stopPoll = timers.after(pollMs, () => {
      try {
        taskLoop.mendWaits();
        wakeAllDue();
      } catch (error) {
        logger.error("The queue cannot be read", { error });
      }
      poll();
    });
  }

  return {
    wake,

    /** Begins to work. Call it once, after what an earlier life left behind was put in order. */
    start(): void {
      isOpen = true;
      unsubscribe = bus.subscribe(({ event }) => {
        if (!("workspace_id" in event)) return;
        if (WAKING.has(event.type)) wake(event.workspace_id);
        if (TEAM_CHANGES.has(event.type)) {
          deps.taskQuota.lookAtTeam(event.workspace_id, deps.agentStore.list(event.workspace_id));
        }
      });
      wakeAllDue();
      watchRetries();
      poll();
    },

    /** Resolves when nothing that is due is left: a test waits for this instead of a time. */
    async drain(): Promise<void> {
      while (workers.size > 0) await Promise.all(workers.values());
    },

    /** No pass begins in the workspace until the work is done. */
    async whileHeld<Result>(
      workspaceId: WorkspaceId,
      work: () => Promise<Result>,
    ): Promise<Result> {
      held.set(workspaceId, (held.get(workspaceId) ?? 0) + 1);
      try {
        return await work();
      } finally {
        const others = held.get(workspaceId)! - 1;
        if (others > 0) held.set(workspaceId, others);
        else held.delete(workspaceId);
        wake(workspaceId);
      }
    },

    /** No new pickups; ends every process and waits for that. What was begun is begun again later. */
    async stop(): Promise<void> {
      isOpen = false;
      unsubscribe();
      stopPoll();
      stopRetry();
      await deps.active.stop("shutdown", ({ taskId }) => taskId !== undefined);
      await Promise.all(workers.values());
    },
  };
}

export type TaskWorkers = ReturnType<typeof createTaskWorkers>;
