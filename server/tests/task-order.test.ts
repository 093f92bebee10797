import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { Task, TaskSummary } from "@malamar/contract/task.ts";
import type { PickupOrder, Workspace } from "@malamar/contract/workspace.ts";
import { USER } from "#testing/actors.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import { heldAt, skip, type Part } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

/** Records which tasks it works on, in order. */
function noting(worked: string[]): Part {
  return (turn) => {
    worked.push(turn.summary);
    return skip(turn);
  };
}

async function busyApp(worked: string[], pickup_order: PickupOrder) {
  const wait = gate();
  const part = noting(worked);
  const app = await createLoopApp({
    team: { Planner: (turn) => (turn.summary === "Begun" ? heldAt(wait, part)(turn) : part(turn)) },
    workspace: { pickup_order },
  });
  await app.createTask({ summary: "Begun" });
  await wait.reached;
  return { ...app, letGo: wait.open };
}

const todo = async (app: LoopApp) =>
  (await app.get<TaskSummary[]>(`/api/workspaces/${app.workspace.id}/tasks?status=todo`)).map(
    ({ summary }) => summary,
  );

const place = (app: LoopApp, task: Task, after: Task | null) =>
  app.call<Task & ErrorBody>("POST", `/api/tasks/${task.id}/position`, {
    body: { after: after?.id ?? null },
  });

test.each<[PickupOrder, string[]]>([
  ["oldest_first", ["A", "B", "C", "D", "E"]],
  ["newest_first", ["E", "D", "C", "B", "A"]],
])("five tasks that are typed one after the other are worked on %s", async (order, expected) => {
  const worked: string[] = [];
  await using app = await busyApp(worked, order);
  for (const summary of ["A", "B", "C", "D", "E"]) await app.createTask({ summary });
  expect(await todo(app)).toEqual(expected);
  app.letGo();
  await app.taskWorkers.drain();
  expect(worked).toEqual(["Begun", ...expected]);
});

test("a new workspace works on the oldest first", async () => {
  await using app = await createLoopApp();
  expect(app.workspace).toMatchObject({ pickup_order: "oldest_first", is_paused: false });
});

test("a task that is moved within Todo is worked on in the new order", async () => {
  const worked: string[] = [];
  await using app = await busyApp(worked, "oldest_first");
  const [a, b, c, d] = [
    await app.createTask({ summary: "A" }),
    await app.createTask({ summary: "B" }),
    await app.createTask({ summary: "C" }),
    await app.createTask({ summary: "D" }),
  ];
  await place(app, d, a);
  await place(app, b, null);
  await place(app, a, c);
  expect(await todo(app)).toEqual(["B", "D", "C", "A"]);
  const told = app.published.length;
  expect((await place(app, a, d)).body.position).toBeNumber();
  expect(app.published.slice(told)).toMatchObject([{ type: "task.updated", task_id: a.id }]);
  app.letGo();
  await app.taskWorkers.drain();
  expect(worked).toEqual(["Begun", "B", "D", "A", "C"]);
});

test("however often two swap places, there is always room between the others", async () => {
  await using app = await busyApp([], "oldest_first");
  const first = await app.createTask({ summary: "First" });
  const pair = [await app.createTask({ summary: "A" }), await app.createTask({ summary: "B" })];
  await app.createTask({ summary: "Last" });
  for (let turn = 0; turn < 130; turn++) {
    expect((await place(app, pair[turn % 2]!, first)).status).toBe(200);
  }
  expect(await todo(app)).toEqual(["First", "B", "A", "Last"]);
  app.letGo();
});

test("the prioritized task comes before all, so placing another after it is before all others", async () => {
  await using app = await busyApp([], "oldest_first");
  await app.createTask({ summary: "A" });
  const b = await app.createTask({ summary: "B" });
  const c = await app.createTask({ summary: "C" });
  await app.call("POST", `/api/tasks/${b.id}/prioritize`);
  expect(await todo(app)).toEqual(["B", "A", "C"]);
  await place(app, c, b);
  expect(await todo(app)).toEqual(["B", "C", "A"]);
  app.letGo();
});

