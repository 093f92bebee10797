import { z } from "zod";
import { ChatRole } from "./chat.ts";
import { CliHealth } from "./cli.ts";
import { DatabaseTrouble } from "./database.ts";
import { AgentId, ChatId, CommentId, RunId, TaskId, WorkspaceId, WorktreeId } from "./ids.ts";
import { ActorType, TaskStatus, TaskSummary } from "./task.ts";
import { TranscriptEvent } from "./transcript.ts";

const workspaceEvent = { workspace_id: WorkspaceId, workspace_title: z.string() };
const goneTask = { workspace_id: WorkspaceId, task_id: TaskId, task_summary: z.string() };
const taskEvent = {
  ...goneTask,
  /**
   * The row that a list shows, its texts cut to 200 characters. Null when the task is already
   * deleted, when the row would make the event longer than 4 KB, or when more than 200 tasks
   * changed at once: then read it.
   */
  task: TaskSummary.nullish(),
};
const executionEvent = { ...taskEvent, agent_name: z.string(), run_id: RunId };
const chatEvent = { workspace_id: WorkspaceId, chat_id: ChatId, chat_title: z.string() };
const processingEvent = { ...chatEvent, agent_name: z.string(), run_id: RunId };
const agentEvent = { workspace_id: WorkspaceId, agent_id: AgentId, agent_name: z.string() };

/**
 * What every connected page receives. On the wire `type` is the event's name and the rest its data.
 */
export const ServerEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("workspace.created"), ...workspaceEvent }),
  z.object({ type: z.literal("workspace.updated"), ...workspaceEvent }),
  z.object({ type: z.literal("workspace.deleted"), ...workspaceEvent }),
  z.object({ type: z.literal("agent.created"), ...agentEvent }),
  z.object({ type: z.literal("agent.updated"), ...agentEvent }),
  z.object({ type: z.literal("agent.deleted"), ...agentEvent }),
  z.object({ type: z.literal("agent.reordered"), workspace_id: WorkspaceId }),
  z.object({
    type: z.literal("task.created"),
    ...taskEvent,
    /** The agent, when one asked for it in a chat. */
    actor_type: ActorType,
    actor_name: z.string(),
  }),
  z.object({ type: z.literal("task.updated"), ...taskEvent }),
  z.object({
    type: z.literal("task.deleted"),
    ...goneTask,
    /** The column that it was in. */
    status: TaskStatus,
  }),
  z.object({
    type: z.literal("task.status_changed"),
    ...taskEvent,
    old_status: TaskStatus,
    new_status: TaskStatus,
  }),
  z.object({ type: z.literal("task.comment_added"), ...taskEvent, author_name: z.string() }),
  z.object({ type: z.literal("task.comment_updated"), ...taskEvent, comment_id: CommentId }),
  z.object({ type: z.literal("task.comment_deleted"), ...taskEvent, comment_id: CommentId }),
  z.object({ type: z.literal("task.changes_updated"), ...taskEvent }),
  z.object({ type: z.literal("task.error_occurred"), ...taskEvent, error_message: z.string() }),
  z.object({ type: z.literal("agent.execution_started"), ...executionEvent }),
  z.object({ type: z.literal("agent.execution_finished"), ...executionEvent }),
  z.object({ type: z.literal("chat.created"), ...chatEvent }),
  z.object({ type: z.literal("chat.updated"), ...chatEvent }),
  z.object({ type: z.literal("chat.deleted"), ...chatEvent }),
  z.object({ type: z.literal("chat.message_added"), ...chatEvent, author_type: ChatRole }),
  z.object({ type: z.literal("chat.processing_started"), ...processingEvent }),
  z.object({ type: z.literal("chat.processing_finished"), ...processingEvent }),
  z.object({
    type: z.literal("worktree.updated"),
    workspace_id: WorkspaceId,
    worktree_id: WorktreeId,
  }),
  z.object({ type: z.literal("chat.changes_updated"), ...chatEvent }),
  z.object({ type: z.literal("settings.updated") }),
  z.object({ type: z.literal("cli.health_changed"), clis: z.array(CliHealth) }),
  z.object({ type: z.literal("database.changed"), trouble: DatabaseTrouble.nullable() }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;
export type ServerEventType = ServerEvent["type"];

/**
 * What a single connection receives: which server answers, that it missed too much to catch up, and
 * new transcript entries of the runs it watches.
 */
export const StreamEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), version: z.string(), boot_id: z.string() }),
  z.object({ type: z.literal("resync") }),
  z.object({ type: z.literal("run.transcript"), run_id: RunId, event: TranscriptEvent }),
]);
export type StreamEvent = z.infer<typeof StreamEvent>;
