import type { ChatActionRecord } from "@malamar/contract/chat.ts";
import type { CliType } from "@malamar/contract/cli.ts";
import { DEMO_CLI } from "@malamar/contract/plain/cli.ts";
import type { AgentId, RunId, TaskId } from "@malamar/contract/ids.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import {
  WORKSPACE_FILE,
  type WorkspaceFile,
  type WorkspaceFileChat,
  type WorkspaceFileTask,
} from "@malamar/contract/workspace-file.ts";
import { guardComment, passGuard, type Tripped } from "@malamar/server/domain/task/guards.ts";
import { IN_FILE } from "@malamar/server/domain/workspace-file/columns-in-file.ts";
import { newId } from "@malamar/server/lib/id.ts";

/** A task that the team has worked on already. */
export interface PastTask {
  summary: string;
  description: string;
  labels: readonly string[];
  hoursAgo: number;
  status: "in_review" | "done";
  /** Who said what, in chronological order. */
  said: readonly (readonly [agentName: string, text: string])[];
  /** The guard stopped the team after this many passes. */
  stoppedAfterPasses?: number;
}

/** A chat with the Malamar agent. Its actions name agents and tasks; their ids are filled in. */
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

export interface Past {
  title: string;
  description: string;
  working_directory_mode?: "git";
  working_directory_path?: string;
  max_passes?: number;
  notify_on_error?: boolean;
  notify_on_in_review?: boolean;
  team: readonly { name: string; instruction: string; cli_type: CliType; model: string | null }[];
  tasks: readonly PastTask[];
  chats?: readonly PastChat[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * A workspace that has been used for some days, as an export file: importing it starts no agent.
 */
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
      ...IN_FILE.workspace.defaults,
      ...settings,
      ...times,
    },
    agents: team.map((agent, at) => ({
      ...IN_FILE.agent.defaults,
      ...agent,
      id: agentIds.get(agent.name)!,
      order: at + 1,
      ...times,
    })),
    tasks: tasks.map((task, at) => ({
      ...taskOf(task, taskIds.get(task.summary)!, agentIds, now),
      number: at + 1,
    })),
    chats: chats.map((chat) => chatOf(chat, { agentIds, taskIds }, now)),
  };
}

/** The time this many minutes after something that began this many hours ago. */
function ago(now: string, hours: number): (minutes: number) => string {
  const begin = Date.parse(now) - hours * HOUR_MS;
  return (minutes) => new Date(begin + minutes * MINUTE_MS).toISOString();
}

type Log = WorkspaceFileTask["logs"][number];
type Comment = WorkspaceFileTask["comments"][number];
type Trail = { comments: Comment[]; logs: Log[] };

const USER = { by: "user", agent_id: null } as const;
const MALAMAR = { by: "system", agent_id: null } as const;

/** Each turn took four minutes, and a person looked half an hour later. */
function taskOf(
  {
    summary,
    description,
    labels,
    hoursAgo,
    status,
    said,
    stoppedAfterPasses: passes = 0,
  }: PastTask,
  id: TaskId,
  agentIds: ReadonlyMap<string, AgentId>,
  now: string,
): Omit<WorkspaceFileTask, "number"> {
  const at = ago(now, hoursAgo);
  const [begun, ended, looked] = [at(0), at(4 * said.length), at(4 * said.length + 30)];
  const turns = said.map(([name, content], turn) =>
    turnOf({ name, id: agentIds.get(name)! }, content, at(4 * turn), at(4 * turn + 3)),
  );
  const tripped = passes === 0 ? null : passGuard(passes, { max_passes: passes });
  const stop = tripped ? stopOf(tripped, ended) : { comments: [], logs: [] };
  const isDone = status === "done";
  return {
    ...IN_FILE.task.defaults,
    id,
    summary,
    description,
    labels: [...labels],
    status,
    pass_count: Math.max(1, passes),
    tripped_guard: tripped && { guard: tripped.guard, detail: tripped.detail },
    attention_at: ended,
    done_at: isDone ? looked : null,
    created_at: begun,
    updated_at: isDone ? looked : ended,
    comments: [...turns.flatMap(({ comments }) => comments), ...stop.comments],
    logs: [
      { ...USER, created_at: begun, event_type: "task_created", metadata: null },
      { ...MALAMAR, created_at: begun, ...moved("todo", "in_progress") },
      ...turns.flatMap(({ logs }) => logs),
      ...stop.logs,
      { ...MALAMAR, created_at: ended, ...moved("in_progress", "in_review") },
      ...(isDone ? [{ ...USER, created_at: looked, ...moved("in_review", "done") }] : []),
    ],
  };
}

function turnOf(
  { name, id }: { name: string; id: AgentId },
  content: string,
  begun: string,
  ended: string,
): Trail {
  const agent = { by: "agent", agent_id: id } as const;
  const run = { agent_name: name, run_id: newId<RunId>() };
  const answer = { ...run, action_type: "comment" as const };
  return {
    comments: [{ ...agent, content, is_note: false, created_at: ended, updated_at: ended }],
    logs: [
      { ...agent, created_at: begun, event_type: "agent_started", metadata: run },
      { ...agent, created_at: ended, event_type: "comment_added", metadata: null },
      { ...agent, created_at: ended, event_type: "agent_finished", metadata: answer },
    ],
  };
}

function stopOf(tripped: Tripped, created_at: string): Trail {
  const { guard, detail } = tripped;
  const content = guardComment(tripped);
  return {
    comments: [{ ...MALAMAR, content, is_note: false, created_at, updated_at: created_at }],
    logs: [{ ...MALAMAR, created_at, event_type: "guard_tripped", metadata: { guard, detail } }],
  };
}

function moved(from: TaskStatus, to: TaskStatus) {
  const metadata = { old_status: from, new_status: to };
  return { event_type: "status_changed" as const, metadata };
}

interface Ids {
  agentIds: ReadonlyMap<string, AgentId>;
  taskIds: ReadonlyMap<string, TaskId>;
}

function chatOf({ title, hoursAgo, messages }: PastChat, ids: Ids, now: string): WorkspaceFileChat {
  const at = ago(now, hoursAgo);
  return {
    ...IN_FILE.chat.defaults,
    agent_id: null,
    cli_type: DEMO_CLI.type,
    title,
    created_at: at(0),
    updated_at: at(messages.length),
    messages: messages.map(({ role, message, actions = [] }, index) => ({
      ...IN_FILE.message.defaults,
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
