import type { Database } from "bun:sqlite";
import { agentRow } from "#domain/agent/agent-store.ts";
import { chatRow } from "#domain/chat/chat-store.ts";
import { messageRow } from "#domain/chat/message-store.ts";
import { chatQueueRow } from "#domain/queue/chat-queue-store.ts";
import { taskQueueRow } from "#domain/queue/task-queue-store.ts";
import { runRow } from "#domain/run/run-store.ts";
import { logRow } from "#domain/task/activity-store.ts";
import { commentRow } from "#domain/task/comment-store.ts";
import { createTaskStore, type taskRow } from "#domain/task/task-store.ts";
import { workspaceRow } from "#domain/workspace/workspace-store.ts";
import { newId } from "#lib/id.ts";

/** Any row of this kind; a test sets only what matters to it. */
type Any<Description extends { create: (...given: never[]) => object }> = Partial<
  ReturnType<Description["create"]>
>;
/** The same; its parent must be given. */
type AnyIn<
  Description extends { create: (...given: never[]) => object },
  Place extends keyof ReturnType<Description["create"]>,
> = Any<Description> & Pick<ReturnType<Description["create"]>, Place>;

/** Adds rows that nobody can make through the services. Columns with a default may be left out. */
export function rowsIn(db: Database) {
  const taskStore = createTaskStore(db);
  const times = { created_at: "", updated_at: "" };
  return {
    workspace: (row: Any<typeof workspaceRow> = {}) =>
      workspaceRow.inserter(db)({
        id: newId(),
        title: "W",
        last_activity_at: "",
        ...times,
        ...row,
      }),
    agent: (row: AnyIn<typeof agentRow, "workspace_id">) =>
      agentRow.inserter(db)({
        id: newId(),
        name: "Planner",
        instruction: "",
        cli_type: "claude",
        order: 1,
        ...times,
        ...row,
      }),
    task: (row: AnyIn<typeof taskRow, "workspace_id">) =>
      taskStore.insert({ id: newId(), summary: "s", ...times, ...row }),
    comment: (row: AnyIn<typeof commentRow, "task_id" | "workspace_id">) =>
      commentRow.inserter(db)({
        id: newId(),
        user_id: null,
        agent_id: null,
        content: "c",
        ...times,
        ...row,
      }),
    log: (row: AnyIn<typeof logRow, "task_id" | "workspace_id">) =>
      logRow.inserter(db)({
        id: newId(),
        event_type: "task_created",
        actor_type: "user",
        actor_id: null,
        metadata: null,
        created_at: "",
        ...row,
      }),
    taskQueueItem: (row: AnyIn<typeof taskQueueRow, "task_id" | "workspace_id">) =>
      taskQueueRow.inserter(db)({ id: newId(), ...times, ...row }),
    chat: (row: AnyIn<typeof chatRow, "workspace_id">) =>
      chatRow.inserter(db)({
        id: newId(),
        agent_id: null,
        last_message_at: "",
        ...times,
        ...row,
      }),
    message: (row: AnyIn<typeof messageRow, "chat_id">) =>
      messageRow.inserter(db)({
        id: newId(),
        role: "user",
        agent_id: null,
        message: "m",
        created_at: "",
        ...row,
      }),
    chatQueueItem: (row: AnyIn<typeof chatQueueRow, "chat_id" | "workspace_id">) =>
      chatQueueRow.inserter(db)({ id: newId(), ...times, ...row }),
    run: (row: AnyIn<typeof runRow, "workspace_id">) =>
      runRow.inserter(db)({
        id: newId(),
        task_id: null,
        chat_id: null,
        agent_id: null,
        agent_name: "Planner",
        cli_type: "claude",
        model: null,
        pass: null,
        started_at: "",
        ...row,
      }),
  };
}
