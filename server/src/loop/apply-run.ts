import type { TaskOutput } from "@malamar/contract/action.ts";
import { engineIdOf } from "@malamar/contract/agent.ts";
import type { AgentActionType } from "@malamar/contract/task.ts";
import { agentActor } from "#domain/actor/actor.ts";
import type { Candidate } from "#domain/queue/pickup.ts";
import type { Said } from "#domain/task/said.ts";
import { stopReason } from "./active-work.ts";
import type { LoopDeps } from "./loop-deps.ts";
import type { EndedTaskRun, TaskRun } from "./run-agent.ts";
import { reportRun } from "./run-report.ts";
import { untilStored } from "./until-stored.ts";

interface Applied {
  /** Whether the pass goes on with the next agent. */
  goesOn: boolean;
  said: readonly Said[];
}

const PASS_IS_OVER: Applied = { goesOn: false, said: [] };

/** The end of the run, what it asks for and what that means for the pass, in one transaction. */
export async function applyRun(
  deps: LoopDeps,
  item: Candidate,
  taskRun: TaskRun,
  run: EndedTaskRun,
  stop: AbortSignal,
): Promise<Applied> {
  // At a shutdown everything stays as it is: the next start finds it and begins the pass again.
  if (stop.aborted && stopReason(stop) === "shutdown") {
    run.interrupt();
    leavePass(deps, item, stop);
    return PASS_IS_OVER;
  }
  try {
    const applied = await untilStored(deps, stop, () =>
      deps.unit(() => applyOutcome(deps, item, taskRun, run, stop)),
    );
    run.close();
    const { agent, task } = taskRun;
    reportRun(deps, { ...agent, agent_name: agent.name, place: { task_id: task.id } }, run);
    return applied;
  } catch (error) {
    run.abandon();
    throw error;
  }
}

/** The pass ends because somebody wants it to. */
export function leavePass({ taskLoop }: LoopDeps, item: Candidate, stop: AbortSignal): void {
  if (stopReason(stop) === "shutdown") taskLoop.interrupt(item.task_id);
  else taskLoop.leave(item.item_id, item.task_id, "failed");
}

function applyOutcome(
  deps: LoopDeps,
  item: Candidate,
  taskRun: TaskRun,
  run: EndedTaskRun,
  stop: AbortSignal,
): Applied {
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
    case "quota":
      run.tellEnd("error");
      recordFailure(deps, item, taskRun, run.runId, outcome);
      return PASS_IS_OVER;
    default:
      return outcome satisfies never;
  }
}

function recordFailure(
  deps: LoopDeps,
  item: Candidate,
  { task, agent }: TaskRun,
  runId: EndedTaskRun["runId"],
  outcome: Extract<EndedTaskRun["outcome"], { kind: "failed" | "quota" }>,
): void {
  const { failure } = outcome;
  if (outcome.kind === "quota" && !deps.taskQuota.hasWaitedEnough(task.id, agent.id)) {
    const engine = engineIdOf(agent);
    const hit = {
      runId,
      agentId: agent.id,
      engine,
      label: deps.engineOf(engine).label,
      resetsAt: outcome.resetsAt,
      message: failure.message,
    };
    return deps.taskQuota.waitForQuota(item.item_id, task.id, hit);
  }
  deps.taskLoop.fail(item.item_id, task.id, { agentId: agent.id, runId, ...failure });
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
  const current = deps.taskStore.get(task.id);
  if (!current) return PASS_IS_OVER;
  for (const { content } of comments) deps.taskJournal.comment(author, current, content, run.runId);
  const said = comments.map(({ content }) => ({ agent_id: agent.id, content }));
  if (wantsReview) {
    const userSpoke = deps.commentStore.countByUser(task.id) > run.userCommentsRead;
    deps.taskLoop.complete(item.item_id, task.id, { said, reviewWantedBy: author, userSpoke });
  }
  run.tellEnd(actionTypeOf(said.length > 0, wantsReview));
  return wantsReview ? PASS_IS_OVER : { goesOn: true, said };
}

function actionTypeOf(hasComment: boolean, wantsReview: boolean): AgentActionType {
  if (wantsReview) return "in_review";
  return hasComment ? "comment" : "skip";
}
