import type { Database } from "bun:sqlite";
import type { ChatId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { EVENTS_NOT_IN_FILE } from "@malamar/contract/workspace-file.ts";
import type { Stored } from "#db/row.ts";
import { createAgentStore } from "#domain/agent/agent-store.ts";
import { createWorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { IN_FILE, type AuthorFields } from "./columns-in-file.ts";

type InFile<Noun extends keyof typeof IN_FILE> = ReturnType<(typeof IN_FILE)[Noun]["pick"]>;

/** Reads one workspace row by row, all of it as of one moment. It has its own connection. */
export function createWorkspaceExportStore(db: Database) {
  db.run("BEGIN");
  const workspaces = createWorkspaceStore(db);
  const agents = createAgentStore(db);
  const selectTitles = db.prepare<{ id: WorkspaceId; title: string }, []>(
    "SELECT id, title FROM workspaces ORDER BY last_activity_at DESC",
  );
  const selectTasks = db.prepare<Stored<InFile<"task">>, [WorkspaceId]>(
    `SELECT ${IN_FILE.task.list()} FROM tasks WHERE workspace_id = ? ORDER BY created_at, rowid`,
  );
  const selectComments = db.prepare<AuthorFields & Stored<InFile<"comment">>, [TaskId]>(
    `SELECT CASE WHEN user_id IS NOT NULL THEN 'user' WHEN agent_id IS NULL THEN 'system' ELSE 'agent' END AS by,
       iif(user_id IS NULL, agent_id, NULL) AS agent_id, ${IN_FILE.comment.list()}
     FROM task_comments WHERE task_id = ? AND deleted_at IS NULL ORDER BY rowid`,
  );
  const notInFile = EVENTS_NOT_IN_FILE.map((event) => `'${event}'`).join(", ");
  const selectLogs = db.prepare<AuthorFields & Stored<InFile<"log">>, [TaskId]>(
    `SELECT iif(actor_type = 'trigger', 'system', actor_type) AS by, iif(actor_type = 'agent', actor_id, NULL) AS agent_id, ${IN_FILE.log.list()}
     FROM task_logs WHERE task_id = ? AND event_type NOT IN (${notInFile}) ORDER BY rowid`,
  );
  const selectChats = db.prepare<{ id: ChatId } & InFile<"chat">, [WorkspaceId]>(
    `SELECT id, ${IN_FILE.chat.list()} FROM chats WHERE workspace_id = ? ORDER BY created_at, rowid`,
  );
  const selectMessages = db.prepare<Stored<InFile<"message">>, [ChatId]>(
    `SELECT ${IN_FILE.message.list()} FROM chat_messages WHERE chat_id = ? ORDER BY rowid`,
  );

  return {
    titles: () => selectTitles.all(),

    workspace: (id: WorkspaceId) => workspaces.get(id),

    /** In order. */
    agents: (workspaceId: WorkspaceId) => agents.list(workspaceId),

    *tasks(workspaceId: WorkspaceId) {
      for (const task of selectTasks.iterate(workspaceId)) yield IN_FILE.task.decode(task);
    },

    *comments(taskId: TaskId) {
      for (const comment of selectComments.iterate(taskId)) yield IN_FILE.comment.decode(comment);
    },

    *logs(taskId: TaskId) {
      for (const log of selectLogs.iterate(taskId)) yield IN_FILE.log.decode(log);
    },

    chats: (workspaceId: WorkspaceId) => selectChats.iterate(workspaceId),

    *messages(chatId: ChatId) {
      for (const message of selectMessages.iterate(chatId)) yield IN_FILE.message.decode(message);
    },

    /**
     * Closes open statements too: otherwise they would keep this snapshot until they are collected.
     */
    close: () => db.close(true),
  };
}

export type WorkspaceExportStore = ReturnType<typeof createWorkspaceExportStore>;
