import type { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import { nextInPass } from "#domain/agent/next-in-pass.ts";
import type { Candidate } from "#domain/queue/pickup.ts";
import type { Said } from "#domain/task/said.ts";
import type { TaskRow } from "#domain/task/task-store.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { ActiveWork } from "./active-work.ts";
import { applyRun, leavePass, type ApplyDeps } from "./apply-run.ts";
import { runAgent, type Turn } from "./run-agent.ts";
import type { RunSlots } from "./run-slots.ts";

export interface PassDeps extends ApplyDeps {
  workspaces: WorkspaceStore;
  slots: RunSlots;
  active: ActiveWork;
}

/** One queue item is one pass: every agent of the workspace has its turn, in their order. */
export async function workPass(
  deps: PassDeps,
  item: Candidate,
  workspaceId: WorkspaceId,
): Promise<void> {
  const first = nextInPass(deps.agents.list(workspaceId), []);
  const task = deps.loop.begin(item, first);
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
  const served: AgentId[] = [];
  // Asked before a place is waited for: a pass that is over must not wait for others to end theirs.
  while (nextInPass(deps.agents.list(task.workspace_id), served)) {
    if (!(await deps.slots.take(stop))) return leavePass(deps, item, stop);
    try {
      const turn = nextTurn(deps, item, served);
      if (turn === "pass is over") return;
      if (turn === "nobody is left") break;
      served.push(turn.agent.id);
      const applied = await applyRun(deps, item, turn, await runAgent(deps, turn, stop), stop);
      if (!applied.goesOn) return;
      said.push(...applied.said);
    } finally {
      deps.slots.giveBack();
    }
  }
  deps.loop.complete(item.item_id, task.id, {
    said,
    reviewWantedBy: null,
    userSpoke: deps.comments.countByUser(task.id) > userCommentsBefore,
  });
}

/** Everything is read afresh: people may have changed it while the agent before was at work. */
function nextTurn(
  deps: PassDeps,
  item: Candidate,
  served: readonly AgentId[],
): Turn | "pass is over" | "nobody is left" {
  const task = deps.tasks.get(item.task_id);
  // Moved away by a person, even if it came back since: what queued it then is another pass.
  if (task?.status !== "in_progress") {
    deps.loop.leave(item.item_id, item.task_id, "completed");
    return "pass is over";
  }
  const agent = nextInPass(deps.agents.list(task.workspace_id), served);
  if (!agent) return "nobody is left";
  if (deps.quota.waitForBlockedCli(item.item_id, task, agent)) return "pass is over";
  if (deps.loop.stopIfSpent(item.item_id, task)) return "pass is over";
  return { task, agent, workspace: requireWorkspace(deps.workspaces, task.workspace_id) };
}
