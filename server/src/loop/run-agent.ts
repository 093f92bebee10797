import type { TaskOutput } from "@malamar/contract/action.ts";
import { engineIdOf, type Agent } from "@malamar/contract/agent.ts";
import type { AgentActionType } from "@malamar/contract/task.ts";
import { agentActor } from "#domain/actor/actor.ts";
import { LONGEST_IN_EVENT, nameOf } from "#domain/task/task-journal.ts";
import type { TaskRow } from "#domain/task/task-store.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import { shortened } from "#lib/shortened.ts";
import { TASK_ANSWER } from "./answer-form.ts";
import { briefOnTask } from "./briefing/task-briefing.ts";
import type { LoopDeps } from "./loop-deps.ts";
import type { AfterFailure } from "./outcome.ts";
import { performRun, type EndedRun, type RunPlan } from "./perform-run.ts";
import { watchRun } from "./run-limits.ts";
import { prepareTaskPlace } from "./task-place.ts";

export interface TaskRun {
  workspace: StoredWorkspace;
  task: TaskRow;
  agent: Agent;
  /** The number of the pass. */
  pass: number;
  /** A person has asked this agent alone. */
  isAsked: boolean;
}

/** How an agent's run on a task ended, before any of it is applied. */
export interface EndedTaskRun extends EndedRun<TaskOutput> {
  /** How much human input there was when the agent's input was written. */
  userCommentsRead: number;
  /** Announces that the agent has finished: part of the unit of work that applies the outcome. */
  tellEnd: (actionType: AgentActionType) => void;
}

/** One run of one agent on a task. */
export async function runAgent(
  deps: LoopDeps,
  taskRun: TaskRun,
  stop: AbortSignal,
): Promise<EndedTaskRun> {
  const countInput = () => deps.commentStore.countByUser(taskRun.task.id);
  let userCommentsRead = countInput();
  const onBriefed = () => (userCommentsRead = countInput());
  const run = await performRun(deps, planFor(deps, taskRun, onBriefed), stop);
  return { ...run, userCommentsRead, tellEnd: (type) => tellEnd(deps, taskRun, run, type) };
}

function planFor(deps: LoopDeps, taskRun: TaskRun, onBriefed: () => void): RunPlan<TaskOutput> {
  const { workspace, task, agent } = taskRun;
  const { run_timeout_minutes, idle_timeout_minutes } = workspace;
  return {
    engine: engineIdOf(agent),
    row: {
      workspace_id: task.workspace_id,
      task_id: task.id,
      chat_id: null,
      agent_id: agent.id,
      agent_name: agent.name,
      cli_type: agent.cli_type,
      model: agent.model,
      pass: taskRun.pass,
    },
    prepare: (stop) =>
      prepareTaskPlace(
        deps,
        taskRun,
        (worktree) => {
          onBriefed();
          return briefOnTask(deps, { ...taskRun, worktree });
        },
        stop,
      ),
    keptOf: (input) => deps.deletedTexts.cutFrom(task.id, input),
    answer: TASK_ANSWER,
    tools: [],
    limits: { run_timeout_minutes, idle_timeout_minutes },
    after: AFTER_FAILURE,
    isUrgent: false,
    begin: (emit, run_id) => {
      const { name: agent_name } = agent;
      deps.taskJournal.log(agentActor(agent), task, {
        event_type: "agent_started",
        metadata: { agent_name, run_id },
      });
      emit({
        type: "agent.execution_started",
        ...nameOf(task),
        agent_name: inEvent(agent_name),
        run_id,
      });
    },
    isGone: () => deps.taskStore.get(task.id) === null,
    noteLife: () => deps.taskEngines.noteLife(agent),
    announceUsage: (emit) => emit({ type: "task.updated", ...nameOf(task) }),
    watch: (runId, onTripped) =>
      watchRun({
        workspace,
        agentName: agent.name,
        spentByOthers: () =>
          deps.runStore.spend(task.id, deps.taskStore.get(task.id)?.human_input_at ?? null, runId),
        timers: deps.timers,
        onTripped,
      }),
  };
}

const inEvent = (name: string) => shortened(name, LONGEST_IN_EVENT);

const AFTER_FAILURE: AfterFailure = {
  next: "Malamar retries automatically, at growing intervals.",
  atLimit: (resetsAt) => `Malamar waits until ${resetsAt}, then continues automatically.`,
};

function tellEnd(
  { unit, taskStore, runStore, taskJournal }: LoopDeps,
  { task, agent }: TaskRun,
  { runId: run_id }: EndedRun<TaskOutput>,
  action_type: AgentActionType,
): void {
  unit((emit) => {
    // If it was deleted with its task, there is nothing left to write.
    if (!taskStore.get(task.id)) return;
    const { name: agent_name } = agent;
    const metadata = { agent_name, run_id, action_type };
    runStore.setActionType(run_id, action_type);
    taskJournal.log(agentActor(agent), task, { event_type: "agent_finished", metadata });
    emit({
      type: "agent.execution_finished",
      ...nameOf(task),
      agent_name: inEvent(agent_name),
      run_id,
    });
  });
}
