import type { ChatActionRecord, ChatMessage, ChatSummary } from "@malamar/contract/chat.ts";
import { ChatId, WorkspaceId } from "@malamar/contract/ids.ts";

const id = (name: string) => name.padEnd(21, "-");
const workspace_id = WorkspaceId.parse(id("workspace"));
const chat_id = ChatId.parse(id("chat"));
const now = "2026-01-01T10:00:00.000Z";

export function chatRow(more: Partial<ChatSummary> = {}): ChatSummary {
  return {
    id: chat_id,
    workspace_id,
    agent_id: null,
    cli_type: null,
    title: "Untitled chat",
    last_message_at: now,
    created_at: now,
    updated_at: now,
    agent_name: "Malamar",
    effective_cli_type: "claude",
    is_processing: false,
    current_run_id: null,
    preview: "Hello",
    last_message_role: "agent",
    ...more,
  };
}

export function message(name: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: id(name),
    chat_id,
    role: "agent",
    agent_id: null,
    author_name: "Malamar",
    message: name,
    actions: null,
    run_id: null,
    created_at: now,
    ...more,
  };
}

export function action(
  type: string,
  result: Partial<ChatActionRecord["result"]> = {},
  fields: object = {},
): ChatActionRecord {
  return {
    type,
    ...fields,
    result: { status: "done", text: "Did it", task_id: null, agent_id: null, ...result },
  };
}
