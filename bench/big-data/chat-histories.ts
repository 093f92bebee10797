import type { RunId } from "@malamar/contract/ids.ts";
import { createChatStore } from "@malamar/server/domain/chat/chat-store.ts";
import { createMessageStore } from "@malamar/server/domain/chat/message-store.ts";
import { createWorkspaceStore } from "@malamar/server/domain/workspace/workspace-store.ts";
import type { History, HistoryDeps } from "./history.ts";
import type { PlannedChat } from "./plan.ts";
import { createRunRecords } from "./run-records.ts";
import { RARE_WORD } from "./texts.ts";

/** The messages of chats, step by step. */
export function createChatHistories(deps: HistoryDeps) {
  const { db, draws, texts, clock } = deps;
  const recordRun = createRunRecords(deps);
  const chats = createChatStore(db);
  const messages = createMessageStore(db);
  const workspaces = createWorkspaceStore(db);
  let chatsSoFar = 0;

  return function* of({ id, workspace, runs: answers, isRare }: PlannedChat): History {
    const begun = clock();
    const title = texts.chatTitle(++chatsSoFar);
    const chat = chats.insert({
      id,
      workspace_id: workspace.id,
      agent_id: workspace.team[0]!,
      title: isRare ? `${title} — ${RARE_WORD}` : title,
      last_message_at: begun,
      created_at: begun,
      updated_at: begun,
    });
    const say = (role: "user" | "agent", runId: RunId | null) =>
      messages.insert({
        id: draws.id(),
        chat_id: id,
        role,
        agent_id: role === "agent" ? workspace.team[0]! : null,
        message: texts.comment(),
        run_id: runId,
        created_at: clock(),
      });
    for (const answer of answers) {
      yield;
      say("user", null);
      yield;
      recordRun(answer, workspace, 0, { task_id: null, chat_id: id, pass: null });
      say("agent", answer.id);
    }
    chats.update({ ...chat, last_message_at: clock(), updated_at: clock() });
    workspaces.touch(workspace.id, clock());
  };
}
