import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { createChatApp, saidIn, answers } from "#testing/chat-app.ts";
import { inDirectory, untilInReview, untilWaiting } from "#testing/directory-work.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { heldAt, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

test("a task waits while another workspace's task is being worked on in the same real directory", async () => {
  using dir = tempDir();
  mkdirSync(join(dir.path, "project"));
  symlinkSync(join(dir.path, "project"), join(dir.path, "link"));
  const held = gate();
  await using app = await createLoopApp({
    team: { Planner: heldAt(held, skip) },
    others: { Other: skip },
    workspace: inDirectory(join(dir.path, "project")),
  });
  const other = await app.createWorkspace({
    title: "Other",
    ...inDirectory(join(dir.path, "link")),
  });
  await app.createAgent(other.id, { name: "Other", instruction: "Other" });
  const first = await app.createTask({ summary: "Fix login" });
  await held.reached;
  const second = await app.createTask({ summary: "Second" }, other);
  const third = await app.createTask({ summary: "Third" }, other);
  await untilWaiting(app, third.id);
  for (const { id } of [second, third]) {
    expect(await app.task(id)).toMatchObject({
      status: "todo",
      wait_reason: "directory",
      wait_detail: "Fix login",
      retry_at: null,
      pass_count: 0,
    });
  }
  expect(app.script.played).toEqual(["Planner"]);
  held.open();
  await app.taskWorkers.drain();
  for (const { id } of [first, second, third]) {
    expect((await app.task(id)).status).toBe("in_review");
  }
});

test("a task that waits for a directory takes no slot from others", async () => {
  using dir = tempDir();
  const held = gate();
  await using app = await createLoopApp({
    team: { Planner: heldAt(held, skip) },
    others: { Other: skip },
    workspace: inDirectory(dir.path),
    config: { "max-concurrent-runs": 2 },
  });
  const same = await app.createWorkspace({ title: "Same", ...inDirectory(dir.path) });
  const free = await app.createWorkspace({ title: "Free" });
  for (const { id } of [same, free]) {
    await app.createAgent(id, { name: "Other", instruction: "Other" });
  }
  await app.createTask();
  await held.reached;
  const waiting = await app.createTask({}, same);
  await untilWaiting(app, waiting.id);
  const served = await app.createTask({}, free);
  await untilInReview(app, served.id);
  expect((await app.task(waiting.id)).wait_reason).toBe("directory");
  held.open();
  await app.taskWorkers.drain();
  expect((await app.task(waiting.id)).status).toBe("in_review");
});

test("tasks with separate directories do not wait for each other", async () => {
  const held = gate();
  await using app = await createLoopApp({
    team: { Planner: heldAt(held, skip) },
    others: { Other: skip },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Other", instruction: "Other" });
  await app.createTask();
  await held.reached;
  const second = await app.createTask({}, other);
  await untilInReview(app, second.id);
  expect(app.script.played).toEqual(["Planner", "Other"]);
  held.open();
  await app.taskWorkers.drain();
});

test("a chat does not wait: it names who is working there, and its agent reads that", async () => {
  using dir = tempDir();
  const held = gate();
  const read: string[] = [];
  await using app = await createChatApp({
    team: { Planner: heldAt(held, skip) },
    others: {
      Helper: (turn) => {
        if (turn.request.briefing.kind === "chat") {
          read.push(...turn.request.briefing.messages.map(({ content }) => content));
        }
        return { message: "Hi" };
      },
    },
    workspace: inDirectory(dir.path),
  });
  await app.createTask({ summary: "Fix login" });
  await held.reached;
  const helper = await app.createAgent(app.workspace.id, { name: "Helper", instruction: "Helper" });
  const { id } = await app.startChat({ agent_id: helper.id });
  const chat = await app.ask(id);
  const note = "At work in the same directory right now: “Fix login”. Files may change meanwhile.";
  expect(saidIn(chat)).toContain(`system: ${note}`);
  expect(read).toContain(note);
  held.open();
  await app.taskWorkers.drain();
});

test("the Malamar agent has its own directory, even where the workspace names one", async () => {
  using dir = tempDir();
  const places: string[] = [];
  await using app = await createChatApp({
    malamar: (turn) => {
      places.push(turn.request.cwd);
      return answers("Hi")(turn);
    },
    workspace: inDirectory(dir.path),
  });
  const { id } = await app.startChat();
  await app.ask(id);
  expect(places).toEqual([join(app.tempDir, `malamar_chat_${id}`)]);
  expect((await app.chat(id)).working_directory).toBe(places[0]!);
});

test("the warning says what can happen in the root, at home, next to Malamar's data, and with others", async () => {
  using dir = tempDir();
  await using app = await createLoopApp();
  const warningIn = async (path: string, title = "Website") =>
    (
      await app.call<Workspace>("POST", "/api/workspaces", {
        body: { title, ...inDirectory(path) },
      })
    ).body.working_directory_warning;
  expect(await warningIn("/")).toStartWith("/ is the whole file system. ");
  expect(await warningIn(homedir())).toContain(" is your home directory. ");
  expect(await warningIn(app.dataDir)).toContain(` holds Malamar’s own data (${app.dataDir})`);
  const inside = join(app.dataDir, "runs");
  mkdirSync(inside, { recursive: true });
  expect(await warningIn(inside)).toStartWith(
    `${inside} is inside Malamar’s own data (${app.dataDir}). An agent there`,
  );
  expect(await warningIn(dir.path, "First")).toBeNull();
  expect(await warningIn(dir.path, "Second")).toStartWith(
    "The workspace “First” works in the same directory.",
  );
});
