import type { Database } from "bun:sqlite";
import type { Agent } from "@malamar/contract/agent.ts";
import type { ChatId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type {
  FileAuthor,
  WorkspaceFileChat,
  WorkspaceFileTask,
} from "@malamar/contract/workspace-file.ts";
import { createAgentStore } from "#domain/agent/agent-store.ts";
import { createWorkspaceStore } from "#domain/workspace/workspace-store.ts";

type Encoded<Row, Texts extends keyof Row> = Omit<Row, Texts> & Record<Texts, string | null>;

type TaskRow = Omit<
  Encoded<WorkspaceFileTask, "tripped_guard">,
  "comments" | "logs" | "is_priority"
> & { is_priority: 0 | 1 };
type CommentRow = WorkspaceFileTask["comments"][number];
interface LogRow {
  by: FileAuthor;
  agent_id: string | null;
  event_type: string;
  /** JSON. */
  metadata: string | null;
  created_at: string;
}
type ChatRow = Omit<WorkspaceFileChat, "messages"> & { id: ChatId };
type MessageRow = Encoded<WorkspaceFileChat["messages"][number], "actions">;

/** Reads one workspace row by row, all of it as it is at this moment. The connection is its own. */
export function createWorkspaceExportStore(db: Database) {
  db.run("BEGIN");
  const workspaces = createWorkspaceStore(db);
  const agents = createAgentStore(db);
  const selectTitles = db.prepare<{ id: WorkspaceId; title: string }, []>(
    "SELECT id, title FROM workspaces ORDER BY last_activity_at DESC",
  );
  const selectTasks = db.prepare<TaskRow, [WorkspaceId]>(
    `SELECT id, summary, description, iif(status = 'in_progress', 'todo', status) AS status,
       is_priority, pass_count, failure_count, last_error, tripped_guard, attention_at, done_at,
       created_at, updated_at
     FROM tasks WHERE workspace_id = ? ORDER BY created_at, rowid`,
  );
  const selectComments = db.prepare<CommentRow, [TaskId]>(
    `SELECT CASE WHEN user_id IS NOT NULL THEN 'user' WHEN agent_id IS NULL THEN 'system' ELSE 'agent' END AS by,
       iif(user_id IS NULL, agent_id, NULL) AS agent_id, content, created_at, updated_at
     FROM task_comments WHERE task_id = ? ORDER BY rowid`,
  );
  const selectLogs = db.prepare<LogRow, [TaskId]>(
    `SELECT iif(actor_type = 'trigger', 'system', actor_type) AS by,
       iif(actor_type = 'agent', actor_id, NULL) AS agent_id, event_type, metadata, created_at
     FROM task_logs WHERE task_id = ? ORDER BY rowid`,
  );
  const selectChats = db.prepare<ChatRow, [WorkspaceId]>(
    `SELECT id, agent_id, cli_type, title, created_at, updated_at
     FROM chats WHERE workspace_id = ? ORDER BY created_at, rowid`,
  );
  const selectMessages = db.prepare<MessageRow, [ChatId]>(
    `SELECT role, agent_id, message, actions, created_at
     FROM chat_messages WHERE chat_id = ? ORDER BY rowid`,
  );

  return {
    titles: () => selectTitles.all(),

    workspace: (id: WorkspaceId) => workspaces.get(id),

    /** In their order. */
    agents: (workspaceId: WorkspaceId): Agent[] => agents.list(workspaceId),

    tasks: (workspaceId: WorkspaceId) => selectTasks.iterate(workspaceId),

    comments: (taskId: TaskId) => selectComments.iterate(taskId),

    logs: (taskId: TaskId) => selectLogs.iterate(taskId),

    chats: (workspaceId: WorkspaceId) => selectChats.iterate(workspaceId),

    messages: (chatId: ChatId) => selectMessages.iterate(chatId),

    /** With what is still being read: otherwise it would keep this moment until it is collected. */
    close: () => db.close(true),
  };
}

export type WorkspaceExportStore = ReturnType<typeof createWorkspaceExportStore>;
