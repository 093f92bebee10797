import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { nextInPass } from "#domain/agent/next-in-pass.ts";
import type { Candidate } from "#domain/queue/pickup.ts";
import type { PassState } from "#domain/task/task-store.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import { applyRun, leavePass } from "./apply-run.ts";
import type { TaskSeat } from "./directories.ts";
import type { LoopDeps } from "./loop-deps.ts";
import { runAgent, type TaskRun } from "./run-agent.ts";

/** One queue item is one pass: every agent of the workspace runs, in order. */
export async function workPass(
  deps: LoopDeps,
  item: Candidate,
  workspaceId: WorkspaceId,
): Promise<void> {
  const seat = deps.directories.forTask(item.task_id);
  const wait = seat.claim(requireWorkspace(deps.workspaceStore, workspaceId));
  if (wait) return deps.taskWaits.holdDue(workspaceId, wait);
  try {
    await workAgents(deps, item, workspaceId, seat);
  } finally {
    deps.taskEngines.endProbe(item.task_id);
    seat.leave();
  }
}

async function workAgents(
  deps: LoopDeps,
  item: Candidate,
  workspaceId: WorkspaceId,
  seat: TaskSeat,
): Promise<void> {
  const { agentStore, commentStore, taskStore, runStore, taskLoop, slots, active } = deps;
  const pass: PassState = {
    number: runStore.lastPass(item.task_id) + 1,
    served: [],
    said: [],
    user_comments: commentStore.countByUser(item.task_id),
    ...taskStore.get(item.task_id)?.loop_memory.pass,
  };
  const first = nextInPass(agentStore.list(workspaceId), pass.served);
  const room = first ? deps.freeSpace.wait() : null;
  if (room) return deps.taskWaits.holdDue(workspaceId, room);
  const task = taskLoop.begin(item, first);
  if (!task) return;
  await active.during({ workspaceId, taskId: task.id }, async (stop) => {
    // Asked before a place is waited for: a pass that is over must not wait for others to end theirs.
    while (nextInPass(agentStore.list(workspaceId), pass.served)) {
      if (!(await slots.take(stop))) return leavePass(deps, item, stop);
      try {
        const run = nextRun(deps, item, pass, seat);
        if (run === "pass is over") return;
        if (run === "nobody is left") break;
        const ended = await runAgent(deps, run, stop);
        const applied = await applyRun(deps, { item, pass, taskRun: run, run: ended, stop });
        if (!applied.goesOn) return;
        pass.served.push(run.agent.id);
        pass.said.push(...applied.said);
      } finally {
        slots.giveBack();
      }
    }
    taskLoop.complete(item.item_id, task.id, {
      said: pass.said,
      reviewWantedBy: null,
      userSpoke: commentStore.countByUser(task.id) > pass.user_comments,
    });
  });
}

/** Everything is read afresh: people may have changed it while the agent before was at work. */
function nextRun(
  deps: LoopDeps,
  item: Candidate,
  pass: PassState,
  seat: TaskSeat,
): TaskRun | "pass is over" | "nobody is left" {
  const task = deps.taskStore.get(item.task_id);
  // Moved away by a person, even if it has come back since: then another pass is queued for it.
  if (task?.status !== "in_progress") {
    deps.taskLoop.leave(item.item_id, item.task_id, "completed");
    return "pass is over";
  }
  const agent = nextInPass(deps.agentStore.list(task.workspace_id), pass.served);
  if (!agent) return "nobody is left";
  if (deps.taskQuota.waitForBlockedEngine(item.item_id, task, agent)) return "pass is over";
  const workspace = requireWorkspace(deps.workspaceStore, task.workspace_id);
  const wait =
    seat.claim(workspace) ?? deps.freeSpace.wait() ?? deps.taskEngines.waitOf(agent, task.id);
  if (wait) {
    deps.taskLoop.park(item.item_id, task, pass, wait);
    return "pass is over";
  }
  if (deps.taskLoop.stopIfSpent(item.item_id, task)) return "pass is over";
  return { task, agent, workspace, pass: pass.number };
}
