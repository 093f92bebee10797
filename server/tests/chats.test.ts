import { expect, test } from "bun:test";
import type { Briefing } from "@malamar/contract/briefing.ts";
import type { Chat, ChatSummary } from "@malamar/contract/chat.ts";
import { answers, createChatApp, saidIn } from "#testing/chat-app.ts";
import { gate } from "#testing/loop-app.ts";
import { heldAt, skip } from "#testing/scripted-team.ts";

const NOBODY = "V1StGXR8_Z5jdHi6B-myT";

// ── What people do with chats

test("a new chat is with the Malamar agent, untitled and empty", async () => {
  await using app = await createChatApp();
  const { status, body } = await app.call<Chat>(
    "POST",
    `/api/workspaces/${app.workspace.id}/chats`,
    { body: {} },
  );
  expect(status).toBe(201);
  expect(body).toMatchObject({
    workspace_id: app.workspace.id,
    agent_id: null,
    agent_name: "Malamar",
    cli_type: null,
    effective_cli_type: "claude",
    title: "Untitled chat",
    is_processing: false,
    current_run_id: null,
    messages: [],
    working_directory: `${app.tempDir}/malamar_chat_${body.id}`,
  });
  expect(app.published).toContainEqual({
    type: "chat.created",
    workspace_id: app.workspace.id,
    chat_id: body.id,
    chat_title: "Untitled chat",
  });
});

test("a chat can be with any agent of its workspace, and with no other", async () => {
  await using app = await createChatApp({ team: { Planner: skip } });
  const [planner] = app.agents;
  expect(await app.startChat({ agent_id: planner!.id })).toMatchObject({
    agent_id: planner!.id,
    agent_name: "Planner",
    effective_cli_type: planner!.cli_type,
  });
  const other = await app.createWorkspace({ title: "Other" });
  const stranger = await app.createAgent(other.id, { name: "Stranger" });
  for (const agent_id of [stranger.id, NOBODY]) {
    const path = `/api/workspaces/${app.workspace.id}/chats`;
    const refused = await app.call("POST", path, { body: { agent_id } });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
  }
});

test("a chat in a workspace without agents is with the Malamar agent", async () => {
  await using app = await createChatApp({ malamar: answers("Let us build a team.") });
  const { id } = await app.startChat();
  expect(saidIn(await app.ask(id))).toEqual(["user: Hello", "agent: Let us build a team."]);
});

test("the list has the latest message first, whatever else has changed", async () => {
  await using app = await createChatApp({ malamar: answers("Yes?") });
  const first = await app.startChat({ title: "First" });
  const second = await app.startChat({ title: "Second" });
  const titles = async () => (await app.chats()).map(({ title }) => title);
  expect(await titles()).toEqual(["Second", "First"]);
  await app.ask(first.id);
  expect(await titles()).toEqual(["First", "Second"]);
  await app.change(second.id, { title: "Renamed" });
  expect(await titles()).toEqual(["First", "Renamed"]);
});

test("a row of the list shows whom the chat is with and its last message, without the others", async () => {
  await using app = await createChatApp({ malamar: answers("x".repeat(5000)) });
  const { id } = await app.startChat();
  expect((await app.chats())[0]).toMatchObject({ preview: null, last_message_role: null });
  await app.ask(id);
  const [row] = await app.chats();
  expect(row).toMatchObject({ agent_name: "Malamar", last_message_role: "agent" });
  expect(row!.preview!.length).toBeLessThan(500);
  expect(row).not.toHaveProperty("messages");
});

test("the preview of an answer without a text is what it did", async () => {
  await using app = await createChatApp({
    malamar: answers("", { type: "create_task", summary: "Fix login" }),
  });
  const { id } = await app.startChat();
  await app.ask(id);
  expect((await app.chats())[0]!.preview).toBe("Created task “Fix login”");
});

test("chats are found by a part of their title, in any case", async () => {
  await using app = await createChatApp();
  await app.startChat({ title: "Größe der Übung" });
  await app.startChat({ title: "Something else" });
  const find = async (q: string) =>
    (
      await app.get<ChatSummary[]>(
        `/api/workspaces/${app.workspace.id}/chats?q=${encodeURIComponent(q)}`,
      )
    ).map(({ title }) => title);
  expect(await find("ÜBUNG")).toEqual(["Größe der Übung"]);
  expect(await find("nothing like it")).toEqual([]);
  expect(await find("")).toHaveLength(2);
});

