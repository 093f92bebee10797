import { expect, test } from "bun:test";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { createChatApp } from "#testing/chat-app.ts";
import { createOthers, inDirectory, untilInReview, untilWaiting } from "#testing/directory-work.ts";
import { createLockableApp } from "#testing/lockable-app.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import { heldAt, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

// The use of directories changes while others wait.

const workIn = (app: Pick<LoopApp, "call">, { id }: Workspace, path: string) =>
  app.call("PUT", `/api/workspaces/${id}`, { body: inDirectory(path) });

test("a pass that moves to another directory waits for the agent working there, and frees its own", async () => {
  using first = tempDir();
  using second = tempDir();
  const [door, otherDoor] = [gate(), gate()];
  await using app = await createLoopApp({
    team: { Planner: heldAt(door, skip), Coder: skip },
    others: { Other: heldAt(otherDoor, skip), Third: skip },
    workspace: inDirectory(first.path),
  });
  const [other, third] = await createOthers(app, { Other: second.path, Third: first.path });
  const moved = await app.createTask({ summary: "Moved" });
  await door.reached;
  await app.createTask({ summary: "At work" }, other);
  await otherDoor.reached;
  await workIn(app, app.workspace, second.path);
  door.open();
  await untilWaiting(app, moved.id);
  expect(await app.task(moved.id)).toMatchObject({
    wait_reason: "directory",
    wait_detail: "At work",
    pass_count: 0,
  });
  const free = await app.createTask({}, third);
  await untilInReview(app, free.id);
  expect(app.script.played).toEqual(["Planner", "Other", "Third"]);
  otherDoor.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Other", "Third", "Coder"]);
  expect((await app.task(moved.id)).status).toBe("in_review");
});

test("a workspace that changes its directory no longer waits for the old one", async () => {
  using first = tempDir();
  using second = tempDir();
  const door = gate();
  await using app = await createLoopApp({
    team: { Planner: heldAt(door, skip) },
    others: { Other: skip },
    workspace: inDirectory(first.path),
    ...virtualTime(),
  });
  const [other] = await createOthers(app, { Other: first.path });
  await app.createTask();
  await door.reached;
  const task = await app.createTask({}, other);
  await untilWaiting(app, task.id);
  await workIn(app, other!, second.path);
  await untilInReview(app, task.id);
  door.open();
  await app.taskWorkers.drain();
});

test("leaving a directory lets in those that wait for it, and disturbs no others", async () => {
  using first = tempDir();
  using second = tempDir();
  const [door, otherDoor] = [gate(), gate()];
  await using app = await createLoopApp({
    team: { Planner: heldAt(door, skip) },
    others: { Other: heldAt(otherDoor, skip), Third: skip, Fourth: skip },
    workspace: inDirectory(first.path),
  });
  const [other, third, fourth] = await createOthers(app, {
    Other: second.path,
    Third: first.path,
    Fourth: second.path,
  });
  await app.createTask();
  await door.reached;
  await app.createTask({ summary: "Stays" }, other);
  await otherDoor.reached;
  const next = await app.createTask({}, third);
  const patient = await app.createTask({}, fourth);
  for (const { id } of [next, patient]) await untilWaiting(app, id);
  const told = app.published.length;
  door.open();
  await untilInReview(app, next.id);
  expect(app.published.slice(told).filter((event) => isAbout(event, patient.id))).toEqual([]);
  expect((await app.task(patient.id)).wait_detail).toBe("Stays");
  otherDoor.open();
  await app.taskWorkers.drain();
  expect((await app.task(patient.id)).status).toBe("in_review");
});

test("a waiting task says who is in the directory by now", async () => {
  using dir = tempDir();
  const [door, chatDoor] = [gate(), gate()];
  await using app = await createChatApp({
    team: { Helper: heldAt(chatDoor, () => ({ message: "Hi" })) },
    others: { First: heldAt(door, skip), Second: skip },
    workspace: inDirectory(dir.path),
  });
  const [first, second] = await createOthers(app, { First: dir.path, Second: dir.path });
  await app.createTask({ summary: "Fix login" }, first);
  await door.reached;
  const chat = await app.startChat({ agent_id: app.agentNamed("Helper").id });
  await app.send(chat.id);
  await chatDoor.reached;
  const task = await app.createTask({}, second);
  await untilWaiting(app, task.id);
  expect((await app.task(task.id)).wait_detail).toBe("Fix login");
  door.open();
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({
    wait_reason: "directory",
    wait_detail: (await app.chat(chat.id)).title,
  });
  chatDoor.open();
  await app.chatWorkers.drain();
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a directory that is left while nothing can be written is passed on by the poll", async () => {
  using dir = tempDir();
  const door = gate();
  await using app = await createLockableApp(() => ({ Planner: heldAt(door, skip) }), {
    others: { Other: skip },
    workspace: inDirectory(dir.path),
  });
  const [other] = await createOthers(app, { Other: dir.path });
  const first = await app.createTask();
  await door.reached;
  const task = await app.createTask({}, other);
  await untilWaiting(app, task.id);
  // The end of the pass is stored, and what comes after it is not.
  app.bus.subscribe(({ event }) => {
    if (event.type === "task.status_changed" && event.task_id === first.id) app.lock();
  });
  door.open();
  await app.taskWorkers.drain();
  expect(app.logLines.join()).toContain("Tasks that wait for a directory cannot continue yet");
  app.unlock();
  expect((await app.task(task.id)).wait_reason).toBe("directory");
  app.time.advance(1000);
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
});

function isAbout(event: object, taskId: string): boolean {
  return "task_id" in event && event.task_id === taskId;
}
