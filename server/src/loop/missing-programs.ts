import { engineIdOf, type Agent } from "@malamar/contract/agent.ts";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { AgentStore } from "#domain/agent/agent-store.ts";
import type { TaskEngines } from "#domain/task/task-engines.ts";
import type { TaskWaitStore } from "#domain/task/task-wait-store.ts";
import type { TaskWaits } from "#domain/task/task-waits.ts";
import type { LoopDeps } from "./loop-deps.ts";

interface Deps extends Pick<LoopDeps, "engineOf"> {
  agentStore: Pick<AgentStore, "list">;
  taskEngines: Pick<TaskEngines, "waitForProgram" | "tellOfProgram">;
  taskWaits: Pick<TaskWaits, "releaseProgram">;
  taskWaitStore: Pick<TaskWaitStore, "workspacesWithoutProgram">;
}

/**
 * Workspaces in which no agent could begin, because none of their programs is installed. Nothing is
 * tried: checking for new programs reads a few files, now and then, for such workspaces alone.
 */
export function createMissingPrograms(deps: Deps) {
  const { engineOf, agentStore, taskEngines, taskWaits, taskWaitStore } = deps;
  /** With the team's engines as they were when its tasks began to wait. */
  const waiting = new Map<WorkspaceId, string>();

  /** What to say of the program of this agent, or of the first one; null if any of the team is there. */
  function absenceIn(team: readonly Agent[], agent = team[0]) {
    const absences = new Map(team.map((each) => [engineIdOf(each), absenceOf(engineIdOf(each))]));
    if (agent === undefined || [...absences.values()].includes(null)) return null;
    return absences.get(engineIdOf(agent)) ?? null;
  }

  function absenceOf(id: string) {
    return engineOf(id).absence?.() ?? null;
  }

  /** Releases waiting tasks where a program has appeared, or the team has changed. */
  function look(): void {
    for (const [workspaceId, engines] of waiting) {
      const team = agentStore.list(workspaceId);
      const absence = enginesOf(team) === engines ? absenceIn(team) : null;
      if (absence !== null) {
        taskEngines.tellOfProgram(workspaceId, absence.message);
        continue;
      }
      taskWaits.releaseProgram(workspaceId);
      waiting.delete(workspaceId);
    }
  }

  return {
    look,

    /**
     * Makes the task wait if no agent of its team could begin; the agent is the one that would be
     * first.
     */
    hold(taskId: TaskId, first: Agent): boolean {
      const { workspace_id } = first;
      const team = agentStore.list(workspace_id);
      const absence = absenceIn(team, first);
      if (absence === null) return false;
      const { message: error, advice } = absence;
      taskEngines.waitForProgram(taskId, first, { error, said: `${error}\n\n${advice} ${NEXT}` });
      waiting.set(workspace_id, enginesOf(team));
      return true;
    },

    /** After a start: what waited in the previous process. */
    recover(): void {
      for (const id of taskWaitStore.workspacesWithoutProgram()) {
        waiting.set(id, enginesOf(agentStore.list(id)));
      }
      look();
    },
  };
}

export type MissingPrograms = ReturnType<typeof createMissingPrograms>;

const NEXT = "The task starts as soon as the program is there.";

/** In the order of the team: the first one is named on the card. */
function enginesOf(team: readonly Agent[]): string {
  return JSON.stringify(team.map(engineIdOf));
}
