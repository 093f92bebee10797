import type { Agent } from "@malamar/contract/agent.ts";
import { DELETED_AGENT_NAME } from "@malamar/contract/author.ts";
import type {
  BriefedActivity,
  BriefedComment,
  BriefedWorktree,
  TaskBriefing,
} from "@malamar/contract/briefing.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import type { TaskComment, TaskLog } from "@malamar/contract/task.ts";
import { BRIEFED_TASK, type TaskRow } from "#domain/task/task-store.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import { workDirectoryOf } from "#domain/worktree/work-directory.ts";
import type { WorktreeRow } from "#domain/worktree/worktree-store.ts";
import type { RunRequest } from "#engines/engine.ts";
import type { LoopDeps } from "#loop/loop-deps.ts";
import { newestEntries } from "./newest-entries.ts";

/**
 * About 50,000 tokens: a long task stays affordable and within what every model can read at once.
 * The activity log only says when things happened, so a fifth of that is enough.
 */
const COMMENT_BUDGET = 200 * 1024;
const ACTIVITY_BUDGET = 40 * 1024;

type Deps = Pick<LoopDeps, "agentStore" | "commentStore" | "activityStore">;

interface Subject {
  workspace: StoredWorkspace;
  task: TaskRow;
  agent: Agent;
  /** A person has asked this agent alone. */
  isAsked: boolean;
  /** Where it works; null where it has no worktree. */
  worktree: WorktreeRow | null;
}

/** Everything an agent has to know about a task. */
export function briefOnTask(
  { agentStore, commentStore, activityStore }: Deps,
  { workspace, task, agent, isAsked, worktree }: Subject,
): Pick<RunRequest<unknown>, "allComments"> & { briefing: TaskBriefing } {
  const team = agentStore.list(task.workspace_id);
  const others = team.filter(({ id }) => id !== agent.id);
  const names = new Map(team.map(({ id, name }) => [id, name]));
  const format = (comment: TaskComment) => briefedComment(comment, names);
  const comments = newestEntries(
    commentStore.newestReadable(task.id),
    commentStore.countReadable(task.id),
    format,
    COMMENT_BUDGET,
  );
  const activity = newestEntries(
    activityStore.newestFirst(task.id),
    activityStore.count(task.id),
    briefedActivity,
    ACTIVITY_BUDGET,
  );
  const briefing: TaskBriefing = {
    kind: "task",
    task_id: task.id,
    workspace_instruction: workspace.description,
    agent_name: agent.name,
    role: agent.instruction,
    ...(isAsked && { is_asked: true }),
    other_agents: others.map(({ name }) => name),
    ...(worktree && { worktree: briefedWorktree(worktree) }),
    ...BRIEFED_TASK.pick(task),
    comments,
    activity,
  };
  if (comments.left_out === 0) return { briefing };
  return {
    briefing,
    allComments: () => commentStore.readable(task.id).map(format),
  };
}

function briefedWorktree(worktree: WorktreeRow): BriefedWorktree {
  const { branch, base_branch, base_commit } = worktree;
  return { path: workDirectoryOf(worktree), branch, base_branch, base_commit };
}

function briefedComment(comment: TaskComment, names: ReadonlyMap<AgentId, string>): BriefedComment {
  const { author_name, agent_id, user_id, is_note, asks_agent_id, content, created_at } = comment;
  const asks =
    asks_agent_id === null ? undefined : (names.get(asks_agent_id) ?? DELETED_AGENT_NAME);
  return {
    author: author_name,
    ...(agent_id !== null && { agent_id }),
    ...(asks !== undefined && { asks }),
    // cut-comments.ts relies on the form from here on.
    ...(user_id !== null && { user_id }),
    ...(is_note && { is_note }),
    content,
    created_at,
  };
}

function briefedActivity(log: TaskLog): BriefedActivity {
  const { event_type, actor_type, actor_id, metadata, created_at } = log;
  return {
    event_type,
    actor_type,
    ...(actor_id !== null && { actor_id }),
    ...(metadata !== null && { metadata }),
    created_at,
  };
}
