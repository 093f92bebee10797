import type { CliType } from "@malamar/contract/cli.ts";
import { cliLabel } from "@malamar/contract/cli.ts";
import type { AgentId, RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { pickNext, type Candidate } from "#domain/queue/pickup.ts";
import type { QuotaStore } from "#domain/run/quota-store.ts";
import type { RunStore } from "#domain/run/run-store.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import { later } from "#lib/clock.ts";
import { SYSTEM, type Actor } from "./actor.ts";
import { backoffMs, LONGEST_BACKOFF_MS } from "./backoff.ts";
import { guardComment, passGuard, repetitionGuard, spendGuard, type Tripped } from "./guards.ts";
import { fingerprintOf, type Said } from "./said.ts";
import { nameOf, shortened, type JournalDeps, type TaskJournal } from "./task-journal.ts";
import { isOpen, NOT_WAITING } from "./task-rules.ts";
import { requireTask } from "./task-service.ts";
import type { TaskRow } from "./task-store.ts";

interface Deps extends JournalDeps {
  journal: TaskJournal;
  runs: RunStore;
  quotas: QuotaStore;
}

/** What went wrong in a run. Two are alike when agent, kind and exit code are. */
export interface PassFailure {
  agentId: AgentId | null;
  runId: RunId | null;
  kind: string;
  exitCode: number | null;
  message: string;
}

export interface QuotaHit {
  runId: RunId;
  agentId: AgentId;
  cli: CliType;
  resetsAt: string;
  message: string;
}

/** The loop's own writes: how a pass begins and ends, and what that does to its task. */
export function createTaskLoop(deps: Deps) {
  const { unit, workspaces, tasks, comments, queue, journal, runs, quotas, clock } = deps;

  return {
    /** The item whose turn it is, if any is due. */
    pick: (workspaceId: WorkspaceId): Candidate | undefined => {
      const now = clock();
      return pickNext(queue.candidates(workspaceId, now), now);
    },

    /** Why a pass must not begin: a guard that its task has reached, or a quota of its next CLI. */
    begin(item: Candidate, firstCli: CliType | null): TaskRow | null {
      return unit(() => {
        const task = requireTask(tasks, item.task_id);
        const blockedUntil = firstCli && quotas.blockedUntil(firstCli, clock());
        if (blockedUntil) {
          // All of them: whichever is picked next would have to wait as well.
          waitAll(task.workspace_id, firstCli, blockedUntil);
          return null;
        }
        const tripped = passGuard(task.pass_count, workspaceOf(task)) ?? spent(task);
        if (tripped) {
          trip(close(item.item_id, task, "completed"), tripped);
          return null;
        }
        queue.start(item.item_id, clock());
        for (const id of tasks.idsByStatus(task.workspace_id, "in_progress")) {
          if (id !== task.id) demote(requireTask(tasks, id));
        }
        return start(task);
      });
    },

    /** Mid-pass: the next agent's CLI has no quota left. The pass does not count. */
    waitForBlockedCli(itemId: string, task: TaskRow, cli: CliType): boolean {
      const until = quotas.blockedUntil(cli, clock());
      if (!until) return false;
      unit(() => {
        const closed = close(itemId, uncounted(task), "failed");
        wait(closed, { reason: "quota", cli, until });
      });
      return true;
    },

    /** Mid-pass: what was spent so far is enough. */
    stopIfSpent(itemId: string, task: TaskRow): boolean {
      const tripped = spent(task);
      if (tripped) unit(() => trip(close(itemId, task, "completed"), tripped));
      return tripped !== null;
    },

    /** The pass ended because somebody else took the task out of it. */
    leave(itemId: string, taskId: TaskId, status: "completed" | "failed"): void {
      unit(() => {
        const task = tasks.get(taskId);
        if (task) close(itemId, task, status);
      });
    },

    /** The pass is cut short by a stop of Malamar: it will be begun again, and is counted then. */
    interrupt(taskId: TaskId): void {
      unit(() => {
        const task = tasks.get(taskId);
        if (task) tasks.update(uncounted(task));
      });
    },

    /** Every agent had its turn, or one asked for review. */
    complete(
      itemId: string,
      taskId: TaskId,
      outcome: { said: readonly Said[]; reviewWantedBy: Actor | null; userSpoke: boolean },
    ): void {
      unit(() => {
        const before = tasks.get(taskId);
        if (!before) return;
        const task = close(itemId, succeeded(before), "completed");
        if (task.status !== "in_progress") return;
        if (outcome.userSpoke) return queue.ensureQueued(task, clock());
        if (outcome.reviewWantedBy || outcome.said.length === 0) {
          return void journal.move(task, "in_review", outcome.reviewWantedBy ?? SYSTEM);
        }
        const remembered = remember(task, outcome.said);
        const tripped =
          repetitionGuard(remembered.loop_memory.said?.passes ?? 0) ??
          passGuard(remembered.pass_count, workspaceOf(remembered)) ??
          spent(remembered);
        if (tripped) return trip(remembered, tripped);
        queue.ensureQueued(remembered, clock());
      });
    },

    /** A run went wrong: the pass stops, and the task is tried again later. */
    fail(itemId: string, taskId: TaskId, failure: PassFailure): void {
      unit((emit) => {
        const before = tasks.get(taskId);
        if (!before) return;
        const reported = report(close(itemId, before, "failed"), errorKey(failure), failure);
        emit({
          type: "task.error_occurred",
          ...nameOf(reported),
          error_message: shortened(failure.message),
        });
        if (!isOpen(reported.status)) return;
        const failures = reported.failure_count + 1;
        const task = {
          ...reported,
          failure_count: failures,
          last_error: failure.message,
        };
        const tripped = passGuard(task.pass_count, workspaceOf(task)) ?? spent(task);
        if (tripped) return trip(task, tripped);
        wait(task, { reason: "backoff", cli: null, until: later(clock(), backoffMs(failures)) });
      });
    },

    /** A CLI says when it can be used again: until then nobody who needs it is worked. */
    waitForQuota(itemId: string, taskId: TaskId, hit: QuotaHit): void {
      unit(() => {
        quotas.block(hit.cli, hit.resetsAt);
        const before = tasks.get(taskId);
        if (!before) return;
        const message = `${cliLabel(hit.cli)} quota reached, resumes at ${hit.resetsAt}. ${hit.message}`;
        const closed = close(itemId, uncounted(before), "failed");
        const task = report(closed, `quota:${hit.cli}`, { runId: hit.runId, message });
        if (!isOpen(task.status)) return;
        const quota_waited = [...(task.loop_memory.quota_waited ?? []), hit.agentId];
        const loop_memory = { ...task.loop_memory, quota_waited };
        wait({ ...task, loop_memory }, { reason: "quota", cli: hit.cli, until: hit.resetsAt });
      });
    },

    /** Whether this agent was refused on this task already, and the task has waited for it. */
    hasWaitedFor: (taskId: TaskId, agentId: AgentId): boolean =>
      tasks.get(taskId)?.loop_memory.quota_waited?.includes(agentId) ?? false,

    /** A run on the CLI worked, so its quota is no reason to wait any more. */
    releaseQuota(taskId: TaskId, agent: { id: AgentId; cli_type: CliType }): void {
      unit(() => {
        quotas.release(agent.cli_type);
        const task = tasks.get(taskId);
        if (task?.loop_memory.quota_waited?.includes(agent.id)) {
          const quota_waited = task.loop_memory.quota_waited.filter((id) => id !== agent.id);
          tasks.update({ ...task, loop_memory: { ...task.loop_memory, quota_waited } });
        }
        for (const id of tasks.waitingForQuota(agent.cli_type)) stopWaiting(id);
      });
    },

    /** The team has changed: nobody waits for a CLI that it does not use any more. */
    stopWaitingForOthersThan(workspaceId: WorkspaceId, clis: ReadonlySet<CliType>): void {
      unit(() => {
        for (const { id, wait_cli } of tasks.quotaWaits(workspaceId)) {
          if (!clis.has(wait_cli)) stopWaiting(id);
        }
      });
    },

    /** No wait is that long: the clock was put back. Nobody shall wait for the time to come round again. */
    mendWaits(): void {
      const latest = later(clock(), LONGEST_BACKOFF_MS);
      for (const id of tasks.backingOffBeyond(latest)) {
        unit((emit) => {
          const mended = journal.save({ ...requireTask(tasks, id), retry_at: latest });
          emit({ type: "task.updated", ...nameOf(mended) });
        });
      }
    },

    /** A guard ended the run that was under way. */
    stopByGuard(itemId: string, taskId: TaskId, tripped: Tripped): void {
      unit(() => {
        const task = tasks.get(taskId);
        if (!task) return;
        const closed = close(itemId, task, "completed");
        if (isOpen(closed.status)) trip(closed, tripped);
      });
    },

    /** After a start: what an earlier life of Malamar had begun is begun again. */
    recover(): void {
      unit(() => {
        const now = clock();
        for (const item of queue.inProgress()) {
          if (queue.hasQueued(item.task_id)) queue.finish(item.id, "failed", now);
          else queue.putBack(item.id, now);
        }
      });
    },
  };

  function workspaceOf(task: TaskRow) {
    return requireWorkspace(workspaces, task.workspace_id);
  }

  function spent(task: TaskRow): Tripped | null {
    const workspace = workspaceOf(task);
    if (workspace.max_cost_usd === null && workspace.max_tokens === null) return null;
    return spendGuard(runs.spend(task.id, task.human_input_at), workspace);
  }

  function start(task: TaskRow): TaskRow {
    return unit((emit) => {
      const counted = { ...task, pass_count: task.pass_count + 1, ...NOT_WAITING };
      const started = journal.move(counted, "in_progress", SYSTEM);
      if (started !== counted) return started;
      tasks.update(counted);
      emit({ type: "task.updated", ...nameOf(counted) });
      return counted;
    });
  }

  /** There is one In Progress at a time; the other one waits for its turn, and for its retry time. */
  function demote(task: TaskRow): void {
    queue.ensureQueued(journal.move(task, "todo", SYSTEM), clock());
  }

  function close(itemId: string, task: TaskRow, status: "completed" | "failed"): TaskRow {
    const now = clock();
    queue.finish(itemId, status, now);
    const closed = { ...task, last_processed_at: now };
    tasks.update(closed);
    return closed;
  }

  function wait(
    task: TaskRow,
    to: { reason: "backoff" | "quota"; cli: CliType | null; until: string },
  ): void {
    unit((emit) => {
      const waiting = journal.save({
        ...task,
        retry_at: to.until,
        wait_reason: to.reason,
        wait_cli: to.cli,
        attention_at: task.attention_at ?? clock(),
      });
      queue.ensureQueued(waiting, clock());
      emit({ type: "task.updated", ...nameOf(waiting) });
    });
  }

  function waitAll(workspaceId: WorkspaceId, cli: CliType, until: string): void {
    unit((emit) => {
      for (const task of tasks.waitForQuota(workspaceId, cli, until, clock())) {
        emit({ type: "task.updated", ...nameOf({ ...task, workspace_id: workspaceId }) });
      }
    });
  }

  function stopWaiting(id: TaskId): void {
    unit((emit) => {
      const task = requireTask(tasks, id);
      const attention_at = task.failure_count > 0 ? task.attention_at : null;
      const saved = journal.save({ ...task, ...NOT_WAITING, attention_at });
      emit({ type: "task.updated", ...nameOf(saved) });
    });
  }

  function trip(task: TaskRow, tripped: Tripped): void {
    unit(() => {
      const { guard, detail } = tripped;
      journal.log(task, SYSTEM, { event_type: "guard_tripped", metadata: { guard, detail } });
      journal.comment(task, SYSTEM, guardComment(tripped));
      journal.move({ ...task, tripped_guard: { guard, detail } }, "in_review", SYSTEM);
    });
  }

  /** One comment for all errors that are alike: it shows the newest and counts. */
  function report(
    task: TaskRow,
    key: string,
    error: { runId: RunId | null; message: string },
  ): TaskRow {
    return unit((emit) => {
      const known = task.loop_memory.errors?.[key];
      const now = clock();
      const count = (known?.count ?? 0) + 1;
      const counted = `${error.message}\n\n(${count} times, last at ${now})`;
      const isRewritten = known && comments.rewrite(known.comment_id, counted, error.runId, now);
      const comment_id = isRewritten
        ? known.comment_id
        : journal.comment(task, SYSTEM, error.message, error.runId).id;
      const errors = {
        ...task.loop_memory.errors,
        [key]: { comment_id, count: isRewritten ? count : 1 },
      };
      const saved = journal.save({ ...task, loop_memory: { ...task.loop_memory, errors } });
      if (isRewritten) emit({ type: "task.updated", ...nameOf(saved) });
      return saved;
    });
  }

  function remember(task: TaskRow, said: readonly Said[]): TaskRow {
    const fingerprint = fingerprintOf(said);
    const before = task.loop_memory.said;
    const passes = before?.fingerprint === fingerprint ? before.passes + 1 : 1;
    const remembered = {
      ...task,
      loop_memory: { ...task.loop_memory, said: { fingerprint, passes } },
    };
    tasks.update(remembered);
    return remembered;
  }
}

export type TaskLoop = ReturnType<typeof createTaskLoop>;

/** A pass without an error ends what there was of errors. */
function succeeded(task: TaskRow): TaskRow {
  const { errors: _, ...loop_memory } = task.loop_memory;
  return { ...task, failure_count: 0, last_error: null, attention_at: null, loop_memory };
}

function uncounted(task: TaskRow): TaskRow {
  return { ...task, pass_count: Math.max(0, task.pass_count - 1) };
}

function errorKey({ agentId, kind, exitCode }: PassFailure): string {
  return `${agentId ?? ""}:${kind}:${exitCode ?? ""}`;
}
