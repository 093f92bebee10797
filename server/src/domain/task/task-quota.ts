import { engineIdOf, type Agent } from "@malamar/contract/agent.ts";
import type { AgentId, EngineId, RunId, TaskId } from "@malamar/contract/ids.ts";
import type { QuotaStore } from "#domain/run/quota-store.ts";
import { uncounted, type PassStepDeps, type PassSteps } from "./pass-steps.ts";
import { isOpen } from "./task-rules.ts";
import type { TaskRow } from "./task-store.ts";
import type { Wait } from "./task-wait-store.ts";
import type { TaskWaits } from "./task-waits.ts";

interface Deps extends PassStepDeps {
  quotaStore: QuotaStore;
  passSteps: PassSteps;
  taskWaits: TaskWaits;
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
 * A limit of some hours may be followed by one for the week. An engine that keeps naming reset
 * times is not waited for forever: waiting does not count as a pass, and other agents of the team
 * run in between.
 */
const MOST_WAITS_IN_A_ROW = 3;

/** What an engine's limit means for the tasks that need it. */
export function createTaskQuota({
  unit,
  taskStore,
  quotaStore,
  clock,
  passSteps,
  taskWaits,
}: Deps) {
  return {
    waitOf,

    /** Mid-pass: the next agent's engine has no quota left. The pass does not count. */
    waitForBlockedEngine(itemId: string, task: TaskRow, agent: Agent): boolean {
      const wait = waitOf(agent);
      if (wait) {
        unit(() => taskWaits.hold(passSteps.close(itemId, uncounted(task), "failed"), wait));
      }
      return wait !== null;
    },

    /** An engine says when it can be used again: until then no task that needs it runs. */
    waitForQuota(itemId: string, taskId: TaskId, hit: QuotaHit): void {
      unit(() => {
        quotaStore.block(hit.engine, hit.resetsAt);
        const before = taskStore.get(taskId);
        if (!before) return;
        const message = `${hit.label} quota reached, resumes at ${hit.resetsAt}. ${hit.message}`;
        const closed = passSteps.close(itemId, uncounted(before), "failed");
        const task = passSteps.report(closed, `quota:${hit.engine}`, { runId: hit.runId, message });
        if (!isOpen(task.status)) return;
        const quota_waited = [...(task.loop_memory.quota_waited ?? []), hit.agentId];
        const loop_memory = { ...task.loop_memory, quota_waited };
        taskWaits.hold({ ...task, loop_memory }, quotaWait(hit.engine, hit.agentId, hit.resetsAt));
      });
    },

    /** Whether this agent was refused on this task repeatedly, and the task waited each time. */
    hasWaitedEnough(taskId: TaskId, agentId: AgentId): boolean {
      const waited = taskStore.get(taskId)?.loop_memory.quota_waited ?? [];
      return waited.filter((id) => id === agentId).length >= MOST_WAITS_IN_A_ROW;
    },

    /**
     * A run on the engine worked, so its quota is no longer a reason to wait. Except if a limit
     * blocks it now: no run begins then, so this one began earlier, and says nothing about the
     * limit.
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
        taskWaits.release("quota", { engine });
      });
    },
  };

  /** What blocks a run of this agent. */
  function waitOf(agent: Agent): Wait | null {
    const engine = engineIdOf(agent);
    const until = quotaStore.blockedUntil(engine, clock());
    return until === null ? null : quotaWait(engine, agent.id, until);
  }
}

function quotaWait(engine: EngineId, agent_id: AgentId, until: string): Wait {
  return { reason: "quota", engine, agent_id, detail: null, until };
}

export type TaskQuota = ReturnType<typeof createTaskQuota>;
