import type { ServerEvent } from "@malamar/contract/event.ts";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { firstLine, shortened } from "#lib/short-text.logic.ts";

/** Summaries and messages can be any length. This much can be read in passing. */
const MOST_LETTERS = 120;

export type TaskNews = {
  kind: "in_review" | "error" | "created" | "started";
  workspaceId: WorkspaceId;
  taskId: TaskId;
  summary: string;
  /** The first line of an error, or the agent's name for a start and a new task. */
  detail: string;
};

/** The news in an event that is worth interrupting the user for, or null. */
export function taskNews(event: ServerEvent): TaskNews | null {
  if (event.type === "task.error_occurred") {
    return newsOf("error", event, firstLine(event.error_message));
  }
  // The user knows about tasks they created.
  if (event.type === "task.created" && event.actor_type === "agent") {
    return newsOf("created", event, event.actor_name);
  }
  if (event.type === "agent.execution_started") return newsOf("started", event, event.agent_name);
  if (event.type !== "task.status_changed") return null;
  const isHandedOver = event.old_status === "in_progress" && event.new_status === "in_review";
  return isHandedOver ? newsOf("in_review", event, "") : null;
}

type TaskEvent = { workspace_id: WorkspaceId; task_id: TaskId; task_summary: string };

function newsOf(kind: TaskNews["kind"], event: TaskEvent, detail: string): TaskNews {
  return {
    kind,
    workspaceId: event.workspace_id,
    taskId: event.task_id,
    summary: shortened(event.task_summary, MOST_LETTERS),
    detail: shortened(detail, MOST_LETTERS),
  };
}

/** Worded for screen readers. */
export function sentenceOf(news: TaskNews): string {
  switch (news.kind) {
    case "in_review":
      return `${news.summary} moved to In Review`;
    case "error":
      return `Error on ${news.summary}: ${news.detail}`;
    case "created":
      return `${news.detail} created the task ${news.summary}`;
    case "started":
      return `${news.detail} is working on ${news.summary}`;
    default:
      return news.kind satisfies never;
  }
}

export function taskPath({ workspaceId, taskId }: TaskNews): string {
  return `/workspaces/${workspaceId}/tasks/${taskId}`;
}