test("only a task in Todo has a place, and only after another one of its workspace", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const other = await app.createWorkspace({ title: "Other" });
  const done = await app.createTask();
  await app.taskWorkers.drain();
  const [one, two] = [
    await app.createTask({ is_on_hold: true }),
    await app.createTask({ is_on_hold: true }),
  ];
  const elsewhere = await app.createTask({ is_on_hold: true }, other);
  const answers = [
    await place(app, done, null),
    await place(app, one, done),
    await place(app, one, one),
    await place(app, one, elsewhere),
    await place(app, one, { ...two, id: "x".repeat(21) as Task["id"] }),
    await app.call("POST", `/api/tasks/${one.id}/position`, { body: {} }),
    await app.call("POST", `/api/tasks/${one.id}/position`, { body: { after: 7 } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 400, 400, 400, 400, 400]);
});

test("a task that returns to Todo is next, whatever the order", async () => {
  for (const order of ["oldest_first", "newest_first"] as const) {
    await using app = await busyApp([], order);
    app.letGo();
    await app.taskWorkers.drain();
    const back = (await app.get<TaskSummary[]>(`/api/workspaces/${app.workspace.id}/tasks`))[0]!;
    await app.call("PUT", `/api/workspaces/${app.workspace.id}`, { body: { is_paused: true } });
    await app.createTask({ summary: "A" });
    await app.move(back.id, "todo");
    expect(await todo(app)).toEqual(["Begun", "A"]);
  }
});

test.each<[PickupOrder, string[]]>([
  ["newest_first", ["A", "C", "B"]],
  ["oldest_first", ["A", "B", "C"]],
])("with %s, a comment on a task that waits: %p", async (order, expected) => {
  await using app = await busyApp([], order);
  const a = await app.createTask({ summary: "A" });
  for (const summary of ["B", "C"]) await app.createTask({ summary });
  await app.comment(a.id, "This one, please");
  expect(await todo(app)).toEqual(expected);
  app.letGo();
});

test("another pickup order reorders the waiting tasks, and everyone learns of it", async () => {
  await using app = await busyApp([], "newest_first");
  for (const summary of ["A", "B", "C"]) await app.createTask({ summary });
  const path = `/api/workspaces/${app.workspace.id}`;
  for (const [pickup_order, expected] of [
    ["oldest_first", ["A", "B", "C"]],
    ["newest_first", ["C", "B", "A"]],
  ] as const) {
    const { body } = await app.call<Workspace>("PUT", path, { body: { pickup_order } });
    expect(body.pickup_order).toBe(pickup_order);
    expect(await todo(app)).toEqual([...expected]);
    expect(app.published.at(-1)).toMatchObject({ type: "workspace.updated" });
  }
  expect((await app.call("PUT", path, { body: { pickup_order: "random" } })).status).toBe(400);
  app.letGo();
});

test("the order survives a restart", async () => {
  using dir = tempDir();
  const worked: string[] = [];
  const team = { Planner: noting(worked) };
  let workspaceId = "";
  {
    await using app = await createLoopApp({ team, dataDir: dir.path });
    workspaceId = app.workspace.id;
    await app.call("PUT", `/api/workspaces/${workspaceId}`, { body: { is_paused: true } });
    for (const summary of ["A", "B", "C"]) await app.createTask({ summary });
    const [, , c] = await app.get<Task[]>(`/api/workspaces/${workspaceId}/tasks?status=todo`);
    await place(app, c!, null);
  }
  await using app = await createLoopApp({ others: team, dataDir: dir.path });
  await app.taskWorkers.drain();
  expect(worked).toEqual([]);
  await app.call("PUT", `/api/workspaces/${workspaceId}`, { body: { is_paused: false } });
  await app.taskWorkers.drain();
  expect(worked).toEqual(["C", "A", "B"]);
});

// ── Numbers

test("numbers are counted in each workspace, and a deleted task's number is never reused", async () => {
  await using app = await createLoopApp();
  const other = await app.createWorkspace({ title: "Other" });
  const create = (workspace: Workspace) =>
    app.taskService.create(USER, workspace.id, { summary: "x", is_on_hold: true });
  const numbers = [create(app.workspace).number, create(other).number];
  const last = create(app.workspace);
  await app.call("DELETE", `/api/tasks/${last.id}`);
  numbers.push(last.number, create(app.workspace).number);
  expect(numbers).toEqual([1, 1, 2, 3]);
});
