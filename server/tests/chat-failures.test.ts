import { expect, test } from "bun:test";
import { answers, createChatApp, saidIn } from "#testing/chat-app.ts";
import { startService } from "#testing/fake-service.ts";
import { gate } from "#testing/loop-app.ts";
import { fails, hitsQuota, says } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

/** A day of polls, each of which reads the database, in a moment. */
const config = { "runner-poll-interval": 60_000 };
const missing = /^Error: CLI completed but output file was not created at \/.*\.json$/;

test.each([
  ["exits", fails(3, "no key"), "Error: CLI exited with code 3. no key"],
  ["exits without a word", fails(3), "Error: CLI exited with code 3"],
  [
    "is killed",
    () => ({ end: { kind: "killed", signal: "SIGKILL" } as const }),
    "Error: CLI was killed by signal SIGKILL",
  ],
  [
    "reports an error",
    () => ({ end: { kind: "reported_error", message: "overloaded" } as const }),
    "Error: CLI reported an error: overloaded",
  ],
  [
    "cannot be started",
    () => ({ end: { kind: "not_started", reason: "no such file" } as const }),
    "Error: CLI could not be started: no such file",
  ],
  ["writes nothing", () => ({ end: { kind: "completed", answer: null } as const }), missing],
  ["writes an empty file", () => ({ text: " " }), "Error: CLI completed but output file was empty"],
  ["does not write JSON", () => ({ text: "hello" }), /^Error: CLI output was not valid JSON: /],
  [
    "answers with a list",
    () => ({ text: "[]" }),
    /^Error: CLI output structure was invalid: it must be an object with a message/,
  ],
  [
    "gives a number for its message",
    () => ({ text: '{"message":1}' }),
    "Error: CLI output structure was invalid: message: must be text",
  ],
  [
    "gives actions that are not a list",
    () => ({ text: '{"actions":{}}' }),
    "Error: CLI output structure was invalid: actions: must be a list",
  ],
  [
    "gives an action without a type",
    () => ({ text: '{"actions":[{"title":"x"}]}' }),
    "Error: CLI output structure was invalid: actions.0.type: is required",
  ],
] as const)(
  "a CLI that %s leaves one system message, a failed item, and no retry",
  async (_name, part, text) => {
    const time = virtualTime();
    await using app = await createChatApp({ malamar: part, config, ...time });
    const { id } = await app.startChat();
    const { messages, is_processing } = await app.ask(id);
    expect(messages).toHaveLength(2);
    expect(messages[1]!.role).toBe("system");
    if (typeof text === "string") expect(messages[1]!.message).toBe(text);
    else expect(messages[1]!.message).toMatch(text);
    expect(is_processing).toBe(false);
    expect(app.chatQueueOf(id)).toEqual(["failed"]);
    time.advance(24 * 60 * 60 * 1000);
    await app.chatWorkers.drain();
    expect(app.script.played).toEqual(["Malamar"]);
  },
);

test("a failure with advice gives it in the chat, and promises no retry", async () => {
  const diagnosis = { cause: "not_logged_in", advice: "Log in first.", needsUser: true } as const;
  await using app = await createChatApp({
    malamar: () => ({ end: { kind: "exited", code: 1, message: "no login", diagnosis } }),
  });
  const { id } = await app.startChat();
  const { messages } = await app.ask(id);
  expect(messages[1]!.message).toBe("Error: CLI exited with code 1. no login\n\nLog in first.");
});

test("a reached limit is reported; tasks and other chats do not wait for it", async () => {
  await using app = await createChatApp({
    team: { Planner: says("I work.") },
    malamar: hitsQuota(),
    workspace: { max_passes: 1 },
  });
  const { id } = await app.startChat();
  const { messages } = await app.ask(id);
  expect(messages[1]).toMatchObject({ role: "system" });
  expect(messages[1]!.message).toStartWith("Error: ");
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).wait_reason).toBeNull();
});

test("a missing working directory is reported before anything starts", async () => {
  await using app = await createChatApp({
    team: { Planner: answers("never") },
    workspace: { working_directory_mode: "static", working_directory_path: "/no/such/place" },
  });
  const { id } = await app.startChat({ agent_id: app.agentNamed("Planner").id });
  expect(saidIn(await app.ask(id)).at(-1)).toBe(
    "system: Error: CLI could not be started: working directory does not exist: /no/such/place",
  );
  expect(app.script.played).toEqual([]);
});

test("cost does not end an answer: only the time limits hold in chats", async () => {
  const time = virtualTime();
  const held = gate();
  await using app = await createChatApp({
    malamar: async (turn) => {
      turn.tell({
        type: "usage",
        input_tokens: 1e6,
        output_tokens: 1e6,
        cached_tokens: 0,
        cost_usd: 100,
      });
      await held.pass();
      return { message: "Still here" };
    },
    workspace: {
      max_cost_usd: 0.01,
      max_tokens: 1,
      run_timeout_minutes: 0,
      idle_timeout_minutes: 0,
    },
    config,
    ...time,
  });
  const { id } = await app.startChat();
  await app.send(id);
  await held.reached;
  time.advance(24 * 60 * 60 * 1000);
  held.open();
  await app.chatWorkers.drain();
  expect(saidIn(await app.chat(id)).at(-1)).toBe("agent: Still here");
  expect((await app.chatRuns(id))[0]).toMatchObject({ cost_usd: 100, input_tokens: 1e6 });
});

test("chats never send notifications", async () => {
  await using service = startService();
  await using app = await createChatApp({ malamar: fails(1) });
  await app.call("PUT", "/api/settings", { body: { webhook_url: `${service.url}/hook` } });
  const { id } = await app.startChat();
  await app.ask(id);
  await app.notifier.drain();
  expect(service.received).toEqual([]);
});

test("an answer that cannot begin for want of room leaves the server free, and is given when there is some", async () => {
  const time = virtualTime();
  await using app = await createChatApp({ malamar: answers("Here I am"), config, ...time });
  const { id } = await app.startChat();
  // Ten seconds at most: a worker that does not let go then fails this test instead of hanging all
  // of them.
  app.db.run(`CREATE TEMP TRIGGER full BEFORE UPDATE ON chat_queue
    WHEN unixepoch() < ${Math.floor(Date.now() / 1000) + 10}
    BEGIN SELECT RAISE(ABORT, 'disk is full'); END`);
  await app.send(id);
  await app.chatWorkers.drain();
  expect(
    app.logLines.filter((line) => line.includes("An answer failed unexpectedly")),
  ).toHaveLength(1);
  expect(app.chatQueueOf(id)).toEqual(["queued"]);

  app.db.run("DROP TRIGGER full");
  time.advance(config["runner-poll-interval"]);
  await app.chatWorkers.drain();
  expect(saidIn(await app.chat(id)).at(-1)).toBe("agent: Here I am");
});
