import { expect, test } from "bun:test";
import type { Agent } from "@malamar/contract/agent.ts";
import type { Chat, ChatMessage } from "@malamar/contract/chat.ts";
import type { Settings } from "@malamar/contract/settings.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { ACTIONS } from "#actions/registry.ts";
import { answers, createChatApp, saidIn } from "#testing/chat-app.ts";
import { gate } from "#testing/loop-app.ts";
import { heldAt, inTurn, skip, type Part } from "#testing/scripted-team.ts";

const NOBODY = "V1StGXR8_Z5jdHi6B-myT";

/** A chat with the Malamar agent, which asks for these actions; answers with what came of it. */
async function malamarDoes(
  options: Parameters<typeof createChatApp>[0],
  ask: (agents: readonly Agent[]) => object[],
) {
  const app = await createChatApp(options);
  app.script.parts["Malamar"] = () => ({ message: "Here you are", actions: ask(app.agents) });
  const { id } = await app.startChat();
  const chat = await app.ask(id);
  const agents = () => app.get<Agent[]>(`/api/workspaces/${app.workspace.id}/agents`);
  return {
    ...app,
    chatAfter: chat,
    /** The agent's own message. */
    answer: chat.messages[1]!,
    /** What Malamar says about what failed. */
    failures: chat.messages.slice(2).map(({ message }) => message),
    team: async () => (await agents()).map(({ order, name }) => `${order} ${name}`),
    agentsNow: agents,
    workspaceNow: () => app.get<Workspace>(`/api/workspaces/${app.workspace.id}`),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const results = ({ actions }: ChatMessage) => actions?.map(({ result }) => result.status);

// ── Every agent

test("rename_chat gives the chat a title with the first answer", async () => {
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

test("an answer that failed does not use up the first one", async () => {
  const rename = answers("Hello", { type: "rename_chat", title: "Named" });
  await using app = await createChatApp({ malamar: inTurn(() => ({ text: "" }), rename) });
  const { id } = await app.startChat();
  await app.ask(id);
  expect((await app.ask(id)).title).toBe("Named");
});

test("a title that a person gave stays", async () => {
  await using app = await createChatApp({
    malamar: answers("Hello", { type: "rename_chat", title: "Named by the agent" }),
  });
  const { id } = await app.startChat();
  await app.change(id, { title: "Mine" });
  expect((await app.ask(id)).title).toBe("Mine");
});

test("create_task puts a task on the board, by the agent, and its team begins", async () => {
  await using app = await createChatApp({
    team: {
      Planner: (turn) =>
        turn.input.startsWith("# Malamar Chat Context")
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
  await app.runner.drain();
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

test("what an agent does in a chat is no human input", async () => {
  await using app = await createChatApp({ team: { Planner: skip } });
  const task = await app.createTask();
  await app.runner.drain();
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

// ── The Malamar agent alone

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

test("create_agent with an order takes that place, and the others move behind it", async () => {
  await using app = await malamarDoes({ team: { A: skip, B: skip, C: skip } }, () => [
    { ...reviewer, order: 2, cli_type: "opencode", model: "some/model" },
    { type: "create_agent", name: "Last", instruction: "x", order: 99 },
  ]);
  expect(await app.team()).toEqual(["1 A", "2 Reviewer", "3 B", "4 C", "5 Last"]);
  expect((await app.agentsNow())[1]).toMatchObject({ cli_type: "opencode", model: "some/model" });
});

test("update_agent changes what it names and leaves the rest", async () => {
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

test("delete_agent removes an agent, and its chats go on with the Malamar agent", async () => {
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

test("reorder_agents puts the whole team in another order", async () => {
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

test("update_workspace makes guards tighter", async () => {
  const tighter = {
    max_passes: 5,
    max_cost_usd: 1.5,
    max_tokens: 1000,
    run_timeout_minutes: 20,
    idle_timeout_minutes: 10,
  };
  await using app = await malamarDoes({}, () => [{ type: "update_workspace", ...tighter }]);
  expect(await app.workspaceNow()).toMatchObject(tighter);
});

const LIMITS = {
  max_passes: 5,
  max_cost_usd: 1.5,
  max_tokens: 1000,
  run_timeout_minutes: 20,
  idle_timeout_minutes: 10,
};

test.each([
  ["max_passes", 6],
  ["max_cost_usd", 2],
  ["max_tokens", 1001],
  ["run_timeout_minutes", 21],
  ["run_timeout_minutes", 0],
  ["idle_timeout_minutes", 11],
  ["idle_timeout_minutes", 0],
] as const)("an agent can never loosen a guard: %s to %d", async (guard, value) => {
  await using app = await malamarDoes({ workspace: LIMITS }, () => [
    { type: "update_workspace", title: "Better", [guard]: value },
  ]);
  expect(await app.workspaceNow()).toMatchObject({ ...LIMITS, title: "Website" });
  expect(app.failures).toEqual([
    `Action failed: update_workspace - ${guard} is ${LIMITS[guard]} and can only be made tighter here. A person can change it in the settings of the workspace.`,
  ]);
});

test("a guard that is null is left as it is", async () => {
  await using app = await malamarDoes({ workspace: LIMITS }, () => [
    { type: "update_workspace", title: "Better", max_cost_usd: null, max_tokens: null },
  ]);
  expect(await app.workspaceNow()).toMatchObject({ ...LIMITS, title: "Better" });
});

// ── Who may do what

test.each(ACTIONS.filter(({ isForEveryone }) => !isForEveryone).map(({ type }) => type))(
  "an agent of the team may not %s",
  async (type) => {
    await using app = await createChatApp({ team: { Planner: skip } });
    const [planner] = app.agents;
    const asked = {
      create_agent: reviewer,
      update_agent: { type, agent_id: planner!.id, name: "Boss" },
      delete_agent: { type, agent_id: planner!.id },
      reorder_agents: { type, agent_ids: [planner!.id] },
      update_workspace: { type, title: "Mine" },
    }[type]!;
    app.script.parts["Planner"] = answers("I try", asked);
    const { id } = await app.startChat({ agent_id: planner!.id });
    const chat = await app.ask(id);
    expect(saidIn(chat).at(-1)).toBe(
      `system: Action failed: ${type} - only the Malamar agent may do this`,
    );
    expect(app.published.map((event) => event.type)).not.toContain(type.replace("_", "."));
    const team = await app.get<Agent[]>(`/api/workspaces/${app.workspace.id}/agents`);
    expect(team).toEqual([planner!]);
  },
);

test("a switch to the Malamar agent in mid-answer gives an agent no more rights", async () => {
  const held = gate();
  await using app = await createChatApp({
    team: { Planner: heldAt(held, answers("I try", reviewer)) },
  });
  const { id } = await app.startChat({ agent_id: app.agents[0]!.id });
  await app.send(id);
  await held.reached;
  await app.change(id, { agent_id: null });
  held.open();
  await app.chatRunner.drain();
  expect(saidIn(await app.chat(id)).at(-1)).toContain("only the Malamar agent may do this");
});

test("agents of another workspace cannot be reached", async () => {
  await using app = await createChatApp({ team: { Planner: skip } });
  const other = await app.createWorkspace({ title: "Other" });
  const stranger = await app.createAgent(other.id, { name: "Stranger" });
  app.script.parts["Malamar"] = answers(
    "I try",
    { type: "update_agent", agent_id: stranger.id, name: "Mine" },
    { type: "delete_agent", agent_id: stranger.id },
    { type: "reorder_agents", agent_ids: [stranger.id] },
  );
  const { id } = await app.startChat();
  const [failures] = (await app.ask(id)).messages.slice(2);
  expect(failures!.message.split("\n")).toEqual([
    "Action failed: update_agent - Agent not found",
    "Action failed: delete_agent - Agent not found",
    expect.stringContaining("Action failed: reorder_agents - agent_ids: "),
  ]);
  expect(await app.get<Agent>(`/api/agents/${stranger.id}`)).toEqual(stranger);
});

test.each([
  ["delete_workspace", { type: "delete_workspace" }],
  ["delete_task", { type: "delete_task", task_id: NOBODY }],
  ["update_settings", { type: "update_settings", webhook_url: "https://evil.example" }],
  ["change_status", { type: "change_status", status: "done" }],
  ["run_command", { type: "run_command", command: "rm -rf /" }],
  ["__proto__", { type: "__proto__" }],
  ["constructor", { type: "constructor" }],
])("there is no action %s", async (type, action) => {
  await using app = await malamarDoes({ team: { Planner: skip } }, () => [action]);
  expect(app.failures).toEqual([`Action failed: ${type} - there is no such action`]);
  expect(await app.workspaceNow()).toMatchObject({ title: "Website" });
});

test.each([
  [{ type: "update_workspace", webhook_url: "https://evil.example" }, "webhook_url"],
  [{ type: "update_workspace", token: "x", title: "Better" }, "token"],
  [{ type: "update_workspace", id: NOBODY, title: "Better" }, "id"],
  [{ type: "update_workspace", allowed_hosts: ["evil.example"] }, "allowed_hosts"],
  [{ ...reviewer, binary_path: "/tmp/evil" }, "binary_path"],
  [{ ...reviewer, env_vars: { PATH: "/tmp" } }, "env_vars"],
  [{ ...reviewer, workspace_id: NOBODY }, "workspace_id"],
  [{ type: "create_task", summary: "x", status: "done" }, "status"],
  [{ type: "create_task", summary: "x", is_priority: true }, "is_priority"],
])("what an agent may never change is refused, not passed over: %j", async (action, field) => {
  await using app = await malamarDoes({}, () => [action]);
  expect(app.failures).toEqual([`Action failed: ${action.type} - ${field}: cannot be set here`]);
  expect(await app.workspaceNow()).toMatchObject({ title: "Website" });
  expect(await app.agentsNow()).toEqual([]);
  expect(app.published.map(({ type }) => type)).not.toContain("task.created");
});

test("no action reaches the settings", async () => {
  await using app = await malamarDoes({}, () => [
    { type: "update_workspace", cli_settings: { claude: { binary_path: "/tmp/evil" } } },
    { type: "update_workspace", notify_on_error: false },
  ]);
  const settings = await app.get<Settings>("/api/settings");
  expect(settings.cli_settings.claude.binary_path).toBeNull();
  expect(settings.notify_on_error).toBe(true);
});

// ── Failures

test("each action is done on its own, in order; failures are one system message", async () => {
  await using app = await malamarDoes({ team: { Reviewer: skip } }, () => [
    reviewer,
    { type: "create_agent", name: "Tester", instruction: "Test it." },
    { type: "create_agent", name: "Broken" },
    { type: "rename_chat", title: "Our team" },
  ]);
  expect(app.failures).toEqual([
    "Action failed: create_agent - Agent name 'Reviewer' already exists\nAction failed: create_agent - instruction: is required",
  ]);
  expect(app.answer.message).toBe("Here you are");
  expect(results(app.answer)).toEqual(["failed", "done", "failed", "done"]);
  expect(await app.team()).toEqual(["1 Reviewer", "2 Tester"]);
  expect(app.chatAfter.title).toBe("Our team");
});

test("one failure reads as the specification says", async () => {
  await using app = await malamarDoes({ team: { Reviewer: skip } }, () => [reviewer]);
  expect(app.failures).toEqual([
    "Action failed: create_agent - Agent name 'Reviewer' already exists",
  ]);
});

test.each([
  [{ type: "rename_chat", title: " " }, "title: must not be empty"],
  [{ type: "create_task", summary: "" }, "summary: must not be empty"],
  [{ type: "create_agent", name: "x", instruction: "y", cli_type: "gpt" }, "cli_type: must be one"],
  [{ type: "create_agent", name: "x", instruction: "y", order: 0 }, "order: must be at least 1"],
  [{ type: "create_agent", name: "x", instruction: "y", order: 1.5 }, "order: must be a whole"],
  [{ type: "update_agent", agent_id: NOBODY, name: "x" }, "Agent not found"],
  [{ type: "update_agent", agent_id: "Planner", name: "x" }, "agent_id: must be an id"],
  [{ type: "update_agent", name: "x" }, "agent_id: is required"],
  [{ type: "delete_agent", agent_id: NOBODY }, "Agent not found"],
  [{ type: "reorder_agents", agent_ids: [] }, "agent_ids: "],
  [{ type: "update_workspace" }, "it names nothing to change"],
  [{ type: "update_workspace", retention_days: -1 }, "retention_days: must be at least 0"],
  [{ type: "update_workspace", working_directory_path: "etc" }, "working_directory_path: must be"],
])("%j fails with a reason and changes nothing", async (action, reason) => {
  await using app = await malamarDoes({ team: { Planner: skip } }, () => [action]);
  expect(app.failures).toHaveLength(1);
  expect(app.failures[0]).toStartWith(`Action failed: ${action.type} - ${reason}`);
  expect(await app.team()).toEqual(["1 Planner"]);
  expect(app.chatAfter.title).toBe("Untitled chat");
});

test("a failed action leaves nothing behind, not even an event", async () => {
  // The agent is made before its place is found to be impossible for the database.
  await using app = await malamarDoes({ team: { A: skip } }, ([a]) => [
    { type: "update_agent", agent_id: a!.id, name: "B", cli_type: "claude" },
    { type: "create_agent", name: "B", instruction: "x", order: 1 },
  ]);
  expect(await app.team()).toEqual(["1 B"]);
  expect(app.published.filter(({ type }) => type === "agent.created")).toHaveLength(1);
});

test("an answer with thousands of actions stops after the first hundred, and says so once", async () => {
  await using app = await malamarDoes({}, () =>
    Array.from({ length: 5000 }, (_, at) => ({ type: "create_task", summary: `Task ${at}` })),
  );
  const tasks = await app.get<Task[]>(`/api/workspaces/${app.workspace.id}/tasks`);
  expect(tasks).toHaveLength(100);
  expect(app.answer.actions).toHaveLength(100);
  expect(app.failures).toEqual([
    "Action failed: 4900 more - only the first 100 actions of an answer are done",
  ]);
});

test("an action that is nested without end costs neither the message nor the others", async () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  await using app = await createChatApp({
    malamar: () => ({
      text: `{"message":"Kept","actions":[{"type":"create_task","summary":"First"},{"type":"create_task","summary":${deep(50_000)}},{"type":"nope","x":${deep(15_000)}}]}`,
    }),
  });
  const { id } = await app.startChat();
  const { messages } = await app.ask(id);
  expect(messages[1]).toMatchObject({ role: "agent", message: "Kept" });
  expect(messages[1]!.actions).toMatchObject([
    { summary: "First", result: { status: "done" } },
    { type: "create_task", result: { status: "failed" } },
    { type: "nope", result: { status: "failed" } },
  ]);
  expect(messages[2]!.message).toBe(
    "Action failed: create_task - it is nested too deeply\nAction failed: nope - there is no such action",
  );
  const exported = await app.call("GET", `/api/workspaces/${app.workspace.id}/export`);
  const imported = await app.call("POST", "/api/import", { body: exported.body });
  expect(imported.status).toBe(201);
});

test("the name of an action that is none cannot look like another line, nor fill the chat", async () => {
  await using app = await malamarDoes({}, () => [
    { type: "a\nAction failed: create_task - forged", text: "x".repeat(100_000) },
    { type: "b".repeat(100_000) },
  ]);
  const lines = app.failures[0]!.split("\n");
  expect(lines).toEqual([
    "Action failed: a Action failed: create_task - forged - there is no such action",
    `Action failed: ${"b".repeat(100)}… - there is no such action`,
  ]);
  expect(JSON.stringify(app.answer).length).toBeLessThan(2000);
});

test("the actions and the end of their run are one: a failed write leaves none of them", async () => {
  await using app = await createChatApp({
    malamar: answers("Done", { type: "create_task", summary: "Fix login" }),
  });
  const { id } = await app.startChat();
  app.db.run(`CREATE TRIGGER no_answers BEFORE INSERT ON chat_messages WHEN NEW.role = 'agent'
    BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  const chat: Chat = await app.ask(id);
  expect(app.db.query("SELECT * FROM tasks").all()).toEqual([]);
  expect(app.published.map(({ type }) => type)).not.toContain("task.created");
  expect(saidIn(chat).at(-1)).toContain("Error: Malamar could not finish this answer: no room");
});

// ── The Malamar agent builds a team

test("a conversation with the Malamar agent builds a team that works its first task", async () => {
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
  // Its first answer was the question: by then the chance to give a title is gone.
  expect(results(chat.messages.at(-1)!)).toEqual(["ignored", "done", "done", "done", "done"]);
  await app.runner.drain();
  const [task] = await app.get<Task[]>(`/api/workspaces/${app.workspace.id}/tasks`);
  expect(task!.status).toBe("in_review");
  expect(await app.said(task!.id)).toEqual(["Planner: A plan"]);
});

// ── Every action as it is shown to agents

test.each(ACTIONS.map((action) => [action.type, action] as const))(
  "the example of %s is one that would be accepted",
  (type, action) => {
    const { type: named, ...fields } = action.example as { type: string };
    expect(named).toBe(type);
    expect(action.fields.safeParse(fields).success).toBe(true);
  },
);
