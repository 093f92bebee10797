import { expect, test } from "bun:test";
import type { ServerEvent } from "@malamar/contract/event.ts";
import { answers, createChatApp, saidIn } from "#testing/chat-app.ts";
import { rowsIn } from "#testing/rows-in.ts";
import { gate } from "#testing/loop-app.ts";
import { heldAt, inTurn, skip } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const chatEvents = (events: readonly ServerEvent[]) =>
  events.filter(({ type }) => type.startsWith("chat."));

// ── One answer

test("sending stores the message, queues, and returns at once; the answer follows", async () => {
  const held = gate();
  await using app = await createChatApp({ malamar: heldAt(held, answers("Hello yourself")) });
  const { id } = await app.startChat();
  const { status, body } = await app.send(id, "Hello");
  expect(status).toBe(201);
  expect(body).toMatchObject({
    chat_id: id,
    role: "user",
    message: "Hello",
    actions: null,
    author_name: "User",
  });
  await held.reached;
  const meanwhile = await app.chat(id);
  expect(meanwhile.is_processing).toBe(true);
  expect(meanwhile.current_run_id).toBeString();
  held.open();
  await app.chatWorkers.drain();
  const chat = await app.chat(id);
  expect(saidIn(chat)).toEqual(["user: Hello", "agent: Hello yourself"]);
  expect(chat).toMatchObject({ is_processing: false, current_run_id: null });
  expect(app.chatQueueOf(id)).toEqual(["completed"]);
});

test("every page learns of a message, and of the start and the end of an answer", async () => {
  await using app = await createChatApp({ malamar: answers("Yes?") });
  const { id } = await app.startChat();
  app.published.length = 0;
  await app.ask(id);
  const [run] = await app.chatRuns(id);
  const chat = { workspace_id: app.workspace.id, chat_id: id, chat_title: "Untitled chat" };
  const processing = { ...chat, agent_name: "Malamar", run_id: run!.id };
  expect(chatEvents(app.published)).toEqual([
    { type: "chat.message_added", ...chat, author_type: "user" },
    { type: "chat.processing_started", ...processing },
    { type: "chat.message_added", ...chat, author_type: "agent" },
    { type: "chat.processing_finished", ...processing },
  ]);
});

test("an answer is its own run, with a transcript that can be read while it grows", async () => {
  const held = gate();
  await using app = await createChatApp({
    team: {
      Planner: async (turn) => {
        turn.tell({ type: "text", text: "Let me think" });
        await held.pass();
        return { message: "Done" };
      },
    },
  });
  const { id } = await app.startChat({ agent_id: app.agents[0]!.id });
  await app.send(id);
  await held.reached;
  const [running] = await app.chatRuns(id);
  expect(running).toMatchObject({
    chat_id: id,
    task_id: null,
    agent_id: app.agents[0]!.id,
    agent_name: "Planner",
    status: "running",
  });
  const path = `/api/runs/${running!.id}/transcript`;
  expect(await app.get<object[]>(path)).toMatchObject([
    { type: "started" },
    { type: "text", text: "Let me think" },
  ]);
  held.open();
  await app.chatWorkers.drain();
  expect((await app.get<object[]>(path)).at(-1)).toMatchObject({
    type: "finished",
    status: "succeeded",
  });
  const { messages } = await app.chat(id);
  expect(messages.at(-1)).toMatchObject({ run_id: running!.id, agent_id: app.agents[0]!.id });
});

test("an answer without a text is still a message", async () => {
  await using app = await createChatApp({ malamar: () => ({ text: "{}" }) });
  const { id } = await app.startChat();
  const { messages } = await app.ask(id);
  expect(messages.at(-1)).toMatchObject({ role: "agent", message: "", actions: null });
});

test("the answer may come on stdout where a CLI writes no file", async () => {
  await using app = await createChatApp({
    malamar: () => ({ end: { kind: "completed", answer: '{"message":"From stdout"}' } }),
  });
  const { id } = await app.startChat();
  expect(saidIn(await app.ask(id)).at(-1)).toBe("agent: From stdout");
});

// ── Which CLI

test("the chat's CLI takes precedence over the agent's, and that over the first healthy one", async () => {
  await using app = await createChatApp({
    team: { Planner: answers("Yes?") },
    malamar: answers("Yes?"),
    healthy: ["gemini", "opencode"],
  });
  await app.call("PUT", `/api/agents/${app.agents[0]!.id}`, {
    body: { cli_type: "opencode", model: "own/model" },
  });
  const withMalamar = await app.startChat();
  await app.ask(withMalamar.id);
  await app.change(withMalamar.id, { cli_type: "codex" });
  await app.ask(withMalamar.id);
  const used = (await app.chatRuns(withMalamar.id)).map(({ cli_type }) => cli_type);
  expect(used).toEqual(["gemini", "codex"]);

  const withAgent = await app.startChat({ agent_id: app.agents[0]!.id });
  await app.ask(withAgent.id);
  await app.change(withAgent.id, { cli_type: "claude" });
  await app.ask(withAgent.id);
  const [own, chosen] = await app.chatRuns(withAgent.id);
  expect(own).toMatchObject({ cli_type: "opencode", model: "own/model" });
  expect(chosen).toMatchObject({ cli_type: "claude", model: null });
});