test("a person renames a chat whenever they like", async () => {
  await using app = await createChatApp();
  const { id } = await app.startChat();
  const { status, body } = await app.change(id, { title: "  My plan \n" });
  expect([status, body.title]).toEqual([200, "My plan"]);
  expect(app.published.at(-1)).toMatchObject({ type: "chat.updated", chat_title: "My plan" });
  expect((await app.change(id, { title: " " })).status).toBe(400);
});

test("switching the agent keeps the conversation, says so, and resets the chosen CLI", async () => {
  await using app = await createChatApp({
    team: { Planner: answers("I plan."), Reviewer: skip },
    malamar: answers("I help."),
  });
  const [planner, reviewer] = app.agents;
  const { id } = await app.startChat();
  await app.ask(id);
  await app.change(id, { cli_type: "codex" });
  const { body } = await app.change(id, { agent_id: planner!.id });
  expect(body).toMatchObject({ agent_id: planner!.id, cli_type: null, agent_name: "Planner" });
  expect(saidIn(body)).toEqual([
    "user: Hello",
    "agent: I help.",
    "system: Switched from Malamar to Planner",
  ]);
  await app.change(id, { agent_id: reviewer!.id });
  const back = await app.change(id, { agent_id: null });
  expect(saidIn(back.body).slice(-2)).toEqual([
    "system: Switched from Planner to Reviewer",
    "system: Switched from Reviewer to Malamar",
  ]);
  expect(app.script.played).toEqual(["Malamar"]);
});

test("choosing the current agent again changes nothing", async () => {
  await using app = await createChatApp();
  const { id } = await app.startChat();
  await app.change(id, { cli_type: "codex" });
  const { body } = await app.change(id, { agent_id: null });
  expect([body.messages, body.cli_type]).toEqual([[], "codex"]);
});

test("an agent and a CLI that are chosen together both apply", async () => {
  await using app = await createChatApp({ team: { Planner: skip } });
  const { id } = await app.startChat();
  const { body } = await app.change(id, { agent_id: app.agents[0]!.id, cli_type: "gemini" });
  expect(body).toMatchObject({ agent_name: "Planner", cli_type: "gemini" });
});

test("the chats of a deleted agent continue with the Malamar agent, and say so", async () => {
  await using app = await createChatApp({ team: { Planner: answers("I plan.") } });
  const [planner] = app.agents;
  const { id } = await app.startChat({ agent_id: planner!.id });
  await app.ask(id);
  app.published.length = 0;
  await app.call("DELETE", `/api/agents/${planner!.id}`);
  const chat = await app.chat(id);
  expect(chat).toMatchObject({ agent_id: null, agent_name: "Malamar", cli_type: null });
  expect(saidIn(chat).at(-1)).toBe("system: Switched from Planner to Malamar");
  expect(chat.messages[1]).toMatchObject({ role: "agent", author_name: "(Deleted Agent)" });
  expect(app.published.map(({ type }) => type)).toEqual([
    "chat.updated",
    "chat.message_added",
    "agent.deleted",
  ]);
});

test("messages show their author's current name", async () => {
  await using app = await createChatApp({ team: { Planner: answers("I plan.") } });
  const { id } = await app.startChat({ agent_id: app.agents[0]!.id });
  await app.ask(id);
  await app.call("PUT", `/api/agents/${app.agents[0]!.id}`, { body: { name: "Architect" } });
  const { messages } = await app.chat(id);
  expect(messages.map(({ author_name }) => author_name)).toEqual(["User", "Architect"]);
});

test("deleting a chat deletes its messages, queue items, runs and transcripts", async () => {
  await using app = await createChatApp({ malamar: answers("Yes?") });
  const { id } = await app.startChat();
  await app.ask(id);
  const [run] = await app.chatRuns(id);
  expect((await app.call("DELETE", `/api/chats/${id}`)).status).toBe(204);
  expect((await app.call("GET", `/api/chats/${id}`)).status).toBe(404);
  expect((await app.call("GET", `/api/runs/${run!.id}`)).status).toBe(404);
  expect(await Bun.file(`${app.dataDir}/runs/${run!.id}.jsonl`).exists()).toBe(false);
  for (const table of ["chat_messages", "chat_queue", "runs"]) {
    expect(app.db.query(`SELECT * FROM ${table}`).all()).toEqual([]);
  }
  expect(app.published.at(-1)).toMatchObject({ type: "chat.deleted", chat_id: id });
});

