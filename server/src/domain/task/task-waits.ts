import type { Agent } from "@malamar/contract/agent.ts";
import { engineIdOf } from "@malamar/contract/agent.ts";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { WaitReason } from "@malamar/contract/task.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { PassStepDeps } from "./pass-steps.ts";
import { nameOf } from "./task-journal.ts";
import { NOT_WAITING } from "./task-rules.ts";
import { requireTask } from "./task-service.ts";
import type { TaskRow } from "./task-store.ts";
import type { HeldTask, TaskWaitStore, Wait, Waiting } from "./task-wait-store.ts";

type Deps = Pick<PassStepDeps, "taskStore" | "taskQueueStore" | "taskJournal" | "clock"> & {
  unit: UnitOfWork;
  taskWaitStore: TaskWaitStore;
};

/** How tasks wait, for whatever reason. Each function is part of the unit of work that calls it. */
export function createTaskWaits(deps: Deps) {
  const { unit, taskStore, taskWaitStore, taskQueueStore, taskJournal, clock } = deps;

  function announce(tasks: readonly HeldTask[]): void {
    unit((emit) => {
      for (const task of tasks) emit({ type: "task.updated", ...nameOf(task) });
    });
  }

  /** The task continues. */
  function stop(id: TaskId): void {
    unit(() => {
      const task = requireTask(taskStore, id);
      const attention_at = task.failure_count > 0 ? task.attention_at : null;
      announce([taskJournal.save({ ...task, ...NOT_WAITING, attention_at })]);
    });
  }

  /** This task waits, and stays queued. */
  function hold(task: TaskRow, { reason, engine, agent_id, detail, until }: Wait): void {
    unit(() => {
      const waits_for = agent_id ?? undefined;
      const waiting = taskJournal.save({
        ...task,
        retry_at: until,
        wait_reason: reason,
        wait_cli: engine,
        wait_detail: detail,
        attention_at: reason === "directory" ? task.attention_at : (task.attention_at ?? clock()),
        loop_memory: { ...task.loop_memory, ...(waits_for && { waits_for }) },
      });
      taskQueueStore.ensureQueued(waiting, clock());
      announce([waiting]);
    });
  }

  /** Every due task in the workspace waits: whichever is picked next would have to wait too. */
  function holdDue(workspaceId: WorkspaceId, wait: Wait): void {
    unit(() => announce(taskWaitStore.holdDue(workspaceId, wait, clock())));
  }

  return {
    stop,
    hold,
    holdDue,

    /**
     * The next agent of this task cannot run now, and neither can that of any other task at the
     * start of its pass.
     */
    holdBack(task: TaskRow, wait: Wait): void {
      if (task.loop_memory.pass) hold(task, wait);
      else holdDue(task.workspace_id, wait);
    },

    /** What they waited for is there. */
    release(reason: WaitReason, waiting: Waiting = {}): void {
      unit(() => announce(taskWaitStore.release(reason, waiting, clock())));
    },

    /** A program of the workspace's team is there. */
    releaseProgram(workspaceId: WorkspaceId): void {
      unit(() => announce(taskWaitStore.releaseProgram(workspaceId, clock())));
    },

    /**
     * The team has changed: nobody waits for an agent that was deleted, or is on another engine
     * now.
     */
    lookAtTeam(workspaceId: WorkspaceId, team: readonly Agent[]): void {
      const engineOf = new Map(team.map((agent) => [agent.id, engineIdOf(agent)]));
      unit(() => {
        for (const { id, wait_cli, waits_for } of taskWaitStore.engineWaits(workspaceId)) {
          if (waits_for === null || engineOf.get(waits_for) !== wait_cli) stop(id);
        }
      });
    },
  };
}

export type TaskWaits = ReturnType<typeof createTaskWaits>;
