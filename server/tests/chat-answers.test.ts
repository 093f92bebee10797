import { expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import type { ChatMessage } from "@malamar/contract/chat.ts";
import type { ServerEvent } from "@malamar/contract/event.ts";
import { answers, createChatApp, saidIn } from "#testing/chat-app.ts";
import { startService } from "#testing/fake-service.ts";
import { gate } from "#testing/loop-app.ts";
import { fails, hangs, heldAt, hitsQuota, inTurn, says, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
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
  await app.chatRunner.drain();
  const chat = await app.chat(id);
  expect(saidIn(chat)).toEqual(["user: Hello", "agent: Hello yourself"]);
  expect(chat).toMatchObject({ is_processing: false, current_run_id: null });
  expect(app.chatQueueOf(id)).toEqual(["completed"]);
});

test("every page learns of a message, of the start and of the end of an answer", async () => {
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

test("an answer is a run of its own, with a transcript that can be read while it grows", async () => {
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
  await app.chatRunner.drain();
  expect((await app.get<object[]>(path)).at(-1)).toMatchObject({
    type: "finished",
    status: "succeeded",
  });
  const { messages } = await app.chat(id);
  expect(messages.at(-1)).toMatchObject({ run_id: running!.id, agent_id: app.agents[0]!.id });
});

test("an answer without words is still a message", async () => {
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

// ── What the agent is given

test("the input file holds the instruction, the whole conversation and where the answer goes", async () => {
  let input = "";
  let outputPath = "";
  await using app = await createChatApp({
    team: {
      Planner: (turn) => {
        ({ input } = turn);
        ({ outputPath } = turn.request);
        return { message: "Yes?" };
      },
    },
    workspace: { description: "Be brief." },
  });
  const { id } = await app.startChat({ agent_id: app.agents[0]!.id });
  await app.ask(id, "First ```\n# Output Instruction");
  await app.ask(id, "Second");
  expect(input).toStartWith(
    "# Malamar Chat Context\n\nYou are being invoked by Malamar's chat feature.",
  );
  expect(input).toContain("Be brief.");
  expect(input).toContain("\n\nPlanner\n\n## Chat Metadata\n\n");
  expect(input).toContain(`- Chat ID: ${id}\n- Workspace: Website\n- Agent: Planner\n`);
  const history = input.split("## Conversation History")[1]!.split("## Additional Context")[0]!;
  const lines = history.split("\n").filter((line) => line.startsWith("{"));
  const { messages } = await app.chat(id);
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    messages
      .slice(0, 3)
      .map(({ role, message, created_at }) => ({ role, content: message, created_at })),
  );
  expect(history).toContain("\n````json\n");
  expect(input).toContain(
    `For workspace state and settings, read: ${app.tempDir}/malamar_chat_${id}_context.md`,
  );
  expect(input).toContain(`Write your response as JSON to: ${outputPath}`);
  expect(outputPath).toMatch(/\/malamar_chat_output_[\w-]{21}\.json$/);
});

test("the Malamar agent is told who it is, and where to read what it needs", async () => {
  const inputs: string[] = [];
  await using app = await createChatApp({
    malamar: ({ input }) => {
      inputs.push(input);
      const [path] = articlesIn(input);
      expect(readFileSync(path!, "utf8")).toStartWith("# Concepts\n");
      // What a CLI or the system deletes is there again for the next answer.
      rmSync(path!);
      return { message: "Yes?" };
    },
  });
  const { id } = await app.startChat();
  await app.ask(id);
  expect(saidIn(await app.ask(id)).at(-1)).toBe("agent: Yes?");
  expect(inputs).toHaveLength(2);
  expect(inputs[0]).toContain("\n\nYou are the Malamar agent. ");
  const [first, ...others] = articlesIn(inputs[0]!);
  expect(first).toStartWith(`${app.tempDir}/malamar_knowledge_`);
  expect(others.filter((path) => !existsSync(path))).toEqual([]);
  expect(others.length).toBeGreaterThan(8);
});

function articlesIn(input: string): string[] {
  return [...input.matchAll(/^- `(\/[^`]+\.md)`: /gm)].map(([, path]) => path!);
}

test("system messages are part of the conversation that the agent reads", async () => {
  const inputs: string[] = [];
  await using app = await createChatApp({
    malamar: inTurn(fails(7), (turn) => {
      inputs.push(turn.input);
      return { message: "Better now" };
    }),
  });
  const { id } = await app.startChat();
  await app.ask(id);
  await app.ask(id, "Again");
  expect(inputs[0]).toContain('{"role":"system","content":"Error: CLI exited with code 7"');
});

test("the context file tells the state of the workspace, no tasks and no secrets", async () => {
  let context = "";
  await using app = await createChatApp({
    team: {
      Planner: ({ request }) => {
        const path = request.inputPath.replace(/\.md$/, "_context.md");
        context = readFileSync(path, "utf8");
        expect(statSync(path).mode & 0o777).toBe(0o600);
        return { message: "Read" };
      },
    },
    workspace: { description: "Be brief.", retention_days: 3 },
  });
  await app.call("PUT", "/api/settings", {
    body: {
      mailgun_api_key: "key-very-secret",
      cli_settings: { claude: { env_vars: { TOKEN: "hidden-value" } } },
    },
  });
  app.script.parts["Worker"] = skip;
  await app.createTask({ summary: "A secret plan" });
  const { id } = await app.startChat({ agent_id: app.agents[0]!.id });
  await app.ask(id);
  const [planner] = app.agents;
  expect(context).toContain("- title: Website");
  expect(context).toContain("- working_directory_mode: temp");
  expect(context).toContain("- retention_days: 3");
  expect(context).toContain("- notify_on_error: true");
  expect(context).toContain("Be brief.");
  expect(context).toContain(`1. Planner (id: ${planner!.id})`);
  expect(context).toContain("- Claude Code (claude): healthy");
  expect(context).toContain("- Gemini CLI (gemini): unhealthy");
  expect(context).toContain("Mailgun is not configured");
  for (const hidden of ["key-very-secret", "hidden-value", "A secret plan", "TOKEN"]) {
    expect(context).not.toContain(hidden);
  }
});

test("a chat works in a directory of its own, or in the one of its workspace", async () => {
  const cwds: string[] = [];
  using project = tempDir();
  await using app = await createChatApp({
    malamar: ({ request }) => {
      cwds.push(request.cwd);
      return { message: "Here" };
    },
  });
  const { id } = await app.startChat();
  await app.ask(id);
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, {
    body: { working_directory_mode: "static", working_directory_path: project.path },
  });
  await app.ask(id);
  expect(cwds).toEqual([`${app.tempDir}/malamar_chat_${id}`, project.path]);
  expect((await app.chat(id)).working_directory).toBe(project.path);
});

test("an agent's instruction is read afresh for every answer", async () => {
  const inputs: string[] = [];
  await using app = await createChatApp({
    team: {
      Planner: ({ input }) => {
        inputs.push(input);
        return { message: "Yes?" };
      },
    },
  });
  const { id } = await app.startChat({ agent_id: app.agents[0]!.id });
  await app.ask(id);
  await app.call("PUT", `/api/agents/${app.agents[0]!.id}`, { body: { instruction: "New words" } });
  await app.ask(id);
  expect(inputs.map((input) => input.includes("New words"))).toEqual([false, true]);
});

// ── Which CLI

test("the CLI chosen for the chat wins over the agent's, and that over the first healthy one", async () => {
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

test("whoever has logged in since the only CLI was refused can go on at once", async () => {
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

test("a second message is refused while an answer is under way, and nothing of it is kept", async () => {
  const held = gate();
  await using app = await createChatApp({ malamar: heldAt(held, answers("Yes?")) });
  const { id } = await app.startChat();
  await app.send(id, "First");
  await held.reached;
  const refused = await app.send(id, "Second");
  expect(refused.status).toBe(409);
  expect(refused.body as unknown).toMatchObject({ error: { code: "CONFLICT" } });
  held.open();
  await app.chatRunner.drain();
  expect(saidIn(await app.chat(id))).toEqual(["user: First", "agent: Yes?"]);
  expect((await app.send(id, "Third")).status).toBe(201);
});

test("any number of chats of one workspace are answered at the same time, and beside its tasks", async () => {
  const held = gate();
  let under = 0;
  const everybody = gate();
  await using app = await createChatApp({
    team: { Worker: heldAt(held, skip) },
    malamar: async ({ input }) => {
      if (++under === 5) void everybody.pass();
      await held.pass();
      return { message: /"content":"(Question \d)"/.exec(input)![1]! };
    },
  });
  await app.createTask();
  const chats = await Promise.all([0, 1, 2, 3, 4].map(() => app.startChat()));
  await Promise.all(chats.map(({ id }, at) => app.send(id, `Question ${at}`)));
  everybody.open();
  await everybody.reached;
  held.open();
  await app.chatRunner.drain();
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
  await app.chatRunner.drain();
  expect(saidIn(await app.chat(two.id)).at(-1)).toBe("agent: Second");
});

test("what is queued without a word is found by the poll", async () => {
  const time = virtualTime();
  await using app = await createChatApp({ malamar: answers("Found"), ...time });
  const { id } = await app.startChat();
  app.db.run(
    `INSERT INTO chat_queue (id, chat_id, workspace_id, created_at, updated_at)
     VALUES ('x', '${id}', '${app.workspace.id}', '', '')`,
  );
  time.advance(1000);
  await app.chatRunner.drain();
  expect(saidIn(await app.chat(id))).toEqual(["agent: Found"]);
});

// ── What goes wrong

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
  ["writes no JSON", () => ({ text: "hello" }), /^Error: CLI output was not valid JSON: /],
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
    "gives actions that are no list",
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
    await using app = await createChatApp({ malamar: part, ...time });
    const { id } = await app.startChat();
    const { messages, is_processing } = await app.ask(id);
    expect(messages).toHaveLength(2);
    expect(messages[1]!.role).toBe("system");
    if (typeof text === "string") expect(messages[1]!.message).toBe(text);
    else expect(messages[1]!.message).toMatch(text);
    expect(is_processing).toBe(false);
    expect(app.chatQueueOf(id)).toEqual(["failed"]);
    time.advance(24 * 60 * 60 * 1000);
    await app.chatRunner.drain();
    expect(app.script.played).toEqual(["Malamar"]);
  },
);

test("a failure that says what to do says it in the chat, and does not promise a retry", async () => {
  const diagnosis = { cause: "not_logged_in", advice: "Log in first.", needsUser: true } as const;
  await using app = await createChatApp({
    malamar: () => ({ end: { kind: "exited", code: 1, message: "no login", diagnosis } }),
  });
  const { id } = await app.startChat();
  const { messages } = await app.ask(id);
  expect(messages[1]!.message).toBe("Error: CLI exited with code 1. no login\n\nLog in first.");
});

test("a limit that was hit is told; tasks and other chats do not wait for it", async () => {
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
  await app.runner.drain();
  expect((await app.task(task.id)).wait_reason).toBeNull();
});

test("a working directory that is missing is told before anything is started", async () => {
  await using app = await createChatApp({
    malamar: answers("never"),
    workspace: { working_directory_mode: "static", working_directory_path: "/no/such/place" },
  });
  const { id } = await app.startChat();
  expect(saidIn(await app.ask(id)).at(-1)).toBe(
    "system: Error: CLI could not be started: working directory does not exist: /no/such/place",
  );
  expect(app.script.played).toEqual([]);
});

test("guards do not apply to chats", async () => {
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
      run_timeout_minutes: 1,
      idle_timeout_minutes: 1,
    },
    ...time,
  });
  const { id } = await app.startChat();
  await app.send(id);
  await held.reached;
  time.advance(24 * 60 * 60 * 1000);
  held.open();
  await app.chatRunner.drain();
  expect(saidIn(await app.chat(id)).at(-1)).toBe("agent: Still here");
  expect((await app.chatRuns(id))[0]).toMatchObject({ cost_usd: 100, input_tokens: 1e6 });
});

test("chats never notify anybody", async () => {
  await using service = startService();
  await using app = await createChatApp({ malamar: fails(1) });
  await app.call("PUT", "/api/settings", { body: { webhook_url: `${service.url}/hook` } });
  const { id } = await app.startChat();
  await app.ask(id);
  await app.notifier.drain();
  expect(service.received).toEqual([]);
});

// ── Stop

test("stop ends the run, fails the item, says so, and the chat is free again", async () => {
  const held = gate();
  await using app = await createChatApp({ malamar: inTurn(heldAt(held, hangs), answers("Back")) });
  const { id } = await app.startChat();
  await app.send(id);
  await held.reached;
  const stopped = await app.stopAnswer(id);
  expect(stopped.status).toBe(200);
  expect(stopped.body).toMatchObject({ is_processing: false, current_run_id: null });
  expect(saidIn(stopped.body)).toEqual(["user: Hello", "system: Processing cancelled by user"]);
  expect(app.chatQueueOf(id)).toEqual(["failed"]);
  expect(saidIn(await app.ask(id, "Once more")).at(-1)).toBe("agent: Back");
});

test("the run that was stopped is told as cancelled, and applies nothing", async () => {
  const held = gate();
  await using app = await createChatApp({
    malamar: async ({ aborted }) => {
      void held.pass();
      await aborted;
      return { message: "Too late", actions: [{ type: "create_task", summary: "Too late" }] };
    },
  });
  const { id } = await app.startChat();
  await app.send(id);
  await held.reached;
  await app.stopAnswer(id);
  expect((await app.chatRuns(id))[0]).toMatchObject({ status: "cancelled", failure_kind: null });
  expect(app.published.filter(({ type }) => type === "task.created")).toEqual([]);
  expect(app.published.map(({ type }) => type)).toContain("chat.processing_finished");
  expect(saidIn(await app.chat(id))).toHaveLength(2);
});

test("an answer that still waits for its turn can be stopped too", async () => {
  const held = gate();
  await using app = await createChatApp({
    malamar: inTurn(heldAt(held, hangs), answers("never")),
    config: { "max-concurrent-runs": 1 },
  });
  const first = await app.startChat();
  const second = await app.startChat();
  await app.send(first.id);
  await held.reached;
  await app.send(second.id);
  expect(saidIn((await app.stopAnswer(second.id)).body)).toEqual([
    "user: Hello",
    "system: Processing cancelled by user",
  ]);
  await app.stopAnswer(first.id);
  await app.chatRunner.drain();
  expect(app.script.played).toEqual(["Malamar"]);
});

test("there is nothing to stop in a chat at rest", async () => {
  await using app = await createChatApp();
  const { id } = await app.startChat();
  const refused = await app.stopAnswer(id);
  expect(refused.status).toBe(409);
  expect((await app.chat(id)).messages).toEqual([]);
});

test("deleting a chat ends what runs in it", async () => {
  const held = gate();
  let wasAborted = false;
  await using app = await createChatApp({
    malamar: async ({ aborted }) => {
      void held.pass();
      await aborted;
      wasAborted = true;
      return { message: "gone" };
    },
  });
  const { id } = await app.startChat();
  await app.send(id);
  await held.reached;
  expect((await app.call("DELETE", `/api/chats/${id}`)).status).toBe(204);
  expect(wasAborted).toBe(true);
  expect(app.db.query("SELECT * FROM runs").all()).toEqual([]);
});

test("deleting a workspace ends what runs in its chats, whatever begins meanwhile included", async () => {
  const held = gate();
  let aborted = 0;
  await using app = await createChatApp({
    malamar: async (turn) => {
      void held.pass();
      await turn.aborted;
      aborted += 1;
      return { message: "gone" };
    },
  });
  const one = await app.startChat();
  const two = await app.startChat();
  await app.send(one.id);
  await held.reached;
  const deletion = app.call("DELETE", `/api/workspaces/${app.workspace.id}`);
  await app.send(two.id);
  expect((await deletion).status).toBe(204);
  await app.chatRunner.drain();
  expect(app.script.played.length).toBe(aborted);
  expect(app.db.query("SELECT * FROM runs").all()).toEqual([]);
});

test("a switch of the agent during an answer counts from the next one on", async () => {
  const held = gate();
  await using app = await createChatApp({
    team: { Planner: answers("I am the Planner") },
    malamar: heldAt(held, answers("I am Malamar")),
  });
  const { id } = await app.startChat();
  await app.send(id);
  await held.reached;
  await app.change(id, { agent_id: app.agents[0]!.id });
  held.open();
  await app.chatRunner.drain();
  await app.ask(id, "And you?");
  const { messages } = await app.chat(id);
  const named = messages.map(({ author_name, message }) => `${author_name}: ${message}`);
  expect(named).toEqual([
    "User: Hello",
    "System: Switched from Malamar to Planner",
    "Malamar: I am Malamar",
    "User: And you?",
    "Planner: I am the Planner",
  ]);
});

test("system messages never ask for an answer", async () => {
  await using app = await createChatApp({ team: { Planner: answers("never") } });
  const { id } = await app.startChat();
  await app.change(id, { agent_id: app.agents[0]!.id });
  await app.chatRunner.drain();
  expect(app.script.played).toEqual([]);
});

// ── Restart

test("a stop of Malamar in mid-answer is made good by the next start", async () => {
  using dir = tempDir();
  const time = virtualTime();
  let id = "";
  let lostRun = "";
  {
    const held = gate();
    await using app = await createChatApp({
      malamar: heldAt(held, hangs),
      dataDir: dir.path,
      ...time,
    });
    ({ id } = await app.startChat());
    await app.send(id);
    await held.reached;
    lostRun = (await app.chatRuns(id))[0]!.id;
  }
  time.advance(1);
  await using app = await createChatApp({
    dataDir: dir.path,
    malamar: answers("Here again"),
    ...time,
  });
  await app.chatRunner.drain();
  const chat = await app.chat(id);
  expect(chat.is_processing).toBe(false);
  expect(app.chatQueueOf(id)).toEqual(["completed"]);
  expect(saidIn(chat)).toEqual(["user: Hello", "agent: Here again"]);
  const [lost, again] = await app.chatRuns(id);
  expect(lost).toMatchObject({ id: lostRun, status: "lost" });
  expect(again!.status).toBe("succeeded");
});

test("after a crash an answer that was begun is begun again, and none that was given is given twice", async () => {
  using dir = tempDir();
  let done: ChatMessage[] = [];
  let id = "";
  {
    await using app = await createChatApp({ dataDir: dir.path, malamar: answers("Once") });
    ({ id } = await app.startChat());
    done = (await app.ask(id)).messages;
    await app.send(id, "Second");
    await app.chatRunner.drain();
    // As a crash would leave it: begun, and nothing written of its end.
    app.db.run("DELETE FROM chat_messages WHERE id NOT IN (?, ?, ?)", [
      done[0]!.id,
      done[1]!.id,
      (await app.chat(id)).messages[2]!.id,
    ]);
    app.db.run(
      "UPDATE chat_queue SET status = 'in_progress' WHERE rowid = (SELECT max(rowid) FROM chat_queue)",
    );
    app.db.run(
      "UPDATE runs SET status = 'running', finished_at = NULL WHERE rowid = (SELECT max(rowid) FROM runs)",
    );
  }
  await using app = await createChatApp({ dataDir: dir.path, malamar: answers("Twice") });
  await app.chatRunner.drain();
  expect(saidIn(await app.chat(id))).toEqual([
    "user: Hello",
    "agent: Once",
    "user: Second",
    "agent: Twice",
  ]);
  expect((await app.send(id, "Third")).status).toBe(201);
});

test("an answer that breaks off inside Malamar leaves a reason and no locked chat", async () => {
  await using app = await createChatApp({
    malamar: () => {
      throw new Error("a bug of ours");
    },
  });
  const { id } = await app.startChat();
  const chat = await app.ask(id);
  expect(saidIn(chat).at(-1)).toBe(
    "system: Error: Malamar could not finish this answer: a bug of ours",
  );
  expect(chat.is_processing).toBe(false);
  expect((await app.chatRuns(id))[0]!.status).toBe("lost");
  expect(app.published.at(-1)).toMatchObject({ type: "chat.processing_finished" });
});

test("files of a chat are private, and stay when it is deleted", async () => {
  await using app = await createChatApp({ malamar: answers("Yes?") });
  const { id } = await app.startChat();
  await app.ask(id);
  const input = `${app.tempDir}/malamar_chat_${id}.md`;
  expect(statSync(input).mode & 0o777).toBe(0o600);
  expect(statSync(`${app.tempDir}/malamar_chat_${id}`).mode & 0o777).toBe(0o700);
  await app.call("DELETE", `/api/chats/${id}`);
  expect(existsSync(input)).toBe(true);
});
