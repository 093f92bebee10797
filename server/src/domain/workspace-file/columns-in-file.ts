import type {
  WorkspaceFile,
  WorkspaceFileChat,
  WorkspaceFileTask,
} from "@malamar/contract/workspace-file.ts";
import type { Selection } from "#db/row.ts";
import { agentRow } from "#domain/agent/agent-store.ts";
import { chatRow } from "#domain/chat/chat-store.ts";
import { messageRow } from "#domain/chat/message-store.ts";
import { logRow } from "#domain/task/activity-store.ts";
import { commentRow } from "#domain/task/comment-store.ts";
import { taskRow } from "#domain/task/task-store.ts";
import { workspaceRow } from "#domain/workspace/workspace-store.ts";

type FileComment = WorkspaceFileTask["comments"][number];
type FileLog = WorkspaceFileTask["logs"][number];
/** Who wrote something, in one form for all. */
export type AuthorFields = Pick<FileComment, "by" | "agent_id">;

/**
 * The exported columns must be exactly those that the contract's file has, or this does not
 * compile.
 */
export const IN_FILE = {
  workspace: workspaceRow.where("exported", true),
  agent: agentRow.where("exported", true),
  task: taskRow.where("exported", true),
  comment: commentRow.where("exported", true),
  log: logRow.where("exported", true),
  chat: chatRow.where("exported", true),
  message: messageRow.where("exported", true),
} satisfies {
  workspace: ColumnsOf<WorkspaceFile["workspace"]>;
  agent: ColumnsOf<WorkspaceFile["agents"][number]>;
  task: ColumnsOf<Omit<WorkspaceFileTask, "comments" | "logs">>;
  comment: ColumnsOf<Omit<FileComment, keyof AuthorFields>>;
  log: ColumnsOf<Pick<FileLog, Exclude<keyof FileLog, keyof AuthorFields>>>;
  chat: ColumnsOf<Omit<WorkspaceFileChat, "messages">>;
  message: ColumnsOf<WorkspaceFileChat["messages"][number]>;
};

type ColumnsOf<Item> = Pick<Selection<Item, keyof Item>, "columns"> & {
  pick(row: never): Record<keyof Item, unknown>;
};
