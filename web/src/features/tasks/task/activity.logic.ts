import type { RunId } from "@malamar/contract/ids.ts";
import { STATUS_LABELS, type TaskLog } from "@malamar/contract/task.ts";
import { ACTION_WORDS } from "./run-words.logic.ts";

/** An entry of the activity log as a sentence. */
export function activityWords(log: TaskLog): string {
  const who = log.actor_name;
  switch (log.event_type) {
    case "task_created":
      return `${who} created the task`;
    case "status_changed": {
      const { old_status, new_status } = log.metadata;
      return `${who} moved it from ${STATUS_LABELS[old_status]} to ${STATUS_LABELS[new_status]}`;
    }
    case "comment_added":
      return `${who} commented`;
    case "comment_edited":
      return `${who} edited a comment`;
    case "comment_deleted":
      return `${who} deleted a comment`;
    case "agent_started":
      return `${log.metadata.agent_name} started`;
    case "agent_finished":
      return `${log.metadata.agent_name} finished: ${ACTION_WORDS[log.metadata.action_type]}`;
    case "task_cancelled":
      return `${who} cancelled it`;
    case "task_prioritized":
      return `${who} prioritized it`;
    case "task_deprioritized":
      return `${who} removed its priority`;
    case "task_edited":
      return `${who} edited it`;
    case "task_held":
      return `${who} put it on hold`;
    case "task_released":
      return `${who} released it`;
    case "workspace_paused":
      return `${who} paused the workspace`;
    case "workspace_resumed":
      return `${who} resumed the workspace`;
    case "guard_tripped":
      return `Guard tripped: ${log.metadata.detail}`;
    default:
      return log satisfies never;
  }
}

/** The run that an entry speaks of, if it does. */
export function runOfActivity(log: TaskLog): RunId | null {
  if (log.event_type !== "agent_started" && log.event_type !== "agent_finished") return null;
  return log.metadata.run_id;
}
