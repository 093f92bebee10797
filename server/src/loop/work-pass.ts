import type { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import { nextInPass } from "#domain/agent/next-in-pass.ts";
import type { Candidate } from "#domain/queue/pickup.ts";
import type { Said } from "#domain/task/said.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import { applyRun, leavePass } from "./apply-run.ts";
import type { LoopDeps } from "./loop-deps.ts";
import { runAgent, type TaskRun } from "./run-agent.ts";

/** One queue item is one pass: every agent of the workspace has its run, in their order. */
export async function workPass(
  deps: LoopDeps,
  item: Candidate,
  workspaceId: WorkspaceId,
): Promise<void> {
  const { agentStore, commentStore, taskLoop, slots, active } = deps;
  const task = taskLoop.begin(item, nextInPass(agentStore.list(workspaceId), []));
  if (!task) return;
  await active.during({ workspaceId, taskId: task.id }, async (stop) => {
    const userCommentsBefore = commentStore.countByUser(task.id);
    const said: Said[] = [];
    const served: AgentId[] = [];
    // Asked before a place is waited for: a pass that is over must not wait for others to end theirs.
    while (nextInPass(agentStore.list(workspaceId), served)) {
      if (!(await slots.take(stop))) return leavePass(deps, item, stop);
      try {
        const run = nextRun(deps, item, served);
        if (run === "pass is over") return;
        if (run === "nobody is left") break;
        served.push(run.agent.id);
        const applied = await applyRun(deps, item, run, await runAgent(deps, run, stop), stop);
        if (!applied.goesOn) return;
        said.push(...applied.said);
      } finally {
        slots.giveBack();
      }
    }
    taskLoop.complete(item.item_id, task.id, {
      said,
      reviewWantedBy: null,
      userSpoke: commentStore.countByUser(task.id) > userCommentsBefore,
    });
  });
}

/** Everything is read afresh: people may have changed it while the agent before was at work. */
function nextRun(
  deps: LoopDeps,
  item: Candidate,
  served: readonly AgentId[],
): TaskRun | "pass is over" | "nobody is left" {
  const task = deps.taskStore.get(item.task_id);
  // Moved away by a person, even if it came back since: what queued it then is another pass.
  if (task?.status !== "in_progress") {
    deps.taskLoop.leave(item.item_id, item.task_id, "completed");
    return "pass is over";
  }
  const agent = nextInPass(deps.agentStore.list(task.workspace_id), served);
  if (!agent) return "nobody is left";
  if (deps.taskQuota.waitForBlockedEngine(item.item_id, task, agent)) return "pass is over";
  if (deps.taskLoop.stopIfSpent(item.item_id, task)) return "pass is over";
  return { task, agent, workspace: requireWorkspace(deps.workspaceStore, task.workspace_id) };
}
