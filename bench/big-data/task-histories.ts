import type { CommentId, RunId } from "@malamar/contract/ids.ts";
import { USER_ID } from "@malamar/server/http/principal.ts";
import type { ActivityEvent, TaskStatus } from "@malamar/contract/task.ts";
import { taskQueueRow } from "@malamar/server/domain/queue/task-queue-store.ts";
import { createActivityStore } from "@malamar/server/domain/task/activity-store.ts";
import { createCommentStore } from "@malamar/server/domain/task/comment-store.ts";
import { createTaskStore, type TaskRow } from "@malamar/server/domain/task/task-store.ts";
import { createWorkspaceStore } from "@malamar/server/domain/workspace/workspace-store.ts";
import { DAY_MS, later } from "@malamar/server/lib/clock.ts";
import type { HistoryDeps, History } from "./history.ts";
import type { PlannedRun, PlannedTask } from "./plan.ts";
import { cliOf, createRunRecords, ROLES } from "./run-records.ts";
import { RARE_WORD } from "./texts.ts";

/** How long the queue keeps finished items. */
const KEPT_MS = 7 * DAY_MS;
const QUOTA_MS = 30 * DAY_MS;

/** The events of tasks, step by step, written with the product's own stores. */
export function createTaskHistories(deps: HistoryDeps) {
  const { db, draws, texts, clock, now } = deps;
  const recordRun = createRunRecords(deps);
  const tasks = createTaskStore(db);
  const comments = createCommentStore(db);
  const activity = createActivityStore(db);
  const workspaces = createWorkspaceStore(db);
  const addQueueItem = taskQueueRow.inserter(db);
  let tasksSoFar = 0;

  function log({ id, workspace }: PlannedTask, agent: number | null, event: ActivityEvent): void {
    activity.insert({
      id: draws.id(),
      task_id: id,
      workspace_id: workspace.id,
      event_type: event.event_type,
      actor_type: agent === null ? "user" : "agent",
      actor_id: agent === null ? USER_ID : workspace.team[agent]!,
      metadata: event.metadata,
      created_at: clock(),
    });
  }

  function comment(task: PlannedTask, agent: number | null, runId: RunId | null): void {
    const at = clock();
    comments.insert({
      id: draws.id<CommentId>(),
      task_id: task.id,
      workspace_id: task.workspace.id,
      user_id: agent === null ? USER_ID : null,
      agent_id: agent === null ? null : task.workspace.team[agent]!,
      run_id: runId,
      content: texts.comment(),
      created_at: at,
      updated_at: at,
    });
    log(task, agent, { event_type: "comment_added", metadata: null });
  }

  function* agentWorks(
    task: PlannedTask,
    planned: PlannedRun,
    agent: number,
    pass: number,
  ): History {
    const named = { agent_name: ROLES[agent]!, run_id: planned.id };
    log(task, agent, { event_type: "agent_started", metadata: named });
    yield;
    recordRun(planned, task.workspace, agent, { task_id: task.id, chat_id: null, pass });
    log(task, agent, {
      event_type: "agent_finished",
      metadata: { ...named, action_type: task.comments > 0 ? "comment" : "skip" },
    });
    const at = clock();
    if (Date.parse(now) - Date.parse(at) > KEPT_MS) return;
    addQueueItem({ ...itemFor(task, at), status: "completed" });
  }

  function itemFor({ id: task_id, workspace }: PlannedTask, at: string) {
    const place = { task_id, workspace_id: workspace.id };
    return { id: draws.id<string>(), ...place, created_at: at, updated_at: at };
  }

  function moved(task: PlannedTask, row: TaskRow, to: TaskStatus): TaskRow {
    const at = clock();
    const isByTeam = to !== "done";
    log(task, isByTeam ? 0 : null, {
      event_type: "status_changed",
      metadata: { old_status: row.status, new_status: to },
    });
    return {
      ...row,
      status: to,
      updated_at: at,
      last_processed_at: isByTeam ? at : row.last_processed_at,
      attention_at: to === "in_review" ? at : row.attention_at,
      done_at: to === "done" ? at : null,
    };
  }

  /** Tasks active at the end wait for the quota of their team's second CLI. */
  function waiting(task: PlannedTask, row: TaskRow): TaskRow {
    const at = clock();
    addQueueItem(itemFor(task, at));
    return {
      ...row,
      retry_at: later(now, QUOTA_MS),
      wait_reason: "quota",
      wait_cli: cliOf(1),
      attention_at: at,
      loop_memory: { waits_for: task.workspace.team[1]! },
    };
  }

  return {
    /** Until when nobody can use the CLI that tasks wait for. */
    quotaUntil: later(now, QUOTA_MS),

    *of(task: PlannedTask): History {
      const at = clock();
      const title = texts.taskTitle(++tasksSoFar);
      let row = tasks.insert({
        id: task.id,
        workspace_id: task.workspace.id,
        summary: task.isRare ? `${title} — ${RARE_WORD}` : title,
        description: texts.description(),
        position: tasksSoFar,
        created_at: at,
        updated_at: at,
      });
      log(task, null, { event_type: "task_created", metadata: null });
      if (task.status !== "todo") row = moved(task, row, "in_progress");
      const teamSize = task.workspace.team.length;
      const perRun = Math.ceil(task.comments / (task.runs.length + 1));
      let said = 0;
      for (const [at, planned] of task.runs.entries()) {
        const agent = at % teamSize;
        yield* agentWorks(task, planned, agent, Math.floor(at / teamSize) + 1);
        for (; said < perRun * (at + 1) && said < task.comments; said++) {
          yield;
          comment(task, said % 5 === 4 ? null : agent, planned.id);
        }
      }
      for (; said < task.comments; said++) {
        yield;
        comment(task, said % 2 === 0 ? null : said % teamSize, null);
      }
      yield;
      if (task.status === "in_progress") row = waiting(task, row);
      if (task.status === "in_review" || task.status === "done")
        row = moved(task, row, "in_review");
      if (task.status === "done") row = moved(task, row, "done");
      tasks.update(row);
      workspaces.touch(task.workspace.id, clock());
    },
  };
}
