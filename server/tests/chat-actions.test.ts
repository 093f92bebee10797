import { expect, test } from "bun:test";
import type { Agent } from "@malamar/contract/agent.ts";
import type { Task } from "@malamar/contract/task.ts";
import { ACTIONS } from "#actions/registry.ts";
import { answers, createChatApp, saidIn } from "#testing/chat-app.ts";
import { inTurn, skip, type Part } from "#testing/scripted-team.ts";
import { malamarDoes, results } from "#testing/malamar-does.ts";

test("rename_chat sets the title with the first answer", async () => {
  await using app = await malamarDoes({}, () => [{ type: "rename_chat", title: "Our team" }]);
  expect(app.chatAfter.title).toBe("Our team");
  expect(results(app.answer)).toEqual(["done"]);
  expect(app.published).toContainEqual({
    type: "chat.updated",
    workspace_id: app.workspace.id,
    chat_id: app.chatAfter.id,
    chat_title: "Our team",
  });
});

test("rename_chat is silently ignored in later answers", async () => {
  const rename = (title: string) => answers("Renamed", { type: "rename_chat", title });
  await using app = await createChatApp({ malamar: inTurn(rename("First"), rename("Second")) });
  const { id } = await app.startChat();
  await app.ask(id);
  const chat = await app.ask(id);
  expect(chat.title).toBe("First");
  expect(saidIn(chat).filter((line) => line.startsWith("system"))).toEqual([]);
  expect(results(chat.messages.at(-1)!)).toEqual(["ignored"]);
});

test("a failed answer does not count as the first one", async () => {
  const rename = answers("Hello", { type: "rename_chat", title: "Named" });
  await using app = await createChatApp({ malamar: inTurn(() => ({ text: "" }), rename) });
  const { id } = await app.startChat();
  await app.ask(id);
  expect((await app.ask(id)).title).toBe("Named");
});

test("a title set by a person stays", async () => {
  await using app = await createChatApp({
    malamar: answers("Hello", { type: "rename_chat", title: "Named by the agent" }),
  });
  const { id } = await app.startChat();
  await app.change(id, { title: "Mine" });
  expect((await app.ask(id)).title).toBe("Mine");
});

test("create_task puts a task on the board, created by the agent, and its team begins", async () => {
  await using app = await createChatApp({
    team: {
      Planner: (turn) =>
        turn.request.briefing.kind === "chat"
          ? {
              message: "Done",
              actions: [{ type: "create_task", summary: "Fix login", description: "Soon" }],
            }
          : skip(turn),
    },
  });
  const [planner] = app.agents;
  const { id } = await app.startChat({ agent_id: planner!.id });
  const chat = await app.ask(id);
  await app.taskWorkers.drain();
  const record = chat.messages[1]!.actions![0]!;
  const taskId = record.result.task_id!;
  expect(record).toMatchObject({
    type: "create_task",
    summary: "Fix login",
    result: { status: "done", text: "Created task “Fix login”" },
  });
  expect(await app.task(taskId)).toMatchObject({
    summary: "Fix login",
    description: "Soon",
    status: "in_review",
  });
  expect((await app.logs(taskId))[0]).toMatchObject({
    event_type: "task_created",
    actor_type: "agent",
    actor_id: planner!.id,
    actor_name: "Planner",
  });
  expect(app.published).toContainEqual({
    type: "task.created",
    workspace_id: app.workspace.id,
    task_id: taskId,
    task_summary: "Fix login",
    actor_type: "agent",
    actor_name: "Planner",
    task: expect.objectContaining({ id: taskId }),
  });
});

test("a task that the Malamar agent created says so", async () => {
  await using app = await malamarDoes({}, () => [{ type: "create_task", summary: "Fix login" }]);
  const taskId = app.answer.actions![0]!.result.task_id!;
  expect((await app.logs(taskId))[0]).toMatchObject({
    actor_type: "agent",
    actor_id: null,
    actor_name: "Malamar",
  });
});

