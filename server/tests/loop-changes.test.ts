import { expect, test } from "bun:test";
import { join } from "node:path";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import {
  heldAt,
  fails,
  hangs,
  says,
  skip,
  type Part,
  endsItsOwnWay,
} from "#testing/scripted-team.ts";

test("agents that are added, deleted and changed in mid-pass take effect at once", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, skip),
      Implementer: skip,
      Reviewer: skip,
    },
  });
  app.script.parts["Tester"] = skip;
  app.script.parts["Renamed role"] = skip;
  const task = await app.createTask();
  await wait.reached;
  await app.call("DELETE", `/api/agents/${app.agentNamed("Implementer").id}`);
  await app.call("PUT", `/api/agents/${app.agentNamed("Reviewer").id}`, {
    body: { instruction: "Renamed role" },
  });
  await app.hire("Tester");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Renamed role", "Tester"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("an agent that is deleted while it runs may finish, and its comment is kept", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, says("My legacy")),
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.call("DELETE", `/api/agents/${app.agentNamed("Planner").id}`);
  wait.open();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(["(Deleted Agent): My legacy"]);
});

test("settings and texts that change during a run apply from the next agent", async () => {
  const wait = gate();
  const directories: string[] = [];
  const summaries: (string | undefined)[] = [];
  const notes: Part = (turn) => {
    directories.push(turn.request.cwd);
    summaries.push(turn.summary);
    return skip(turn);
  };
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        await notes(turn);
        await wait.pass();
        return skip(turn);
      },
      Reviewer: notes,
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, {
    body: { working_directory_mode: "static", working_directory_path: app.dataDir },
  });
  await app.call("PUT", `/api/tasks/${task.id}`, { body: { summary: "Fix logout" } });
  wait.open();
  await app.taskWorkers.drain();
  expect(directories).toEqual([join(app.tempDir, `malamar_task_${task.id}`), app.dataDir]);
  expect(summaries).toEqual(["Fix login", "Fix logout"]);
});

test("deleting a task in mid-run ends its run, and the next task is worked on", async () => {
  await using app = await createLoopApp({
    team: { Planner: (turn) => (turn.summary.includes("Doomed") ? hangs(turn) : skip(turn)) },
  });
  const doomed = await app.createTask({ summary: "Doomed" });
  while ((await app.runs(doomed.id)).length === 0) await new Promise(setImmediate);
  const next = await app.createTask({ summary: "Next" });
  await app.call("DELETE", `/api/tasks/${doomed.id}`);
  await app.taskWorkers.drain();
  expect((await app.task(next.id)).status).toBe("in_review");
  expect(app.script.played).toHaveLength(2);
});

test("deleting a workspace ends its runs first", async () => {
  let aborted = false;
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        await turn.aborted;
        aborted = true;
        return { actions: [] };
      },
    },
  });
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  const [run] = await app.runs(task.id);
  expect((await app.call("DELETE", `/api/workspaces/${app.workspace.id}`)).status).toBe(204);
  expect(aborted).toBe(true);
  expect(await Bun.file(`${app.dataDir}/runs/${run!.id}.jsonl`).exists()).toBe(false);
  expect((await app.call("GET", `/api/tasks/${task.id}`)).status).toBe(404);
  await app.taskWorkers.drain();
});

test("a CLI whose end looks like an error is not blamed for a cancel", async () => {
  await using app = await createLoopApp({
    createEngines: endsItsOwnWay(() => ({ kind: "exited", code: 143, message: "Terminated" })),
  });
  await app.hire("Planner");
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  await app.cancel(task.id);
  expect(await app.said(task.id)).toEqual(["System: Task cancelled by user"]);
  expect(await app.runs(task.id)).toMatchObject([{ status: "cancelled" }]);
  expect(app.published.some((event) => event.type === "task.error_occurred")).toBe(false);
});