test("deleting a workspace deletes its chats", async () => {
  await using app = await createChatApp({ malamar: answers("Yes?") });
  const { id } = await app.startChat();
  await app.ask(id);
  await app.call("DELETE", `/api/workspaces/${app.workspace.id}`);
  expect((await app.call("GET", `/api/chats/${id}`)).status).toBe(404);
  for (const table of ["chats", "chat_messages", "chat_queue", "runs"]) {
    expect(app.db.query(`SELECT * FROM ${table}`).all()).toEqual([]);
  }
});

test("an uploaded file appears in the chat with its path, and the agent reads about it", async () => {
  let briefing: Briefing | undefined;
  await using app = await createChatApp({
    malamar: (turn) => {
      ({ briefing } = turn.request);
      return { message: "Read" };
    },
  });
  const { id } = await app.startChat();
  const form = new FormData();
  form.append("files", new File(["# Style"], "style guide.md"));
  form.append("files", new File(["x"], "../../etc/passwd"));
  const { status, body } = await app.upload(id, form);
  expect(status).toBe(201);
  const folder = `${app.tempDir}/malamar_chat_${id}_attachments`;
  expect(body).toMatchObject([
    { role: "system", message: `User has uploaded ${folder}/style guide.md` },
    { role: "system", message: `User has uploaded ${folder}/passwd` },
  ]);
  expect(await Bun.file(`${folder}/style guide.md`).text()).toBe("# Style");
  await app.chatWorkers.drain();
  expect(app.script.played).toEqual([]);
  await app.ask(id, "Look at it");
  expect(briefing).toMatchObject({
    messages: expect.arrayContaining([
      expect.objectContaining({ content: `User has uploaded ${folder}/style guide.md` }),
    ]),
  });
  await app.call("DELETE", `/api/chats/${id}`);
  expect(await Bun.file(`${folder}/style guide.md`).exists()).toBe(true);
});

test("a file can be uploaded while an answer is being written", async () => {
  const held = gate();
  await using app = await createChatApp({ malamar: heldAt(held, answers("Yes?")) });
  const { id } = await app.startChat();
  await app.send(id);
  await held.reached;
  const form = new FormData();
  form.append("files", new File(["x"], "notes.txt"));
  expect((await app.upload(id, form)).status).toBe(201);
  held.open();
  await app.chatWorkers.drain();
  const { messages } = await app.chat(id);
  expect(messages.map(({ role }) => role)).toEqual(["user", "system", "agent"]);
});

test("a file for a chat that does not exist is a 404", async () => {
  await using app = await createChatApp();
  const form = new FormData();
  form.append("files", new File(["x"], "notes.txt"));
  expect((await app.upload(NOBODY, form)).status).toBe(404);
});

test.each([
  ["GET", "", undefined],
  ["PUT", "", { title: "x" }],
  ["DELETE", "", undefined],
  ["POST", "/messages", { message: "Hello" }],
  ["POST", "/cancel", undefined],
  ["GET", "/runs", undefined],
] as const)("%s of a chat%s that does not exist is a 404", async (method, path, body) => {
  await using app = await createChatApp();
  const answer = await app.call(method, `/api/chats/${NOBODY}${path}`, { body });
  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ error: { code: "NOT_FOUND", message: "Chat not found" } });
});

test.each([{}, { message: "" }, { message: " \n" }, { message: 1 }, { message: null }])(
  "a message cannot be %j",
  async (body) => {
    await using app = await createChatApp();
    const { id } = await app.startChat();
    const refused = await app.call("POST", `/api/chats/${id}/messages`, { body });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
    expect((await app.chat(id)).messages).toEqual([]);
  },
);

test("activity in a chat updates the last activity of its workspace", async () => {
  await using app = await createChatApp({ malamar: answers("Yes?") });
  const activity = async () =>
    (await app.get<{ last_activity_at: string }>(`/api/workspaces/${app.workspace.id}`))
      .last_activity_at;
  const before = await activity();
  const { id } = await app.startChat();
  const afterStart = await activity();
  await app.ask(id);
  const afterAnswer = await activity();
  expect([before < afterStart, afterStart < afterAnswer]).toEqual([true, true]);
});
