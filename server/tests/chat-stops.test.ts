import { expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import type { ChatMessage } from "@malamar/contract/chat.ts";
import { answers, createChatApp, saidIn } from "#testing/chat-app.ts";
import { gate } from "#testing/loop-app.ts";
import { hangs, heldAt, inTurn } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

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

test("a stopped run is reported as cancelled, and applies nothing", async () => {
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
  await app.chatWorkers.drain();
  expect(app.script.played).toEqual(["Malamar"]);
});

test("an idle chat has nothing to stop", async () => {
  await using app = await createChatApp();
  const { id } = await app.startChat();
  const refused = await app.stopAnswer(id);
  expect(refused.status).toBe(409);
  expect((await app.chat(id)).messages).toEqual([]);
});

test("deleting a chat ends its run", async () => {
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

test("deleting a workspace ends its chats' runs, including those that begin meanwhile", async () => {
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
  await app.chatWorkers.drain();
  expect(app.script.played.length).toBe(aborted);
  expect(app.db.query("SELECT * FROM runs").all()).toEqual([]);
});

test("switching the agent during an answer takes effect with the next one", async () => {
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
  await app.chatWorkers.drain();
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

test("system messages never start an answer", async () => {
  await using app = await createChatApp({ team: { Planner: answers("never") } });
  const { id } = await app.startChat();
  await app.change(id, { agent_id: app.agents[0]!.id });
  await app.chatWorkers.drain();
  expect(app.script.played).toEqual([]);
});

// ── Restart

test("an answer interrupted by stopping Malamar is given after the next start", async () => {
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
  await app.chatWorkers.drain();
  const chat = await app.chat(id);
  expect(chat.is_processing).toBe(false);
  expect(app.chatQueueOf(id)).toEqual(["completed"]);
  expect(saidIn(chat)).toEqual(["user: Hello", "agent: Here again"]);
  const [lost, again] = await app.chatRuns(id);
  expect(lost).toMatchObject({ id: lostRun, status: "lost" });
  expect(again!.status).toBe("succeeded");
});

test("after a crash a begun answer starts again, and none that was given is given twice", async () => {
  using dir = tempDir();
  let done: ChatMessage[] = [];
  let id = "";
  {
    await using app = await createChatApp({ dataDir: dir.path, malamar: answers("Once") });
    ({ id } = await app.startChat());
    done = (await app.ask(id)).messages;
    await app.send(id, "Second");
    await app.chatWorkers.drain();
    // As a crash would leave it: begun, without a recorded end.
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
  await app.chatWorkers.drain();
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
      throw new Error("a bug in Malamar");
    },
  });
  const { id } = await app.startChat();
  const chat = await app.ask(id);
  expect(saidIn(chat).at(-1)).toBe(
    "system: Error: Malamar could not finish this answer: a bug in Malamar",
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
