import type { AgentId, RunId } from "@malamar/contract/ids.ts";
import { idFrom } from "@malamar/contract/plain/id.ts";
import type { TaskLog } from "@malamar/contract/task.ts";
import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import { MALAMAR, personName } from "#lib/who.logic.ts";
import { ACTION_WORDS } from "./run-words.logic.ts";

/** An entry of the activity log as a sentence. */
export function activityWords(log: TaskLog): string {
  const who = actorName(log);
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
    case "worktree_created": {
      const { branch, base_commit } = log.metadata;
      return `${who} created branch ${branch} from ${base_commit.slice(0, 7)}`;
    }
    case "checkpoint_restored":
      return `${who} restored the files of a checkpoint`;
    case "worktree_removed":
      return `${who} removed the worktree of ${log.metadata.branch}`;
    case "guard_tripped":
      return `Limit reached: ${log.metadata.detail}`;
    default:
      return log satisfies never;
  }
}

function actorName({ actor_type, actor_name }: TaskLog): string {
  if (actor_type === "user") return personName(actor_name);
  return actor_type === "system" ? MALAMAR : actor_name;
}

/** The run that an entry mentions, if any. */
export function runOfActivity(log: TaskLog): RunId | null {
  return isOfRun(log) ? log.metadata.run_id : null;
}

/** The agent that an entry is about, if any, by its name in that entry. */
export function agentOfActivity(log: TaskLog): { id: AgentId | null; name: string } | null {
  if (log.actor_type !== "agent") return null;
  const name = isOfRun(log) ? log.metadata.agent_name : log.actor_name;
  return { id: idFrom<AgentId>(log.actor_id ?? undefined), name };
}

function isOfRun(log: TaskLog) {
  return log.event_type === "agent_started" || log.event_type === "agent_finished";
}

/** The branch that the task got last, or null. */
export function branchInLog(logs: readonly TaskLog[]): string | null {
  const made = logs.findLast((log) => log.event_type === "worktree_created");
  return made?.metadata.branch ?? null;
}
