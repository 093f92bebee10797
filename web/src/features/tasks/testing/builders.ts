import { AgentId, CommentId, RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import type {
  ActivityEvent,
  Spend,
  TaskComment,
  TaskLog,
  TaskSummary,
} from "@malamar/contract/task.ts";

const id = (name: string) => name.padEnd(21, "-");
const workspace_id = WorkspaceId.parse(id("workspace"));
const task_id = TaskId.parse(id("task"));

/** "10:05" on a fixed day, in the server's format. */
const at = (time: string) => `2026-01-01T${time.padEnd(8, ":00")}.000Z`;

export const runId = (name: string) => RunId.parse(id(name));

export function comment(
  name: string,
  by: "User" | "System" | "Planner",
  time: string,
  more: Partial<TaskComment> = {},
): TaskComment {
  return {
    id: CommentId.parse(id(name)),
    task_id,
    workspace_id,
    user_id: by === "User" ? "000000000000000000000" : null,
    agent_id: by === "Planner" ? AgentId.parse(id("planner")) : null,
    author_name: by,
    run_id: null,
    content: name,
    is_note: false,
    asks_agent_id: null,
    edited_at: null,
    deleted_at: null,
    created_at: at(time),
    updated_at: at(time),
    ...more,
  };
}

export function run(name: string, from: string, to: string | null, more: Partial<Run> = {}): Run {
  return {
    id: runId(name),
    workspace_id,
    task_id,
    chat_id: null,
    agent_id: AgentId.parse(id("planner")),
    agent_name: "Planner",
    cli_type: "claude",
    model: null,
    pass: 1,
    action_type: to === null ? null : "comment",
    status: to === null ? "running" : "succeeded",
    failure_kind: null,
    exit_code: null,
    pid: null,
    process_started_at: null,
    cli_session_id: null,
    input_tokens: null,
    output_tokens: null,
    cached_tokens: null,
    cost_usd: null,
    is_estimated: false,
    started_at: at(from),
    finished_at: to === null ? null : at(to),
    ...more,
  };
}

export function log(event: ActivityEvent, actor_name = "User"): TaskLog {
  return {
    id: id("log"),
    task_id,
    workspace_id,
    actor_type: "user",
    actor_id: null,
    actor_name,
    created_at: at("10:00"),
    ...event,
  };
}

export function spend(more: Partial<Spend> = {}): Spend {
  return {
    input_tokens: 0,
    output_tokens: 0,
    cached_tokens: 0,
    cost_usd: 0,
    run_count: 0,
    unpriced_run_count: 0,
    estimated_run_count: 0,
    ...more,
  };
}

export function card(
  name: string,
  status: TaskSummary["status"],
  more: Partial<TaskSummary> = {},
): TaskSummary {
  return {
    id: TaskId.parse(id(name)),
    workspace_id,
    number: 1,
    summary: name,
    status,
    position: 0,
    labels: [],
    is_priority: false,
    is_on_hold: false,
    pass_count: 0,
    failure_count: 0,
    retry_at: null,
    wait_reason: null,
    wait_cli: null,
    wait_detail: null,
    last_error: null,
    changes: null,
    looked_checkpoint_id: null,
    outcome: null,
    done_at: null,
    created_at: at("10:00"),
    updated_at: at("10:00"),
    attention_reason: null,
    attention_since: null,
    comment_count: 0,
    cost_usd: 0,
    is_processing: false,
    current_agent_name: null,
    current_run_id: null,
    current_run_started_at: null,
    pass: null,
    team: [],
    ...more,
  };
}
