import type { ChatActionRecord } from "@malamar/contract/chat.ts";
import { DEMO_CLI, type CliType } from "@malamar/contract/cli.ts";
import type { AgentId, RunId, TaskId } from "@malamar/contract/ids.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import {
  WORKSPACE_FILE,
  type WorkspaceFile,
  type WorkspaceFileChat,
  type WorkspaceFileTask,
} from "@malamar/contract/workspace-file.ts";
import { guardComment, passGuard } from "#domain/task/guards.ts";
import { WORKSPACE_DEFAULTS } from "#domain/workspace/workspace-service.ts";
import { newId } from "#lib/id.ts";

/** A task that the team has worked already. */
export interface PastTask {
  summary: string;
  description: string;
  hoursAgo: number;
  status: "in_review" | "done";
  /** Who said what, in the order in which it was said. */
  said: readonly (readonly [agentName: string, text: string])[];
  /** The guard stopped the team after so many. */
  stoppedAfterPasses?: number;
}

/** A chat with the Malamar agent. Its actions name agents and tasks; their ids are put in. */
export interface PastChat {
  title: string;
  hoursAgo: number;
  messages: readonly {
    role: "user" | "agent";
    message: string;
    actions?: readonly PastAction[];
  }[];
}

interface PastAction {
  type: string;
  text: string;
  agent?: string;
  task?: string;
  [field: string]: unknown;
}

interface Past {
  title: string;
  description: string;
  max_passes?: number;
  team: readonly { name: string; instruction: string; cli_type: CliType; model: string | null }[];
  tasks: readonly PastTask[];
  chats?: readonly PastChat[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A workspace that has been used for some days, as the file of an export: an import starts nobody. */
export function workspaceWithPast(past: Past, now: string): WorkspaceFile {
  const { team, tasks, chats = [], ...settings } = past;
  const agentIds = new Map(team.map(({ name }) => [name, newId<AgentId>()]));
  const taskIds = new Map(tasks.map(({ summary }) => [summary, newId<TaskId>()]));
  const born = ago(now, Math.max(0, ...[...tasks, ...chats].map(({ hoursAgo }) => hoursAgo)));
  const times = { created_at: born(0), updated_at: born(0) };
  return {
    ...WORKSPACE_FILE,
    exported_at: now,
    workspace: {
      ...WORKSPACE_DEFAULTS,
      notify_on_error: true,
      notify_on_in_review: true,
      ...settings,
      ...times,
    },
    agents: team.map((agent, at) => ({
      ...agent,
      id: agentIds.get(agent.name)!,
      order: at + 1,
      ...times,
    })),
    tasks: tasks.map((task) => taskOf(task, taskIds.get(task.summary)!, agentIds, now)),
    chats: chats.map((chat) => chatOf(chat, { agentIds, taskIds }, now)),
  };
}

/** The time this many minutes after something that began this many hours ago. */
function ago(now: string, hours: number): (minutes: number) => string {
  const begin = Date.parse(now) - hours * HOUR_MS;
  return (minutes) => new Date(begin + minutes * MINUTE_MS).toISOString();
}

type Log = WorkspaceFileTask["logs"][number];

/** Each turn took four minutes, and a person looked half an hour later. */
function taskOf(
  { summary, description, hoursAgo, status, said, stoppedAfterPasses: passes = 0 }: PastTask,
  id: TaskId,
  agentIds: ReadonlyMap<string, AgentId>,
  now: string,
): WorkspaceFileTask {
  const at = ago(now, hoursAgo);
  const moved = (from: TaskStatus, to: TaskStatus) => ({
    event_type: "status_changed" as const,
    metadata: { old_status: from, new_status: to },
  });
  const logs: Log[] = [
    { by: "user", agent_id: null, created_at: at(0), event_type: "task_created", metadata: null },
    { by: "system", agent_id: null, created_at: at(0), ...moved("todo", "in_progress") },
  ];
  const comments: WorkspaceFileTask["comments"] = [];
  for (const [turn, [name, content]] of said.entries()) {
    const agent_id = agentIds.get(name)!;
    const [begin, end] = [at(4 * turn), at(4 * turn + 3)];
    const by = "agent" as const;
    const run = { agent_name: name, run_id: newId<RunId>() };
    comments.push({ by, agent_id, content, created_at: end, updated_at: end });
    logs.push(
      { by, agent_id, created_at: begin, event_type: "agent_started", metadata: run },
      { by, agent_id, created_at: end, event_type: "comment_added", metadata: null },
      {
        by,
        agent_id,
        created_at: end,
        event_type: "agent_finished",
        metadata: { ...run, action_type: "comment" },
      },
    );
  }
  const ended = at(4 * said.length);
  const malamar = { by: "system" as const, agent_id: null, created_at: ended };
  const tripped = passes === 0 ? null : passGuard(passes, { max_passes: passes });
  if (tripped) {
    const { guard, detail } = tripped;
    comments.push({ ...malamar, content: guardComment(tripped), updated_at: ended });
    logs.push({ ...malamar, event_type: "guard_tripped", metadata: { guard, detail } });
  }
  logs.push({ ...malamar, ...moved("in_progress", "in_review") });
  const looked = at(4 * said.length + 30);
  if (status === "done") {
    logs.push({ by: "user", agent_id: null, created_at: looked, ...moved("in_review", "done") });
  }
  return {
    id,
    summary,
    description,
    status,
    is_priority: false,
    pass_count: Math.max(1, passes),
    failure_count: 0,
    last_error: null,
    tripped_guard: tripped && { guard: tripped.guard, detail: tripped.detail },
    attention_at: ended,
    done_at: status === "done" ? looked : null,
    created_at: at(0),
    updated_at: status === "done" ? looked : ended,
    comments,
    logs,
  };
}

interface Ids {
  agentIds: ReadonlyMap<string, AgentId>;
  taskIds: ReadonlyMap<string, TaskId>;
}

function chatOf({ title, hoursAgo, messages }: PastChat, ids: Ids, now: string): WorkspaceFileChat {
  const at = ago(now, hoursAgo);
  return {
    agent_id: null,
    cli_type: DEMO_CLI.type,
    title,
    created_at: at(0),
    updated_at: at(messages.length),
    messages: messages.map(({ role, message, actions = [] }, index) => ({
      role,
      agent_id: null,
      message,
      actions: role === "agent" ? actions.map((action) => recordOf(action, ids)) : null,
      created_at: at(index + 1),
    })),
  };
}

function recordOf({ text, agent, task, ...asked }: PastAction, ids: Ids): ChatActionRecord {
  const agent_id = ids.agentIds.get(agent ?? "") ?? null;
  const task_id = ids.taskIds.get(task ?? "") ?? null;
  return { ...asked, result: { status: "done", text, task_id, agent_id } };
}
