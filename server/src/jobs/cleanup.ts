import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { SYSTEM, type Actor } from "#domain/actor/actor.ts";
import type { FinishedItemsStore } from "#domain/queue/finished-items-store.ts";
import type { Retention } from "#domain/task/retention.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { DAY_MS, later, type Clock, type Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";

const KEPT_DAYS = 7;

/** This many rows are deleted within a few milliseconds; then other work gets a turn. */
const SLICE = 200;

/**
 * A timer stops while the machine sleeps, so a laptop would hardly ever see a whole day pass: the
 * clock is checked this often instead.
 */
const LOOK_MS = 60 * 60 * 1000;

interface Deps {
  workspaceStore: Pick<WorkspaceStore, "ids">;
  finishedItemsStore: FinishedItemsStore;
  retention: Pick<Retention, "expiredIn">;
  /** Ends what still works on the task first; false if it is not expired anymore. */
  removeExpiredTask: (actor: Actor, id: TaskId) => Promise<boolean>;
  /** Transcripts that no run owns, last written before this time; continues as long as wanted. */
  removeStrayTranscripts: (before: string, isWanted: () => boolean) => Promise<number>;
  /** Worktrees that are due and whose work is safe, and the sizes of the others. */
  removeDueWorktrees: (isWanted: () => boolean) => Promise<number>;
  /** Our files that nobody needs any longer. */
  removeLeftovers: (isWanted: () => boolean) => Promise<number>;
  /** What was kept of removed worktrees, and of deleted tasks and chats, for long enough. */
  removeExpiredWork: (isWanted: () => boolean) => Promise<number>;
  clock: Clock;
  timers: Timers;
  logger: Logger;
}

/** Deletes what is no longer needed: at startup, and daily. What fails is retried the next day. */
export function createCleanup(deps: Deps) {
  const { workspaceStore, finishedItemsStore, retention, clock, timers, logger } = deps;
  let underWay: Promise<void> | null = null;
  let isStopped = false;
  let last = now();

  function now() {
    return { clock: Date.parse(clock()), timer: timers.elapsed() };
  }

  /** A day by the clock, in either direction: one that was set back must not end the cleanup. */
  function isDue(): boolean {
    const { clock: time, timer } = now();
    return Math.abs(time - last.clock) >= DAY_MS || timer - last.timer >= DAY_MS;
  }

  async function cleanUp(): Promise<void> {
    const before = later(clock(), -KEPT_DAYS * DAY_MS);
    const removed = {
      tasks: 0,
      queue_items: 0,
      transcripts: 0,
      worktrees: 0,
      kept_work: 0,
      leftovers: 0,
    };
    const isWanted = () => !isStopped;
    const workspaceIds = workspaceStore.ids();
    for (const id of workspaceIds) {
      removed.queue_items += await inSlices(() =>
        finishedItemsStore.removeOfTasks(id, before, SLICE),
      );
      removed.tasks += await removeExpired(id);
    }
    removed.queue_items += await inSlices(() => finishedItemsStore.removeOfChats(before, SLICE));
    removed.transcripts += await attempt(() => deps.removeStrayTranscripts(before, isWanted));
    removed.worktrees += await attempt(() => deps.removeDueWorktrees(isWanted));
    removed.kept_work += await attempt(() => deps.removeExpiredWork(isWanted));
    removed.leftovers += await attempt(() => deps.removeLeftovers(isWanted));
    if (Object.values(removed).some((count) => count > 0)) logger.info("Cleaned up", removed);
  }

  /** One by one: one that cannot be deleted holds up no other one. */
  async function removeExpired(workspaceId: WorkspaceId): Promise<number> {
    let count = 0;
    let ids: TaskId[] = [];
    await attempt(() => (ids = retention.expiredIn(workspaceId)).length);
    for (const id of ids) {
      count += await attempt(async () => Number(await deps.removeExpiredTask(SYSTEM, id)));
    }
    return count;
  }

  async function inSlices(removeSlice: () => number): Promise<number> {
    let count = 0;
    for (;;) {
      const removed = await attempt(removeSlice);
      count += removed;
      if (removed < SLICE) return count;
    }
  }

  /** One step, and then a turn for other work. */
  async function attempt(step: () => number | Promise<number>): Promise<number> {
    if (isStopped) return 0;
    try {
      return await step();
    } catch (error) {
      logger.error("Part of the cleanup failed; Malamar tries again tomorrow", { error });
      return 0;
    } finally {
      await new Promise(setImmediate);
    }
  }

  function begin(): void {
    last = now();
    underWay ??= cleanUp()
      .catch((error: unknown) => logger.error("The cleanup failed", { error }))
      .finally(() => (underWay = null));
  }

  return {
    /**
     * Cleans up now and daily, until the returned function is called; that waits for the current
     * step.
     */
    start(): () => Promise<void> {
      isStopped = false;
      let callOff = () => {};
      const look = () => {
        if (isDue()) begin();
        callOff = timers.after(LOOK_MS, look);
      };
      begin();
      callOff = timers.after(LOOK_MS, look);
      return async () => {
        isStopped = true;
        callOff();
        await underWay;
      };
    },

    /** Resolves when nothing is being cleaned up: a test waits for this instead of a time. */
    async drain(): Promise<void> {
      await underWay;
    },
  };
}
