import type { TaskOutput } from "@malamar/contract/action.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { AgentActionType } from "@malamar/contract/task.ts";
import type { Candidate } from "#domain/queue/pickup.ts";
import type { Said } from "#domain/task/said.ts";
import type { TaskLoop } from "#domain/task/task-loop.ts";
import type { TaskRow } from "#domain/task/task-store.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { stopReason, type ActiveWork } from "./active-work.ts";
import { runAgent, type EndedRun, type RunDeps, type Turn } from "./run-agent.ts";
import type { RunSlots } from "./run-slots.ts";

export interface PassDeps extends RunDeps {
  workspaces: WorkspaceStore;
  loop: TaskLoop;
  slots: RunSlots;
  active: ActiveWork;
}

/** Whether the pass goes on with the next agent. */
type Verdict = "next agent" | "pass is over";

/** One queue item is one pass: every agent of the workspace has its turn, in their order. */
export async function workPass(
  deps: PassDeps,
  item: Candidate,
  workspaceId: WorkspaceId,
): Promise<void> {
  const first = deps.agents.next(workspaceId, 0);
  const task = deps.loop.begin(item, first?.cli_type ?? null);
  if (!task) return;
  await deps.active.during({ workspaceId, taskId: task.id }, (stop) =>
    sweep(deps, item, task, stop),
  );
}

async function sweep(
  deps: PassDeps,
  item: Candidate,
  task: TaskRow,
  stop: AbortSignal,
): Promise<void> {
  const userCommentsBefore = deps.comments.countByUser(task.id);
  const said: Said[] = [];
  let place = 0;
  // Asked before a place is waited for: a pass that is over must not wait for others to end theirs.
  while (deps.agents.next(task.workspace_id, place)) {
    if (!(await deps.slots.take(stop))) return void leave(deps, item, stop);
    let verdict: Verdict;
    try {
      const turn = nextTurn(deps, item, place);
      if (turn === "pass is over") return;
      if (turn === "nobody is left") break;
      place = turn.agent.order;
      verdict = applyRun(deps, item, turn, await runAgent(deps, turn, stop), said, stop);
    } finally {
      deps.slots.giveBack();
    }
    if (verdict === "pass is over") return;
  }
  deps.loop.complete(item.item_id, task.id, {
    said,
    wantsReview: false,
    userSpoke: deps.comments.countByUser(task.id) > userCommentsBefore,
  });
}

/** Everything is read afresh: people may have changed it while the agent before was at work. */
function nextTurn(deps: PassDeps, item: Candidate, place: number) {
  const task = deps.tasks.get(item.task_id);
  // Moved away by a person, even if it came back since: what queued it then is another pass.
  if (task?.status !== "in_progress") {
    deps.loop.leave(item.item_id, item.task_id, "completed");
    return "pass is over";
  }
  const agent = deps.agents.next(task.workspace_id, place);
  if (!agent) return "nobody is left";
  if (deps.loop.waitForBlockedCli(item.item_id, task, agent.cli_type)) return "pass is over";
  if (deps.loop.stopIfSpent(item.item_id, task)) return "pass is over";
  return { task, agent, workspace: requireWorkspace(deps.workspaces, task.workspace_id) };
}

/** The end of the run, what it asks for and what that means for the pass, in one transaction. */
function applyRun(
  deps: PassDeps,
  item: Candidate,
  turn: Turn,
  run: EndedRun,
  said: Said[],
  stop: AbortSignal,
): Verdict {
  // At a shutdown everything stays as it is: the next start finds it and begins the pass again.
  if (stop.aborted && stopReason(stop) === "shutdown") {
    run.interrupt();
    return leave(deps, item, stop);
  }
  try {
    const verdict = deps.unit(() => applyOutcome(deps, item, turn, run, said, stop));
    run.close();
    return verdict;
  } catch (error) {
    run.abandon();
    throw error;
  }
}

function applyOutcome(
  deps: PassDeps,
  item: Candidate,
  turn: Turn,
  run: EndedRun,
  said: Said[],
  stop: AbortSignal,
): Verdict {
  const { outcome } = run;
  switch (outcome.kind) {
    case "answered":
      return applyAnswer(deps, item, turn, run, outcome.output, said);
    case "aborted":
      run.finish("cancelled");
      return leave(deps, item, stop);
    case "tripped":
      run.finish("cancelled");
      deps.loop.stopByGuard(item.item_id, turn.task.id, outcome.tripped);
      return "pass is over";
    case "failed":
    case "quota":
      run.finish("error");
      recordFailure(deps, item, turn, run.runId, outcome);
      return "pass is over";
    default:
      return outcome satisfies never;
  }
}

function leave(deps: PassDeps, item: Candidate, stop: AbortSignal): Verdict {
  if (stopReason(stop) === "shutdown") deps.loop.interrupt(item.task_id);
  else deps.loop.leave(item.item_id, item.task_id, "failed");
  return "pass is over";
}

function recordFailure(
  deps: PassDeps,
  item: Candidate,
  { task, agent }: Turn,
  runId: EndedRun["runId"],
  outcome: Extract<EndedRun["outcome"], { kind: "failed" | "quota" }>,
): void {
  const { kind, message, exitCode } = outcome.failure;
  // A reset time that did not hold is not believed a second time.
  if (outcome.kind === "quota" && !deps.loop.hasWaitedFor(task, agent.cli_type)) {
    const hit = { runId, cli: agent.cli_type, resetsAt: outcome.resetsAt, message };
    return deps.loop.waitForQuota(item.item_id, task.id, hit);
  }
  deps.loop.fail(item.item_id, task.id, { agentId: agent.id, runId, kind, exitCode, message });
}

function applyAnswer(
  deps: PassDeps,
  item: Candidate,
  { task, agent }: Turn,
  run: EndedRun,
  output: TaskOutput,
  said: Said[],
): Verdict {
  const comments = output.actions.filter((action) => action.type === "comment");
  const wantsReview = output.actions.some((action) => action.type === "change_status");
  run.finish(actionTypeOf(comments.length > 0, wantsReview));
  deps.loop.releaseQuota(task.id, agent.cli_type);
  const current = deps.tasks.get(task.id);
  if (!current) return "pass is over";
  for (const { content } of comments) {
    deps.journal.comment(current, { type: "agent", ...agent }, content, run.runId);
    said.push({ agent_id: agent.id, content });
  }
  if (!wantsReview) return "next agent";
  deps.loop.complete(item.item_id, task.id, {
    said,
    wantsReview,
    userSpoke: deps.comments.countByUser(task.id) > run.userCommentsRead,
  });
  return "pass is over";
}

function actionTypeOf(hasComment: boolean, wantsReview: boolean): AgentActionType {
  if (wantsReview) return "in_review";
  return hasComment ? "comment" : "skip";
}
