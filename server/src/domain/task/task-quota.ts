import { engineIdOf, type Agent } from "@malamar/contract/agent.ts";
import type { AgentId, EngineId, RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { QuotaStore } from "#domain/run/quota-store.ts";
import { uncounted, type PassStepDeps, type PassSteps } from "./pass-steps.ts";
import { nameOf } from "./task-journal.ts";
import { isOpen, NOT_WAITING } from "./task-rules.ts";
import { requireTask } from "./task-service.ts";
import type { TaskRow } from "./task-store.ts";

interface Deps extends PassStepDeps {
  quotaStore: QuotaStore;
  steps: PassSteps;
}

export interface QuotaHit {
  runId: RunId;
  agentId: AgentId;
  engine: EngineId;
  /** What people call the engine. */
  label: string;
  resetsAt: string;
  message: string;
}

/**
 * A limit of some hours may be followed by one for the week. An engine that names one end after the other is
 * not waited for without end: waiting is not counted as a pass, and others of the team work in between.
 */
const MOST_WAITS_IN_A_ROW = 3;

/** What a limit of an engine means for the tasks that need it. */
export function createTaskQuota({ unit, taskStore, quotaStore, taskJournal, clock, steps }: Deps) {
  return {
    /** Before a pass: if its first engine has no quota, everything that is due here waits for it. */
    holdsBack(first: Agent): boolean {
      const now = clock();
      const { id: agent_id, workspace_id } = first;
      const engine = engineIdOf(first);
      const until = quotaStore.blockedUntil(engine, now);
      if (!until) return false;
      unit((emit) => {
        // All of them: whichever is picked next would have to wait as well.
        for (const task of taskStore.waitForQuota({ workspace_id, agent_id, engine, until, now })) {
          emit({ type: "task.updated", ...nameOf({ ...task, workspace_id }) });
        }
      });
      return true;
    },

    /** Mid-pass: the next agent's engine has no quota left. The pass does not count. */
    waitForBlockedEngine(itemId: string, task: TaskRow, agent: Agent): boolean {
      const engine = engineIdOf(agent);
      const until = quotaStore.blockedUntil(engine, clock());
      if (!until) return false;
      unit(() => {
        const closed = steps.close(itemId, uncounted(task), "failed");
        const loop_memory = { ...closed.loop_memory, waits_for: agent.id };
        steps.wait({ ...closed, loop_memory }, { reason: "quota", engine, until });
      });
      return true;
    },

    /** An engine says when it can be used again: until then nobody who needs it is worked. */
    waitForQuota(itemId: string, taskId: TaskId, hit: QuotaHit): void {
      unit(() => {
        quotaStore.block(hit.engine, hit.resetsAt);
        const before = taskStore.get(taskId);
        if (!before) return;
        const message = `${hit.label} quota reached, resumes at ${hit.resetsAt}. ${hit.message}`;
        const closed = steps.close(itemId, uncounted(before), "failed");
        const task = steps.report(closed, `quota:${hit.engine}`, { runId: hit.runId, message });
        if (!isOpen(task.status)) return;
        const quota_waited = [...(task.loop_memory.quota_waited ?? []), hit.agentId];
        const loop_memory = { ...task.loop_memory, quota_waited, waits_for: hit.agentId };
        steps.wait(
          { ...task, loop_memory },
          { reason: "quota", engine: hit.engine, until: hit.resetsAt },
        );
      });
    },

    /** Whether this agent was refused on this task again and again, and the task has waited each time. */
    hasWaitedEnough(taskId: TaskId, agentId: AgentId): boolean {
      const waited = taskStore.get(taskId)?.loop_memory.quota_waited ?? [];
      return waited.filter((id) => id === agentId).length >= MOST_WAITS_IN_A_ROW;
    },

    /**
     * A run on the engine worked, so its quota is no reason to wait any more. Unless a limit stands against
     * it now: nobody begins a run then, so this one was begun before, and says nothing about the limit.
     */
    noteSuccess(taskId: TaskId, agent: Agent): void {
      unit(() => {
        const task = taskStore.get(taskId);
        if (task?.loop_memory.quota_waited?.includes(agent.id)) {
          const quota_waited = task.loop_memory.quota_waited.filter((id) => id !== agent.id);
          taskStore.update({ ...task, loop_memory: { ...task.loop_memory, quota_waited } });
        }
        const engine = engineIdOf(agent);
        if (quotaStore.blockedUntil(engine, clock())) return;
        for (const id of taskStore.waitingForQuota(engine)) stopWaiting(id);
      });
    },

    /** The team has changed: nobody waits for an agent that is gone, or is on another engine now. */
    lookAtTeam(workspaceId: WorkspaceId, team: readonly Agent[]): void {
      const engineOf = new Map(team.map((agent) => [agent.id, engineIdOf(agent)]));
      unit(() => {
        for (const { id, wait_cli, waits_for } of taskStore.quotaWaits(workspaceId)) {
          if (waits_for === null || engineOf.get(waits_for) !== wait_cli) stopWaiting(id);
        }
      });
    },
  };

  function stopWaiting(id: TaskId): void {
    unit((emit) => {
      const task = requireTask(taskStore, id);
      const attention_at = task.failure_count > 0 ? task.attention_at : null;
      const saved = taskJournal.save({ ...task, ...NOT_WAITING, attention_at });
      emit({ type: "task.updated", ...nameOf(saved) });
    });
  }
}

export type TaskQuota = ReturnType<typeof createTaskQuota>;
