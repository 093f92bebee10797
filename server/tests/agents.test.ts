import { expect, test } from "bun:test";
import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { rowsIn } from "#testing/rows-in.ts";

/** An app with one workspace and a team of these names. */
async function appWithTeam(...names: string[]) {
  const app = await createTestApp();
  const workspace = await app.createWorkspace();
  const team: Agent[] = [];
  for (const name of names) team.push(await app.createAgent(workspace.id, { name }));
  const readTeam = async () =>
    (await app.call<Agent[]>("GET", `/api/workspaces/${workspace.id}/agents`)).body;
  return { app, workspace, team, readTeam, [Symbol.asyncDispose]: app[Symbol.asyncDispose] };
}

const inOrder = (agents: Agent[]) => agents.map(({ order, name }) => `${order} ${name}`);

test("a new agent goes last", async () => {
  await using t = await appWithTeam("Planner", "Implementer", "Reviewer");
  expect(inOrder(await t.readTeam())).toEqual(["1 Planner", "2 Implementer", "3 Reviewer"]);
});

test("an agent without a chosen CLI gets Claude Code when no CLI is healthy", async () => {
  await using t = await appWithTeam("Planner");
  expect(t.team[0]).toMatchObject({ cli_type: "claude", model: null });
});

test("an agent keeps its instruction verbatim, and an empty model means none", async () => {
  await using t = await appWithTeam();
  const instruction = "  # Role\n\n\tBe careful.\n";
  const agent = await t.app.createAgent(t.workspace.id, {
    name: " Planner ",
    instruction,
    cli_type: "codex",
    model: "  ",
  });
  expect(agent).toMatchObject({ name: "Planner", instruction, cli_type: "codex", model: null });
});

test("a name is unique in its workspace", async () => {
  await using t = await appWithTeam("Planner", "Reviewer");
  const again = await t.app.call<ErrorBody>("POST", `/api/workspaces/${t.workspace.id}/agents`, {
    body: { name: "Reviewer", instruction: "x" },
  });
  expect(again.status).toBe(409);
  expect(again.body).toEqual({
    error: { code: "CONFLICT", message: "Agent name 'Reviewer' already exists" },
  });

  const rename = await t.app.call<ErrorBody>("PUT", `/api/agents/${t.team[0]!.id}`, {
    body: { name: "Reviewer" },
  });
  expect(rename.status).toBe(409);
  expect(inOrder(await t.readTeam())).toEqual(["1 Planner", "2 Reviewer"]);

  const other = await t.app.createWorkspace({ title: "Other" });
  expect(await t.app.createAgent(other.id, { name: "Reviewer" })).toMatchObject({ order: 1 });
});

test.each(["User", " system ", "MALAMAR", "(Deleted Agent)"])(
  "an agent cannot take the reserved name %p",
  async (name) => {
    await using t = await appWithTeam("Planner");
    const error = {
      code: "VALIDATION_ERROR",
      message: `name: must not be '${name.trim()}', which means someone else in comments and chats`,
    };
    const path = `/api/workspaces/${t.workspace.id}/agents`;
    const created = await t.app.call("POST", path, { body: { name, instruction: "x" } });
    expect(created).toMatchObject({ status: 400, body: { error } });
    const renamed = await t.app.call("PUT", `/api/agents/${t.team[0]!.id}`, { body: { name } });
    expect(renamed).toMatchObject({ status: 400, body: { error } });
    expect(inOrder(await t.readTeam())).toEqual(["1 Planner"]);
  },
);

test("an agent with a reserved name from an older version keeps it when it is edited", async () => {
  await using t = await appWithTeam("Planner");
  t.app.db.run("UPDATE agents SET name = 'User' WHERE id = ?", [t.team[0]!.id]);
  const { status, body } = await t.app.call("PUT", `/api/agents/${t.team[0]!.id}`, {
    body: { name: "User", instruction: "New." },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: "User", instruction: "New." });
});

test("an agent may keep its own name when it is edited", async () => {
  await using t = await appWithTeam("Planner");
  const { status, body } = await t.app.call<Agent>("PUT", `/api/agents/${t.team[0]!.id}`, {
    body: { name: "Planner", instruction: "New.", model: "opus" },
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    ...t.team[0]!,
    instruction: "New.",
    model: "opus",
    updated_at: body.updated_at,
  });
  expect((await t.app.call<Agent>("GET", `/api/agents/${body.id}`)).body).toEqual(body);
});

test.each([
  [{ instruction: "x" }, "name: is required"],
  [{ name: "x" }, "instruction: is required"],
  [{ name: "x", instruction: " \n" }, "instruction: must not be empty"],
  [
    { name: "x", instruction: "x", cli_type: "vim" },
    "cli_type: must be one of claude, codex, gemini, opencode, qwen",
  ],
])("creating an agent from %j is refused and says why", async (body, message) => {
  await using t = await appWithTeam();
  const answer = await t.app.call<ErrorBody>("POST", `/api/workspaces/${t.workspace.id}/agents`, {
    body,
  });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toEqual({ code: "VALIDATION_ERROR", message });
});

test("the whole team can be reordered", async () => {
  await using t = await appWithTeam("A", "B", "C", "D");
  const ids = [3, 0, 2, 1].map((at) => t.team[at]!.id);
  const { status, body } = await t.app.call<Agent[]>(
    "PUT",
    `/api/workspaces/${t.workspace.id}/agents/reorder`,
    { body: { agent_ids: ids } },
  );
  expect(status).toBe(200);
  expect(inOrder(body)).toEqual(["1 D", "2 A", "3 C", "4 B"]);
  expect(await t.readTeam()).toEqual(body);
});

