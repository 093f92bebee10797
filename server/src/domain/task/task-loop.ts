import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentId, RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { SYSTEM, type Actor } from "#domain/actor/actor.ts";
import { pickNext, type Candidate } from "#domain/queue/pickup.ts";
import type { RunStore } from "#domain/run/run-store.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import { later } from "#lib/clock.ts";
import { shortened } from "#lib/shortened.ts";
import { backoffMs, LONGEST_BACKOFF_MS } from "./backoff.ts";
import {
  limitsSpend,
  needsUserGuard,
  passGuard,
  repetitionGuard,
  spendGuard,
  type Tripped,
} from "./guards.ts";
import { fingerprintOf, type Said } from "./said.ts";
import { uncounted, type PassStepDeps, type PassSteps } from "./pass-steps.ts";
import { nameOf } from "./task-journal.ts";
import type { EngineVerdict, TaskEngines } from "./task-engines.ts";
import type { TaskQuota } from "./task-quota.ts";
import { isOpen, NOT_WAITING } from "./task-rules.ts";
import { requireTask } from "./task-service.ts";
import type { PassState, TaskRow } from "./task-store.ts";
import type { TaskWaitStore, Wait } from "./task-wait-store.ts";
import type { TaskWaits } from "./task-waits.ts";

interface Deps extends PassStepDeps {
  runStore: RunStore;
  taskWaitStore: TaskWaitStore;
  passSteps: PassSteps;
  taskQuota: TaskQuota;
  taskEngines: TaskEngines;
  taskWaits: TaskWaits;
  /** Nothing new may be picked up. */
  isPaused: () => boolean;
}

/** In an event, and so in a notification: more than a phone's screen. */
const LONGEST_ERROR = 500;

/** What went wrong in a run. Two failures are similar if agent, kind and exit code are the same. */
export interface PassFailure {
  agentId: AgentId | null;
  runId: RunId | null;
  kind: string;
  exitCode: number | null;
  message: string;
  /** What to do about it. */
  advice: string | null;
  /** Retrying does not help until a person has done something. */
  needsUser: boolean;
}

const ASKED_AGENT_IS_GONE =
  "The agent you asked was deleted before its turn. Ask another one, or comment to send this to the whole team.";

