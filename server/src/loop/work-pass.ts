import type { Agent } from "@malamar/contract/agent.ts";
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
  const { commentStore, taskStore, runStore, taskLoop, slots, active } = deps;
  const pass: PassState = {
    number: runStore.lastPass(item.task_id) + 1,
    served: [],
    said: [],
    user_comments: commentStore.countByUser(item.task_id),
    ...taskStore.get(item.task_id)?.loop_memory.pass,
  };
  const first = nextOf(deps, item, pass, workspaceId);
  if (!first && item.asks_agent_id !== null) return taskLoop.nobodyAnswers(item);
  if (first && deps.missingPrograms.hold(item.task_id, first)) return;
  const room = first ? deps.freeSpace.wait() : null;
  if (room) return deps.taskWaits.holdDue(workspaceId, room);
  const task = taskLoop.begin(item, first);
  if (!task) return;
  let hasRun = false;
  await active.during({ workspaceId, taskId: task.id }, async (stop) => {
    // Checked before waiting for a slot: a finished pass must not wait for others.
    while (nextOf(deps, item, pass, workspaceId)) {
      if (!(await slots.take(stop))) return leavePass(deps, item, stop);
      try {
        const run = nextRun(deps, { item, pass, seat, hasRun });
        if (run === "pass is over") return;
        if (run === "nobody is left") break;
        hasRun = true;
        const ended = await runAgent(deps, run, stop);
        const applied = await applyRun(deps, { item, pass, taskRun: run, run: ended, stop });
        if (!applied.goesOn) return;
        pass.served.push(run.agent.id);
        pass.said.push(...applied.said);
      } finally {
        slots.giveBack();
      }
    }
    if (item.asks_agent_id !== null && pass.served.length === 0) {
      return taskLoop.nobodyAnswers(item);
    }
    taskLoop.complete(item, task.id, {
      said: pass.said,
      reviewWantedBy: null,
      userSpoke: commentStore.countByUser(task.id) > pass.user_comments,
    });
  });
}

/** Whose turn it is: if one agent is asked, only that one has a turn. */
function nextOf(
  { agentStore }: LoopDeps,
  { asks_agent_id }: Candidate,
  { served }: PassState,
  workspaceId: WorkspaceId,
): Agent | undefined {
  const team = agentStore.list(workspaceId);
  const asked = asks_agent_id === null ? team : team.filter(({ id }) => id === asks_agent_id);
  return nextInPass(asked, served);
}

interface Step {
  item: Candidate;
  pass: PassState;
  seat: TaskSeat;
  /** An agent has run since the task was picked up. */
  hasRun: boolean;
}

/** Everything is read afresh: people may have changed it while the previous agent was running. */
function nextRun(
  deps: LoopDeps,
  { item, pass, seat, hasRun }: Step,
): TaskRun | "pass is over" | "nobody is left" {
  const task = deps.taskStore.get(item.task_id);
  // Moved away by a person, even if it has come back since: then another pass is queued for it.
  if (task?.status !== "in_progress") {
    deps.taskLoop.leave(item.item_id, item.task_id, "completed");
    return "pass is over";
  }
  const agent = nextOf(deps, item, pass, task.workspace_id);
  if (!agent) return "nobody is left";
  const workspace = requireWorkspace(deps.workspaceStore, task.workspace_id);
  // It waited for a slot, and nothing has run: a hold or a pause still stops it.
  if (!hasRun && (task.is_on_hold || workspace.is_paused || deps.isPaused())) {
    deps.taskLoop.giveBack(item.item_id, task, pass);
    return "pass is over";
  }
  if (deps.taskQuota.waitForBlockedEngine(item.item_id, task, agent)) return "pass is over";
  const wait =
    seat.claim(workspace) ?? deps.freeSpace.wait() ?? deps.taskEngines.waitOf(agent, task.id);
  if (wait) {
    deps.taskLoop.park(item.item_id, task, pass, wait);
    return "pass is over";
  }
  if (deps.taskLoop.stopIfSpent(item.item_id, task)) return "pass is over";
  return { task, agent, workspace, pass: pass.number, isAsked: item.asks_agent_id !== null };
}