test("sending is refused when there is no CLI for the Malamar agent", async () => {
  await using app = await createChatApp({ healthy: [] });
  const { id, effective_cli_type } = await app.startChat();
  expect(effective_cli_type).toBeNull();
  const refused = await app.send(id);
  expect(refused.status).toBe(409);
  expect(refused.body as unknown).toEqual({
    error: { code: "CONFLICT", message: "No CLI available" },
  });
  expect((await app.chat(id)).messages).toEqual([]);
  expect(app.chatQueueOf(id)).toEqual([]);
});

test("after logging in to the only CLI, which was refused before, you can continue at once", async () => {
  const diagnosis = { cause: "not_logged_in", advice: "Log in.", needsUser: true } as const;
  await using app = await createChatApp({
    malamar: inTurn(
      () => ({ end: { kind: "exited", code: 1, message: "no login", diagnosis } }),
      answers("Here I am"),
    ),
  });
  const { id } = await app.startChat();
  await app.ask(id);
  expect((await app.chat(id)).effective_cli_type).toBeNull();
  expect(saidIn(await app.ask(id)).at(-1)).toBe("agent: Here I am");
});

test("a chosen CLI is tried even if it is not healthy", async () => {
  await using app = await createChatApp({ healthy: [], malamar: answers("Here I am") });
  const { id } = await app.startChat({ cli_type: "codex" });
  expect(saidIn(await app.ask(id)).at(-1)).toBe("agent: Here I am");
});

// ── One at a time, many at once

test("a second message is refused while an answer is being written, and nothing of it is kept", async () => {
  const held = gate();
  await using app = await createChatApp({ malamar: heldAt(held, answers("Yes?")) });
  const { id } = await app.startChat();
  await app.send(id, "First");
  await held.reached;
  const refused = await app.send(id, "Second");
  expect(refused.status).toBe(409);
  expect(refused.body as unknown).toMatchObject({ error: { code: "CONFLICT" } });
  held.open();
  await app.chatWorkers.drain();
  expect(saidIn(await app.chat(id))).toEqual(["user: First", "agent: Yes?"]);
  expect((await app.send(id, "Third")).status).toBe(201);
});

test("any number of chats of one workspace are answered at the same time, and in parallel with its tasks", async () => {
  const held = gate();
  let under = 0;
  const everybody = gate();
  await using app = await createChatApp({
    team: { Worker: heldAt(held, skip) },
    malamar: async ({ summary }) => {
      if (++under === 5) void everybody.pass();
      await held.pass();
      return { message: summary };
    },
  });
  await app.createTask();
  const chats = await Promise.all([0, 1, 2, 3, 4].map(() => app.startChat()));
  await Promise.all(chats.map(({ id }, at) => app.send(id, `Question ${at}`)));
  everybody.open();
  await everybody.reached;
  held.open();
  await app.chatWorkers.drain();
  for (const [at, { id }] of chats.entries()) {
    expect(saidIn(await app.chat(id))).toEqual([`user: Question ${at}`, `agent: Question ${at}`]);
  }
});

test("the limit on simultaneous runs holds for chats too", async () => {
  const held = gate();
  await using app = await createChatApp({
    malamar: inTurn(heldAt(held, answers("First")), answers("Second")),
    config: { "max-concurrent-runs": 1 },
  });
  const one = await app.startChat();
  const two = await app.startChat();
  await app.send(one.id);
  await held.reached;
  await app.send(two.id);
  expect(await app.chatRuns(two.id)).toEqual([]);
  expect((await app.chat(two.id)).is_processing).toBe(true);
  held.open();
  await app.chatWorkers.drain();
  expect(saidIn(await app.chat(two.id)).at(-1)).toBe("agent: Second");
});

test("the poll finds what was queued without an event", async () => {
  const time = virtualTime();
  await using app = await createChatApp({ malamar: answers("Found"), ...time });
  const { id } = await app.startChat();
  rowsIn(app.db).chatQueueItem({ chat_id: id, workspace_id: app.workspace.id });
  time.advance(1000);
  await app.chatWorkers.drain();
  expect(saidIn(await app.chat(id))).toEqual(["agent: Found"]);
});