test("a task cancelled while it waits for a free slot is at rest", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: { Planner: heldAt(wait, skip) },
    config: { "max-concurrent-runs": 1 },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Planner", instruction: "Planner" });
  await app.createTask();
  await wait.reached;
  const waiting = await app.createTask({}, other);
  while ((await app.task(waiting.id)).status !== "in_progress") await new Promise(setImmediate);
  expect((await app.cancel(waiting.id)).body.is_processing).toBe(false);
  expect(app.queueOf(waiting.id)).toEqual(["failed"]);
  wait.open();
  await app.taskWorkers.drain();
});

test("a team that has ended its pass waits for nobody else's run", async () => {
  const [short, long] = [gate(), gate()];
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        await (turn.summary.includes("Long") ? long : short).pass();
        return skip(turn);
      },
    },
    config: { "max-concurrent-runs": 1 },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Planner", instruction: "Planner" });
  const first = await app.createTask();
  await short.reached;
  const second = await app.createTask({ summary: "Long" }, other);
  while ((await app.task(second.id)).status !== "in_progress") await new Promise(setImmediate);
  short.open();
  await long.reached;
  while ((await app.task(first.id)).is_processing) await new Promise(setImmediate);
  expect((await app.task(first.id)).status).toBe("in_review");
  long.open();
  await app.taskWorkers.drain();
});

test.each<[string, Part]>([
  ["skips", skip],
  ["comments", says("One more thing")],
  ["fails", fails(1)],
  ["hits a quota", () => ({ end: quotaUntilTomorrow })],
])(
  "a task moved to Done while its last agent runs stays there, if that %s",
  async (_name, part) => {
    const wait = gate();
    await using app = await createLoopApp({ team: { Planner: heldAt(wait, part) } });
    const task = await app.createTask();
    await wait.reached;
    await app.move(task.id, "in_review");
    await app.move(task.id, "done");
    wait.open();
    await app.taskWorkers.drain();
    expect(await app.task(task.id)).toMatchObject({
      status: "done",
      is_processing: false,
      failure_count: 0,
      retry_at: null,
      wait_reason: null,
    });
    expect(app.queueOf(task.id)).not.toContain("queued");
  },
);
const quotaUntilTomorrow = {
  kind: "quota",
  resetsAt: "2026-01-02T00:00:00.000Z",
  message: "usage limit reached",
  code: 1,
} as const;

test("a task that returned to Todo while its last agent ran is worked on again", async () => {
  const wait = gate();
  await using app = await createLoopApp({ team: { Planner: heldAt(wait, skip) } });
  const task = await app.createTask();
  await wait.reached;
  await app.move(task.id, "in_review");
  await app.move(task.id, "todo");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(2);
});

test("delete all done ends the agent that still works on such a task", async () => {
  let isAborted = false;
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        await turn.aborted;
        isAborted = true;
        return { actions: [] };
      },
    },
  });
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  const [run] = await app.runs(task.id);
  await app.move(task.id, "in_review");
  await app.move(task.id, "done");
  const answer = await app.call("DELETE", `/api/workspaces/${app.workspace.id}/tasks/done`);
  expect(answer.body).toEqual({ deleted_count: 1 });
  expect(isAborted).toBe(true);
  expect(await Bun.file(`${app.dataDir}/runs/${run!.id}.jsonl`).exists()).toBe(false);
  await app.taskWorkers.drain();
});

test("no pass begins in a held workspace, however many hold it", async () => {
  const [wait, holds] = [gate(), [gate(), gate()]];
  await using app = await createLoopApp({ team: { Planner: heldAt(wait, skip) } });
  const id = app.workspace.id;
  await app.createTask();
  await wait.reached;
  const held = holds.map((hold) => app.taskWorkers.whileHeld(id, () => hold.pass()));
  await app.createTask();
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(1);
  holds[0]!.open();
  await held[0];
  await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(1);
  holds[1]!.open();
  await held[1];
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(3);
});
