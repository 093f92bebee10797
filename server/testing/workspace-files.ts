import type { Chat } from "@malamar/contract/chat.ts";
import type { WorkspaceFile } from "@malamar/contract/workspace-file.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { createTestApp } from "./create-test-app.ts";
import { createLoopApp, gate } from "./loop-app.ts";
import { heldAt, inTurn, says, skip } from "./scripted-team.ts";

export type TestApp = Pick<Awaited<ReturnType<typeof createTestApp>>, "call" | "db">;

export async function exported(app: TestApp, id: string): Promise<WorkspaceFile> {
  return (await app.call<WorkspaceFile>("GET", `/api/workspaces/${id}/export`)).body;
}

export const imported = (app: TestApp, body: unknown) =>
  app.call<Workspace>("POST", "/api/import", { body });

/** Without its creation time, and with ids as numbers in the order in which they appear. */
export function comparable(file: object): unknown {
  const ids = new Map<string, string>();
  const numbered = (id: string) => {
    if (!ids.has(id)) ids.set(id, `#${ids.size}`);
    return ids.get(id);
  };
  return JSON.parse(
    JSON.stringify({ ...file, exported_at: null }, (name, value: unknown) => {
      // The order of names is not part of it, but the numbers depend on it.
      if (typeof value === "object" && value !== null && !Array.isArray(value)) {
        return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      }
      if (name === "agent_ids") return (value as string[]).map(numbered);
      const isId = /^((agent|run|task)_)?id$/.test(name) && typeof value === "string";
      return isId ? numbered(value) : value;
    }),
  );
}

/** As it is imported: nobody starts open tasks. */
export function onHold(file: WorkspaceFile): WorkspaceFile {
  const tasks = file.tasks.map((task) => ({
    ...task,
    is_on_hold: task.is_on_hold || task.status === "todo",
  }));
  return { ...file, tasks };
}

/** A workspace with everything in it: all statuses, a deleted agent, a chat. */
export async function livedInApp() {
  const wait = gate();
  const app = await createLoopApp({
    team: {
      Planner: inTurn(says("Planned"), skip, skip, heldAt(wait, skip)),
      Reviewer: skip,
      Leaver: inTurn(says("Bye"), skip),
    },
    workspace: { title: "Büro & Söhne/../x", description: "Be kind.", max_cost_usd: 2.5 },
  });
  const inReview = await app.createTask({ summary: "In review" });
  await app.taskWorkers.drain();
  const done = await app.createTask({ summary: "Done" });
  await app.taskWorkers.drain();
  await app.move(done.id, "done");
  await app.call("DELETE", `/api/agents/${app.agentNamed("Leaver").id}`);
  const inProgress = await app.createTask({ summary: "In progress" });
  await wait.reached;
  const todo = await app.createTask({ summary: "Todo", description: "Later." });
  await app.call("POST", `/api/tasks/${todo.id}/prioritize`);
  const chat = await app.call<Chat>("POST", `/api/workspaces/${app.workspace.id}/chats`, {
    body: { agent_id: app.agentNamed("Reviewer").id, title: "About it" },
  });
  app.script.parts["Reviewer"] = (turn) =>
    turn.request.briefing.kind === "chat"
      ? { message: "Hello", actions: [{ type: "rename_chat", title: "x" }] }
      : skip(turn);
  await app.call("POST", `/api/chats/${chat.body.id}/messages`, { body: { message: "Hi" } });
  await app.chatWorkers.drain();
  return {
    ...app,
    ids: { inReview: inReview.id, done: done.id, inProgress: inProgress.id, todo: todo.id },
    /** Lets the running agent continue. */
    letGo: wait.open,
    async [Symbol.asyncDispose]() {
      wait.open();
      await app.taskWorkers.drain();
      await app[Symbol.asyncDispose]();
    },
  };
}
