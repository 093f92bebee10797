import type { TaskOutput } from "@malamar/contract/action.ts";
import { engineIdOf } from "@malamar/contract/agent.ts";
import type { AgentActionType } from "@malamar/contract/task.ts";
import { agentActor } from "#domain/actor/actor.ts";
import type { Candidate } from "#domain/queue/pickup.ts";
import type { Said } from "#domain/task/said.ts";
import type { PassState } from "#domain/task/task-store.ts";
import { stopReason } from "./active-work.ts";
import type { LoopDeps } from "./loop-deps.ts";
import type { RunFailure } from "./outcome.ts";
import type { EndedTaskRun, TaskRun } from "./run-agent.ts";
import { reportRun } from "./run-report.ts";
import { untilStored } from "./until-stored.ts";

interface Applied {
  /** Whether the pass continues with the next agent. */
  goesOn: boolean;
  said: readonly Said[];
}

const PASS_IS_OVER: Applied = { goesOn: false, said: [] };

/** A finished run, and the pass that it belongs to. */
interface EndedStep {
  item: Candidate;
  pass: PassState;
  taskRun: TaskRun;
  run: EndedTaskRun;
  stop: AbortSignal;
}

/** The end of the run, its actions and the consequences for the pass, in one transaction. */
export async function applyRun(deps: LoopDeps, step: EndedStep): Promise<Applied> {
  const { item, taskRun, run, stop } = step;
  // At shutdown everything stays as it is: the next start finds it and begins the pass again.
  if (stop.aborted && stopReason(stop) === "shutdown") {
    run.interrupt();
    leavePass(deps, item, stop);
    return PASS_IS_OVER;
  }
  try {
    const applied = await untilStored(deps, stop, () => deps.unit(() => applyOutcome(deps, step)));
    run.close();
    const { agent, task } = taskRun;
    reportRun(deps, { ...agent, agent_name: agent.name, place: { task_id: task.id } }, run);
    return applied;
  } catch (error) {
    run.abandon();
    throw error;
  }
}

/** The pass ends because someone wants it to. */
export function leavePass({ taskLoop }: LoopDeps, item: Candidate, stop: AbortSignal): void {
  const reason = stopReason(stop);
  if (reason === "shutdown") taskLoop.interrupt(item.task_id);
  else if (reason === "cancelled") taskLoop.cancelled(item.item_id, item.task_id);
  else taskLoop.leave(item.item_id, item.task_id, "failed");
}

function applyOutcome(deps: LoopDeps, step: EndedStep): Applied {
  const { item, taskRun, run, stop } = step;
  const { outcome } = run;
  run.finish();
  switch (outcome.kind) {
    case "answered":
      return applyAnswer(deps, item, taskRun, run, outcome.output);
    case "aborted":
      run.tellEnd("cancelled");
      leavePass(deps, item, stop);
      return PASS_IS_OVER;
    case "tripped":
      run.tellEnd("cancelled");
      deps.taskLoop.stopByGuard(item.item_id, taskRun.task.id, outcome.tripped);
      return PASS_IS_OVER;
    case "failed":
      run.tellEnd("error");
      recordFailure(deps, step, outcome.failure);
      return PASS_IS_OVER;
    case "quota":
      run.tellEnd("error");
      recordQuota(deps, step, outcome);
      return PASS_IS_OVER;
    default:
      return outcome satisfies never;
  }
}

function recordFailure(
  { taskLoop, taskEngines }: LoopDeps,
  { item, pass, taskRun: { task, agent }, run: { runId, wasAlive } }: EndedStep,
  failure: RunFailure,
): void {
  const reported = { agentId: agent.id, runId, ...failure };
  if (failure.engineCause === null) {
    // Without an answer from its model nobody knows whether the engine works.
    if (wasAlive) taskEngines.noteSuccess(agent);
    return taskLoop.fail(item.item_id, task.id, reported);
  }
  const verdict = taskEngines.noteFailure(agent, task.id, failure.engineCause);
  taskLoop.fail(item.item_id, task.id, reported, { verdict, pass });
}

function recordQuota(
  deps: LoopDeps,
  step: EndedStep,
  { resetsAt, failure }: Extract<EndedTaskRun["outcome"], { kind: "quota" }>,
): void {
  const { item, taskRun, run } = step;
  const { task, agent } = taskRun;
  // An engine that reports a limit is logged in.
  deps.taskEngines.noteSuccess(agent);
  if (deps.taskQuota.hasWaitedEnough(task.id, agent.id)) return recordFailure(deps, step, failure);
  const engine = engineIdOf(agent);
  const { label } = deps.engineOf(engine);
  const hit = { runId: run.runId, agentId: agent.id, engine, label, resetsAt };
  deps.taskQuota.waitForQuota(item.item_id, task.id, { ...hit, message: failure.message });
}

function applyAnswer(
  deps: LoopDeps,
  item: Candidate,
  { task, agent }: TaskRun,
  run: EndedTaskRun,
  output: TaskOutput,
): Applied {
  const comments = output.actions.filter((action) => action.type === "comment");
  const wantsReview = output.actions.some((action) => action.type === "change_status");
  const author = agentActor(agent);
  deps.taskQuota.noteSuccess(task.id, agent);
  deps.taskEngines.noteSuccess(agent);
  const current = deps.taskStore.get(task.id);
  if (!current) return PASS_IS_OVER;
  const speak = item.asks_agent_id === null ? deps.taskJournal.comment : deps.taskJournal.tell;
  for (const { content } of comments) speak(author, current, content, run.runId);
  const said = comments.map(({ content }) => ({ agent_id: agent.id, content }));
  if (wantsReview) {
    const userSpoke = deps.commentStore.countByUser(task.id) > run.userCommentsRead;
    deps.taskLoop.complete(item, task.id, { said, reviewWantedBy: author, userSpoke });
  }
  run.tellEnd(actionTypeOf(said.length > 0, wantsReview));
  return wantsReview ? PASS_IS_OVER : { goesOn: true, said };
}

function actionTypeOf(hasComment: boolean, wantsReview: boolean): AgentActionType {
  if (wantsReview) return "in_review";
  return hasComment ? "comment" : "skip";
}