/** The loop's own writes: how a pass begins and ends, and what that does to its task. */
export function createTaskLoop(deps: Deps) {
  const {
    unit,
    workspaceStore,
    taskStore,
    taskWaitStore,
    taskQueueStore,
    taskJournal,
    runStore,
    passSteps,
    taskQuota,
    taskEngines,
    taskWaits,
    isPaused,
    clock,
  } = deps;

  return {
    /** The item whose turn it is, if any is due. */
    pick: (workspaceId: WorkspaceId): Candidate | undefined => {
      if (isPaused()) return undefined;
      const now = clock();
      return pickNext(taskQueueStore.candidates(workspaceId, now), now);
    },

    /**
     * Begins the pass; null if its task has reached a limit, or its first engine cannot be used
     * now.
     */
    begin(item: Candidate, first: Agent | undefined): TaskRow | null {
      return unit(() => {
        const task = requireTask(taskStore, item.task_id);
        const wait = first && (taskQuota.waitOf(first) ?? taskEngines.waitOf(first, task.id));
        if (wait) {
          if (item.asks_agent_id === null) taskWaits.holdBack(task, wait);
          else taskWaits.hold(task, wait);
          return null;
        }
        const tripped = passGuard(task.pass_count, workspaceOf(task)) ?? spent(task);
        if (tripped) {
          passSteps.trip(passSteps.close(item.item_id, task, "completed"), tripped);
          return null;
        }
        taskQueueStore.start(item.item_id, clock());
        for (const id of taskStore.idsByStatus(task.workspace_id, "in_progress")) {
          if (id !== task.id) demote(requireTask(taskStore, id));
        }
        return start(task);
      });
    },

    /** Mid-pass: a limit on spending is reached. */
    stopIfSpent(itemId: string, task: TaskRow): boolean {
      const tripped = spent(task);
      if (tripped) unit(() => passSteps.trip(passSteps.close(itemId, task, "completed"), tripped));
      return tripped !== null;
    },

    /** The pass ended because someone else took the task out of it. */
    leave(itemId: string, taskId: TaskId, status: "completed" | "failed"): void {
      unit(() => {
        const task = taskStore.get(taskId);
        if (task) announce(passSteps.close(itemId, task, status));
      });
    },

    /**
     * Someone has cancelled the pass and stored that. In case they could not store it: with nobody
     * working on it and nothing queued, the task would stay In Progress forever.
     */
    cancelled(itemId: string, taskId: TaskId): void {
      unit(() => {
        const task = taskStore.get(taskId);
        const closed = task && passSteps.close(itemId, task, "failed");
        if (closed?.status === "in_progress") taskJournal.move(SYSTEM, closed, "in_review");
        else if (closed) announce(closed);
      });
    },

    /** Stopping Malamar interrupts the pass: it starts again later, and counts then. */
    interrupt(taskId: TaskId): void {
      unit(() => {
        const task = taskStore.get(taskId);
        if (task) taskStore.update(uncounted(task));
      });
    },

    /**
     * Someone put it on hold before anything ran: it begins when it is picked up again, and counts
     * then.
     */
    giveBack(itemId: string, task: TaskRow, pass: PassState): void {
      unit(() => {
        const loop_memory =
          pass.served.length === 0 ? task.loop_memory : { ...task.loop_memory, pass };
        const left = uncounted({ ...task, loop_memory });
        if (taskQueueStore.hasQueued(task.id)) {
          return announce(passSteps.close(itemId, left, "failed"));
        }
        taskStore.update(left);
        taskQueueStore.putBack(itemId, clock());
        announce(left);
      });
    },

    /** The agent that someone asked was deleted before its turn. */
    nobodyAnswers(item: Candidate): void {
      unit(() => {
        const task = requireTask(taskStore, item.task_id);
        taskJournal.tell(SYSTEM, task, ASKED_AGENT_IS_GONE);
        const closed = passSteps.close(item.item_id, task, "completed");
        if (isOpen(closed.status)) afterAnswer(closed, null);
      });
    },

    /** Every agent had its turn, or one asked for review. */
    complete(
      item: Pick<Candidate, "item_id" | "asks_agent_id">,
      taskId: TaskId,
      outcome: { said: readonly Said[]; reviewWantedBy: Actor | null; userSpoke: boolean },
    ): void {
      unit(() => {
        const before = taskStore.get(taskId);
        if (!before) return;
        const task = passSteps.close(item.item_id, succeeded(before), "completed");
        if (task.status !== "in_progress") return announce(task);
        if (outcome.userSpoke) return goOn(task);
        if (item.asks_agent_id !== null) return afterAnswer(task, outcome.reviewWantedBy);
        if (outcome.reviewWantedBy || outcome.said.length === 0) {
          return void taskJournal.move(outcome.reviewWantedBy ?? SYSTEM, task, "in_review");
        }
        const remembered = remember(task, outcome.said);
        const tripped =
          repetitionGuard(remembered.loop_memory.said?.passes ?? 0) ??
          passGuard(remembered.pass_count, workspaceOf(remembered)) ??
          spent(remembered);
        if (tripped) return passSteps.trip(remembered, tripped);
        goOn(remembered);
      });
    },

    /**
     * Mid-pass: it continues where it was once what is missing is there. It does not count until
     * then.
     */
    park(itemId: string, task: TaskRow, pass: PassState, wait: Wait): void {
      unit(() => {
        const loop_memory = { ...task.loop_memory, pass };
        taskWaits.hold(
          passSteps.close(itemId, uncounted({ ...task, loop_memory }), "failed"),
          wait,
        );
      });
    },

    /**
     * A run failed: the pass stops, and the task is retried later. If the engine is to blame and
     * not used for now, the pass continues with the agent that failed.
     */
    fail(
      itemId: string,
      taskId: TaskId,
      failure: PassFailure,
      engine?: { verdict: EngineVerdict; pass: PassState },
    ): void {
      unit((emit) => {
        const before = taskStore.get(taskId);
        if (!before) return;
        const wait = engine?.verdict.wait ?? null;
        const reported = passSteps.report(
          passSteps.close(itemId, wait ? uncounted(before) : before, "failed"),
          errorKey(failure),
          { ...failure, isOldNews: engine?.verdict.isOldNews },
        );
        emit({
          type: "task.error_occurred",
          ...nameOf(reported),
          error_message: shortened(failure.message, LONGEST_ERROR),
        });
        if (!isOpen(reported.status)) return;
        const failures = reported.failure_count + 1;
        const task = {
          ...reported,
          failure_count: failures,
          last_error: failure.message,
        };
        if (wait) {
          const loop_memory = { ...task.loop_memory, ...(engine && { pass: engine.pass }) };
          return taskWaits.hold({ ...task, loop_memory }, wait);
        }
        const tripped =
          hopeless(task, failure, clock()) ??
          passGuard(task.pass_count, workspaceOf(task)) ??
          spent(task);
        if (tripped) return passSteps.trip(task, tripped);
        taskWaits.hold(task, {
          reason: "backoff",
          engine: null,
          agent_id: null,
          detail: null,
          until: later(clock(), backoffMs(failures)),
        });
      });
    },

    /**
     * No wait is this long: the clock was set back. Nobody should wait for that time to come again.
     */
    mendWaits(): void {
      const latest = later(clock(), LONGEST_BACKOFF_MS);
      for (const id of taskWaitStore.backingOffBeyond(latest)) {
        unit((emit) => {
          const mended = taskJournal.save({ ...requireTask(taskStore, id), retry_at: latest });
          emit({ type: "task.updated", ...nameOf(mended) });
        });
      }
    },

    /** A guard ended the active run. */
    stopByGuard(itemId: string, taskId: TaskId, tripped: Tripped): void {
      unit(() => {
        const task = taskStore.get(taskId);
        if (!task) return;
        const closed = passSteps.close(itemId, task, "completed");
        if (isOpen(closed.status)) passSteps.trip(closed, tripped);
        else announce(closed);
      });
    },

    /** At startup: passes that the previous process had begun start again. */
    recover(): void {
      unit(() => {
        for (const item of taskQueueStore.inProgress()) {
          if (!taskQueueStore.hasQueued(item.task_id)) taskQueueStore.putBack(item.id, clock());
          else passSteps.close(item.id, requireTask(taskStore, item.task_id), "failed");
        }
      });
    },
  };

  /** Nobody works on it for now, which is all that has changed. */
  function announce(task: TaskRow): void {
    unit((emit) => emit({ type: "task.updated", ...nameOf(task) }));
  }

  /** Another pass follows when it is its turn. */
  function goOn(task: TaskRow): void {
    taskQueueStore.ensureQueued(task, clock());
    announce(task);
  }

  function workspaceOf(task: TaskRow) {
    return requireWorkspace(workspaceStore, task.workspace_id);
  }

  function spent(task: TaskRow): Tripped | null {
    const workspace = workspaceOf(task);
    if (!limitsSpend(workspace)) return null;
    return spendGuard(runStore.spend(task.id, task.human_input_at), workspace);
  }

  function start(task: TaskRow): TaskRow {
    return unit((emit) => {
      // Whoever resumes a pass knows where it was; after a crash it starts from the beginning.
      const { pass: _, ...loop_memory } = task.loop_memory;
      const counted = { ...task, pass_count: task.pass_count + 1, ...NOT_WAITING, loop_memory };
      const started = taskJournal.move(SYSTEM, counted, "in_progress");
      if (started !== counted) return started;
      taskStore.update(counted);
      emit({ type: "task.updated", ...nameOf(counted) });
      return counted;
    });
  }

  /**
   * Whatever the agent said, the person who asked it looks; unless they have asked others as well.
   */
  function afterAnswer(task: TaskRow, reviewWantedBy: Actor | null): void {
    const { asked_next = [], ...loop_memory } = task.loop_memory;
    const [next, ...behind] = asked_next;
    if (next === undefined) {
      return void taskJournal.move(reviewWantedBy ?? SYSTEM, task, "in_review");
    }
    taskStore.update({
      ...task,
      loop_memory: { ...loop_memory, ...(behind.length > 0 && { asked_next: behind }) },
    });
    taskQueueStore.ensureQueued(task, clock());
    taskQueueStore.ask(task.id, next);
  }

  /** There is one In Progress at a time; the other one waits for its turn, and for its retry time. */
  function demote(task: TaskRow): void {
    taskQueueStore.ensureQueued(taskJournal.move(SYSTEM, task, "todo"), clock());
  }

  function remember(task: TaskRow, said: readonly Said[]): TaskRow {
    const fingerprint = fingerprintOf(said);
    const before = task.loop_memory.said;
    const passes = before?.fingerprint === fingerprint ? before.passes + 1 : 1;
    const remembered = {
      ...task,
      loop_memory: { ...task.loop_memory, said: { fingerprint, passes } },
    };
    taskStore.update(remembered);
    return remembered;
  }
}

export type TaskLoop = ReturnType<typeof createTaskLoop>;

/** A pass without an error clears earlier errors. */
function succeeded(task: TaskRow): TaskRow {
  const { errors: _, ...loop_memory } = task.loop_memory;
  return { ...task, failure_count: 0, last_error: null, attention_at: null, loop_memory };
}

function hopeless(task: TaskRow, failure: PassFailure, now: string): Tripped | null {
  const known = task.loop_memory.errors?.[errorKey(failure)];
  if (!failure.needsUser || !known) return null;
  const ms = Date.parse(now) - Date.parse(known.since);
  return needsUserGuard(known.count, ms, failure.advice ?? "");
}

function errorKey({ agentId, kind, exitCode }: PassFailure): string {
  return `${agentId ?? ""}:${kind}:${exitCode ?? ""}`;
}
