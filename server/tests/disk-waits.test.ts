import { expect, test } from "bun:test";
import { createChatApp, saidIn } from "#testing/chat-app.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { heldAt, says, skip } from "#testing/scripted-team.ts";

/** No disk has this much. */
const TOO_MUCH = { min_free_disk_mb: 1_000_000_000 };
const ENOUGH = { min_free_disk_mb: 0 };

const settings = (
  app: { call: (method: string, path: string, init: object) => unknown },
  body: object,
) => app.call("PUT", "/api/settings", { body });

test("with too little free space no run starts, the task says why, and continues when there is room", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  await settings(app, TOO_MUCH);
  const { id } = await app.createTask();
  await app.taskWorkers.drain();
  const task = await app.task(id);
  expect(task).toMatchObject({
    status: "todo",
    wait_reason: "disk",
    retry_at: null,
    pass_count: 0,
  });
  expect(task.wait_detail).toMatch(/^\/.* has \d+ MB free, 1000000000 are wanted$/);
  expect(app.script.played).toEqual([]);
  await settings(app, ENOUGH);
  await app.taskWorkers.drain();
  expect((await app.task(id)).status).toBe("in_review");
});

test("in mid-pass the agents that had their turn are not asked again", async () => {
  const held = gate();
  await using app = await createLoopApp({ team: { Planner: heldAt(held, skip), Coder: skip } });
  const { id } = await app.createTask();
  await held.reached;
  await settings(app, TOO_MUCH);
  held.open();
  await app.taskWorkers.drain();
  expect(await app.task(id)).toMatchObject({ wait_reason: "disk", pass_count: 0 });
  await settings(app, ENOUGH);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Coder"]);
  expect((await app.runs(id)).map(({ pass }) => pass)).toEqual([1, 1]);
  expect((await app.task(id)).status).toBe("in_review");
});

test("in a chat, where a person waits, it is an error", async () => {
  await using app = await createChatApp({ malamar: says("Hi") });
  await settings(app, TOO_MUCH);
  const { id } = await app.startChat();
  expect(saidIn(await app.ask(id)).at(-1)).toMatch(
    /^system: Error: CLI could not be started: \/.* has \d+ MB free, 1000000000 are wanted$/,
  );
});

test("while everything is paused nothing is picked up, and active runs continue", async () => {
  const held = gate();
  await using app = await createLoopApp({ team: { Planner: heldAt(held, skip) } });
  const first = await app.createTask();
  await held.reached;
  await settings(app, { is_paused: true });
  const second = await app.createTask();
  held.open();
  await app.taskWorkers.drain();
  expect((await app.task(first.id)).status).toBe("in_review");
  expect(await app.task(second.id)).toMatchObject({ status: "todo", wait_reason: null });
  await settings(app, { is_paused: false });
  await app.taskWorkers.drain();
  expect((await app.task(second.id)).status).toBe("in_review");
});