test("an order that is not the whole team is rejected as a whole", async () => {
  await using t = await appWithTeam("A", "B", "C");
  const [a, b, c] = t.team.map((agent) => agent.id);
  const stranger = (await t.app.createAgent((await t.app.createWorkspace()).id)).id;
  const wrong = [
    [],
    [a, b],
    [a, b, b],
    [a, b, c, c],
    [a, b, stranger],
    [a, b, c, stranger],
    ["x"],
    "abc",
    undefined,
  ];
  for (const agent_ids of wrong) {
    const { status, body } = await t.app.call<ErrorBody>(
      "PUT",
      `/api/workspaces/${t.workspace.id}/agents/reorder`,
      { body: { agent_ids } },
    );
    expect(status).toBe(400);
    expect(body.error.message).toStartWith("agent_ids");
  }
  expect(inOrder(await t.readTeam())).toEqual(["1 A", "2 B", "3 C"]);
});

test("the order stays without gaps when an agent is deleted", async () => {
  await using t = await appWithTeam("A", "B", "C", "D");
  expect((await t.app.call("DELETE", `/api/agents/${t.team[1]!.id}`)).status).toBe(204);
  expect(inOrder(await t.readTeam())).toEqual(["1 A", "2 C", "3 D"]);
  await t.app.createAgent(t.workspace.id, { name: "E" });
  expect(inOrder(await t.readTeam())).toEqual(["1 A", "2 C", "3 D", "4 E"]);
});

test("the chats of a deleted agent continue with the Malamar agent and say so", async () => {
  await using t = await appWithTeam("Planner", "Reviewer");
  const [planner, reviewer] = t.team;
  const add = rowsIn(t.app.db);
  const chatWith = (agent_id: AgentId) =>
    add.chat({ workspace_id: t.workspace.id, agent_id, cli_type: "codex" });
  const [one, two] = [chatWith(planner!.id), chatWith(reviewer!.id)];
  await t.app.call("DELETE", `/api/agents/${planner!.id}`);

  const chats = t.app.db.query("SELECT id, agent_id, cli_type FROM chats ORDER BY rowid").all();
  expect(chats).toEqual([
    { id: one.id, agent_id: null, cli_type: null },
    { id: two.id, agent_id: reviewer!.id, cli_type: "codex" },
  ]);
  const messages = t.app.db.query("SELECT chat_id, role, message FROM chat_messages").all();
  expect(messages).toEqual([
    { chat_id: one.id, role: "system", message: "Switched from Planner to Malamar" },
  ]);
});

test("the comments of a deleted agent keep its id", async () => {
  await using t = await appWithTeam("Planner");
  const { id } = t.team[0]!;
  const add = rowsIn(t.app.db);
  const place = { workspace_id: t.workspace.id };
  add.comment({ ...place, task_id: add.task(place).id, agent_id: id });
  await t.app.call("DELETE", `/api/agents/${id}`);
  expect(t.app.db.query("SELECT agent_id FROM task_comments").all()).toEqual([{ agent_id: id }]);
});

test("agents of an unknown workspace, and unknown agents, are 404", async () => {
  await using app = await createTestApp();
  const nobody = "0".repeat(21);
  const body = { name: "x", instruction: "x", agent_ids: [] };
  const calls = [
    ["GET", `/api/workspaces/${nobody}/agents`],
    ["POST", `/api/workspaces/${nobody}/agents`],
    ["PUT", `/api/workspaces/${nobody}/agents/reorder`],
    ["GET", `/api/agents/${nobody}`],
    ["PUT", `/api/agents/${nobody}`],
    ["DELETE", `/api/agents/${nobody}`],
  ] as const;
  for (const [method, path] of calls) {
    const init = method === "POST" || method === "PUT" ? { body } : {};
    expect((await app.call(method, path, init)).status).toBe(404);
  }
});

test("every change of the team is sent to the pages", async () => {
  await using app = await createTestApp();
  const { id: workspace_id } = await app.createWorkspace();
  app.published.length = 0;
  const { id: agent_id } = await app.createAgent(workspace_id, { name: "Old" });
  await app.call("PUT", `/api/agents/${agent_id}`, { body: { name: "New" } });
  await app.call("PUT", `/api/workspaces/${workspace_id}/agents/reorder`, {
    body: { agent_ids: [agent_id] },
  });
  await app.call("DELETE", `/api/agents/${agent_id}`);
  expect(app.published).toEqual([
    { type: "agent.created", workspace_id, agent_id, agent_name: "Old" },
    { type: "agent.updated", workspace_id, agent_id, agent_name: "New" },
    { type: "agent.reordered", workspace_id },
    { type: "agent.deleted", workspace_id, agent_id, agent_name: "New" },
  ]);
});

test("a refused change sends no event and changes nothing", async () => {
  await using t = await appWithTeam("Planner");
  t.app.published.length = 0;
  const before = t.app.workspaceService.get(t.workspace.id);
  await t.app.call("POST", `/api/workspaces/${t.workspace.id}/agents`, {
    body: { name: "Planner", instruction: "x" },
  });
  expect(t.app.published).toEqual([]);
  expect(t.app.workspaceService.get(t.workspace.id)).toEqual(before);
});
