import { expect, test } from "bun:test";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import {
  asksForReview,
  heldAt,
  fails,
  hangs,
  inTurn,
  says,
  commentsIn,
  skip,
  type Part,
} from "#testing/scripted-team.ts";

test("a pass goes through the team in its order, and each sees what the others said", async () => {
  const heard: Record<string, string[]> = {};
  const speaks =
    (name: string): Part =>
    (turn) => {
      heard[name] = commentsIn(turn);
      return turn.visit === 1 ? says(`${name} was here`)(turn) : skip(turn);
    };
  await using app = await createLoopApp({
    team: { Planner: speaks("Planner"), Implementer: speaks("Implementer"), Reviewer: skip },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual([
    "Planner",
    "Implementer",
    "Reviewer",
    "Planner",
    "Implementer",
    "Reviewer",
  ]);
  expect(heard["Implementer"]).toContain("Planner was here");
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 2 });
});

test("when everyone skips the task moves to In Review", async () => {
  await using app = await createLoopApp({
    team: { Planner: skip, Reviewer: () => ({ actions: [] }) },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
  expect(await app.comments(task.id)).toEqual([]);
  const changes = (await app.logs(task.id)).filter((log) => log.event_type === "status_changed");
  expect(changes.map(({ actor_type, metadata }) => ({ actor_type, ...metadata }))).toEqual([
    { actor_type: "system", old_status: "todo", new_status: "in_progress" },
    { actor_type: "system", old_status: "in_progress", new_status: "in_review" },
  ]);
});

test("a workspace without agents sends its tasks straight to In Review", async () => {
  await using app = await createLoopApp();
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a change of status ends the pass at once, after all actions of that answer", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: () => ({
        actions: [
          { type: "change_status", status: "in_review" },
          { type: "comment", content: "Please decide" },
          { type: "skip" },
        ],
      }),
      Reviewer: skip,
    },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner"]);
  expect(await app.said(task.id)).toEqual(["Planner: Please decide"]);
  expect((await app.task(task.id)).status).toBe("in_review");
  const logs = await app.logs(task.id);
  const planner = { actor_type: "agent", actor_id: app.agentNamed("Planner").id } as const;
  expect(logs.find((log) => log.event_type === "agent_finished")).toMatchObject({
    ...planner,
    metadata: { agent_name: "Planner", action_type: "in_review" },
  });
  expect(logs.findLast((log) => log.event_type === "status_changed")).toMatchObject({
    ...planner,
    metadata: { old_status: "in_progress", new_status: "in_review" },
  });
});

test("skip next to other actions is ignored", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: inTurn(
        () => ({ actions: [{ type: "skip" }, { type: "comment", content: "Well" }] }),
        skip,
      ),
    },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(["Planner: Well"]);
  expect(app.script.played).toHaveLength(2);
});

test("an agent cannot close a task on a person who has just spoken", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, asksForReview),
      Reviewer: skip,
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.comment(task.id, "One more thing");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Planner"]);
  const statuses = app.published.flatMap((event) =>
    event.type === "task.status_changed" ? event.new_status : [],
  );
  expect(statuses).toEqual(["in_progress", "in_review"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a user comment that the agent has read does not keep it from closing the task", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, skip),
      Reviewer: asksForReview,
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.comment(task.id, "For the reviewer");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Reviewer"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a user comment in mid-pass is answered by another pass, even if everyone skips", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, skip),
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.comment(task.id, "Wait");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(2);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("another In Progress task of the workspace returns to Todo, with its retry time", async () => {
  await using app = await createLoopApp({
    team: { Planner: (turn) => (turn.summary.includes("Urgent") ? hangs(turn) : fails(1)(turn)) },
  });
  const failing = await app.createTask({ summary: "Failing" });
  await app.taskWorkers.drain();
  const { retry_at, status } = await app.task(failing.id);
  expect(status).toBe("in_progress");
  const urgent = await app.createTask({ summary: "Urgent" });
  while ((await app.task(urgent.id)).status !== "in_progress") await new Promise(setImmediate);
  expect(await app.task(failing.id)).toMatchObject({ status: "todo", retry_at });
  expect(app.queueOf(failing.id)).toEqual(["failed", "queued"]);
});