test("what an agent does in a chat is not human input", async () => {
  await using app = await createChatApp({ team: { Planner: skip } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const before = app.db.query("SELECT human_input_at FROM tasks WHERE id = ?").get(task.id);
  app.script.parts["Malamar"] = answers("Done", { type: "create_task", summary: "Another" });
  const { id } = await app.startChat();
  await app.ask(id);
  expect(app.db.query("SELECT human_input_at FROM tasks WHERE id = ?").get(task.id)).toEqual(
    before,
  );
  const made = app.db.query("SELECT human_input_at FROM tasks WHERE summary = 'Another'").get();
  expect(made).toEqual({ human_input_at: null });
});

const reviewer = { type: "create_agent", name: "Reviewer", instruction: "Review it." };

test("create_agent adds an agent at the end, with the first healthy CLI", async () => {
  await using app = await malamarDoes({ team: { Planner: skip }, healthy: ["gemini"] }, () => [
    { ...reviewer, cli_type: null, order: null },
  ]);
  expect(await app.team()).toEqual(["1 Planner", "2 Reviewer"]);
  const [, agent] = await app.agentsNow();
  expect(agent).toMatchObject({ instruction: "Review it.", cli_type: "gemini", model: null });
  expect(app.answer.actions![0]!.result).toMatchObject({
    status: "done",
    text: "Created agent “Reviewer”",
    agent_id: agent!.id,
  });
});

test("create_agent with an order takes that place, and later ones move down", async () => {
  await using app = await malamarDoes({ team: { A: skip, B: skip, C: skip } }, () => [
    { ...reviewer, order: 2, cli_type: "opencode", model: "some/model" },
    { type: "create_agent", name: "Last", instruction: "x", order: 99 },
  ]);
  expect(await app.team()).toEqual(["1 A", "2 Reviewer", "3 B", "4 C", "5 Last"]);
  expect((await app.agentsNow())[1]).toMatchObject({ cli_type: "opencode", model: "some/model" });
});

test("update_agent changes the named fields and leaves the rest", async () => {
  await using app = await malamarDoes({ team: { Planner: skip } }, ([planner]) => [
    { type: "update_agent", agent_id: planner!.id, instruction: "Plan better.", name: null },
  ]);
  expect((await app.agentsNow())[0]).toMatchObject({
    name: "Planner",
    instruction: "Plan better.",
    cli_type: "claude",
  });
  expect(app.answer.actions![0]!.result.text).toBe("Changed instruction of agent “Planner”");
});

test("delete_agent removes an agent, and its chats continue with the Malamar agent", async () => {
  await using app = await createChatApp({ team: { Planner: skip, Reviewer: skip } });
  const [planner] = app.agents;
  const theirs = await app.startChat({ agent_id: planner!.id });
  app.script.parts["Malamar"] = answers("Gone", { type: "delete_agent", agent_id: planner!.id });
  const { id } = await app.startChat();
  await app.ask(id);
  const team = await app.get<Agent[]>(`/api/workspaces/${app.workspace.id}/agents`);
  expect(team.map(({ order, name }) => `${order} ${name}`)).toEqual(["1 Reviewer"]);
  expect(saidIn(await app.chat(theirs.id))).toEqual(["system: Switched from Planner to Malamar"]);
});

test("reorder_agents reorders the whole team", async () => {
  await using app = await malamarDoes({ team: { A: skip, B: skip, C: skip } }, (team) => [
    { type: "reorder_agents", agent_ids: team.map(({ id }) => id).toReversed() },
  ]);
  expect(await app.team()).toEqual(["1 C", "2 B", "3 A"]);
  expect(app.answer.actions![0]!.result.text).toBe("New order: C, B, A");
});

test("update_workspace changes texts, directory, cleanup and notifications", async () => {
  const changes = {
    title: "Better",
    description: "Be kind.",
    working_directory_mode: "static",
    working_directory_path: "/tmp",
    auto_delete_done_tasks: false,
    retention_days: 30,
    notify_on_error: false,
    notify_on_in_review: false,
  };
  await using app = await malamarDoes({}, () => [{ type: "update_workspace", ...changes }]);
  expect(await app.workspaceNow()).toMatchObject(changes);
  expect(app.failures).toEqual([]);
});

test("a conversation with the Malamar agent builds a team that works on its first task", async () => {
  const instruction = { Planner: "Planner", Writer: "Writer" };
  const builds: Part = answers(
    "Your team is ready.",
    { type: "rename_chat", title: "A team for the blog" },
    { type: "create_agent", name: "Writer", instruction: instruction.Writer },
    { type: "create_agent", name: "Planner", instruction: instruction.Planner, order: 1 },
    { type: "update_workspace", description: "We write a blog.", max_cost_usd: 5 },
    { type: "create_task", summary: "The first post" },
  );
  await using app = await createChatApp({
    malamar: inTurn(answers("What do you want to write?"), builds),
  });
  app.script.parts["Planner"] = inTurn(
    () => ({ actions: [{ type: "comment", content: "A plan" }] }),
    skip,
  );
  app.script.parts["Writer"] = inTurn(skip, () => ({
    actions: [{ type: "change_status", status: "in_review" }],
  }));
  const { id } = await app.startChat();
  await app.ask(id, "I need a team");
  const chat = await app.ask(id, "A blog");
  // Its first answer was the question: now it is too late to set a title.
  expect(results(chat.messages.at(-1)!)).toEqual(["ignored", "done", "done", "done", "done"]);
  await app.taskWorkers.drain();
  const [task] = await app.get<Task[]>(`/api/workspaces/${app.workspace.id}/tasks`);
  expect(task!.status).toBe("in_review");
  expect(await app.said(task!.id)).toEqual(["Planner: A plan"]);
});

test.each(ACTIONS.map((action) => [action.type, action] as const))(
  "the example of %s would be accepted",
  (type, action) => {
    const { type: named, ...fields } = action.example as { type: string };
    expect(named).toBe(type);
    expect(action.fields.safeParse(fields).success).toBe(true);
  },
);
