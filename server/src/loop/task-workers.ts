import { engineIdOf } from "@malamar/contract/agent.ts";
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
  "workspace.updated",
]);

/** Events after which another engine may be next. */
const TEAM_CHANGES: ReadonlySet<ServerEventType> = new Set([
  "agent.created",
  "agent.updated",
  "agent.deleted",
]);

/** The loop: one worker per workspace takes due items, one by one, until there are none. */
export function createTaskWorkers(deps: LoopDeps) {
  const { bus, taskQueueStore, taskLoop, taskEngines, slots, timers, clock, logger, pollMs } = deps;
  const workers = new Map<WorkspaceId, Promise<void>>();
  const held = new Map<WorkspaceId, number>();
  /** How to clean up after a pass that failed unexpectedly; nothing else starts before that. */
  const broken = new Map<WorkspaceId, () => void>();
  let isOpen = false;
  let stopPoll = () => {};
  let stopRetry = () => {};
  let unsubscribe = () => {};

  /** A running worker looks for due items until there are none: no need to wake it. */
  function wake(workspaceId: WorkspaceId): void {
    if (!isOpen || slots.isClosed()) return;
    if (held.has(workspaceId) || workers.has(workspaceId)) return;
    workers.set(workspaceId, work(workspaceId));
  }

  async function work(workspaceId: WorkspaceId): Promise<void> {
    // The request that queued the item gets its response first.
    await new Promise(setImmediate);
    try {
      for (;;) {
        if (!isOpen || slots.isClosed() || held.has(workspaceId)) return;
        broken.get(workspaceId)?.();
        broken.delete(workspaceId);
        const item = taskLoop.pick(workspaceId);
        if (!item) return;
        try {
          await workPass(deps, item, workspaceId);
        } catch (error) {
          logger.error("A pass failed unexpectedly", { workspace_id: workspaceId, error });
          broken.set(workspaceId, () => abandonPass(deps, item, error));
        }
        // However many items need no agent at all, other work gets a turn in between.
        await new Promise(setImmediate);
      }
    } catch (error) {
      deps.noteFailure(error);
      // The poll retries it; nothing starts until then.
      logger.error("The loop of a workspace failed unexpectedly", {
        workspace_id: workspaceId,
        error,
      });
    } finally {
      workers.delete(workspaceId);
      if (isOpen) watchRetries();
    }
  }

  function wakeAllDue(): void {
    // Cleaning up happens in any case; a pause only concerns new work.
    for (const workspaceId of broken.keys()) wake(workspaceId);
    if (deps.isPaused()) return;
    for (const workspaceId of taskQueueStore.due(clock())) wake(workspaceId);
  }

  /** One timer, for the next due task or the next try of an engine. */
  function watchRetries(): void {
    stopRetry();
    const now = clock();
    const next = earliest(taskQueueStore.nextRetryAt(now), taskEngines.nextProbeAt());
    if (next === null) return;
    stopRetry = timers.after(Math.max(0, Date.parse(next) - Date.parse(now)), () => {
      carefully(() => {
        taskEngines.probe();
        wakeAllDue();
        watchRetries();
      });
    });
  }

  /** What fails here, for example on a full disk, the poll retries. */
  function carefully(look: () => void): void {
    try {
      look();
    } catch (error) {
      deps.noteFailure(error);
      logger.error("The queue cannot be read", { error });
    }
  }

  /** Tasks that wait for free space continue once there is some. */
  function lookForSpace(): void {
    if (deps.taskWaitStore.hasHeld("disk") && deps.freeSpace.problem() === null) {
      deps.taskWaits.release("disk");
    }
  }

  /** The safety net: anything missed is found within this time. */
  function poll(): void {
    stopPoll = timers.after(pollMs, () => {
      carefully(() => {
        deps.freeSpace.look();
        if (slots.isClosed()) return;
        taskLoop.mendWaits();
        taskEngines.probe();
        lookForSpace();
        deps.directories.letIn();
        deps.missingPrograms.look();
        wakeAllDue();
      });
      poll();
    });
  }

  return {
    wake,

    /** Starts working. Call it once, after recovery. */
    start(): void {
      isOpen = true;
      deps.directories.letIn();
      taskEngines.recover();
      deps.missingPrograms.recover();
      lookForSpace();
      unsubscribe = bus.subscribe(({ event }) => {
        if (event.type === "settings.updated") {
          lookForSpace();
          wakeAllDue();
        }
        if (event.type === "cli.health_changed") {
          const usable = event.clis.filter(({ status }) => status !== "unhealthy");
          taskEngines.notePresent(new Set(usable.map(engineIdOf)));
          deps.missingPrograms.look();
        }
        if (event.type === "workspace.updated") deps.directories.letIn();
        if (!("workspace_id" in event)) return;
        if (WAKING.has(event.type)) wake(event.workspace_id);
        if (TEAM_CHANGES.has(event.type)) {
          deps.taskWaits.lookAtTeam(event.workspace_id, deps.agentStore.list(event.workspace_id));
        }
      });
      wakeAllDue();
      watchRetries();
      poll();
    },

    /** Resolves when nothing due is left: tests wait for this instead of a time. */
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

    /**
     * No new pickups; ends every process and waits for that. Interrupted passes start again later.
     */
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

function earliest(...times: readonly (string | null)[]): string | null {
  return times.flatMap((time) => time ?? []).toSorted()[0] ?? null;
}

export type TaskWorkers = ReturnType<typeof createTaskWorkers>;
