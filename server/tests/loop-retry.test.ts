import { expect, test } from "bun:test";
import type { AttentionItem } from "@malamar/contract/task.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { asksForReview, fails, hangs, inTurn, says, skip } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

test("a CLI that always fails starts at 0, 1, 3, 7, 15 s …, while the other task is worked on", async () => {
  const time = virtualTime();
  const starts: number[] = [];
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        if (!turn.summary.includes("Broken"))
          return turn.visit > 4 ? asksForReview(turn) : skip(turn);
        starts.push(time.elapsed() / 1000);
        return fails(1, `attempt ${starts.length}`)(turn);
      },
    },
    ...time,
    workspace: { max_passes: 8 },
  });
  const broken = await app.createTask({ summary: "Broken" });
  await app.taskWorkers.drain();
  const healthy = await app.createTask({ summary: "Healthy" });
  await app.taskWorkers.drain();
  expect((await app.task(healthy.id)).status).toBe("in_review");
  while ((await app.task(broken.id)).status !== "in_review") {
    time.advanceToNext();
    await app.taskWorkers.drain();
  }
  expect(starts).toEqual([0, 1, 3, 7, 15, 31, 63, 127]);
  const said = await app.said(broken.id);
  expect(said).toHaveLength(2);
  expect(said[0]).toBe(
    "System: CLI exited with code 1. attempt 8\n\n(8 times, last at 2026-01-01T00:02:07.000Z)",
  );
  expect(said[1]).toContain("Stopped after 8 passes without your input (limit 8)");
  const errors = app.published.filter((event) => event.type === "task.error_occurred");
  expect(errors).toHaveLength(8);
  const comments = (await app.logs(broken.id)).filter((log) => log.event_type === "comment_added");
  expect(comments).toHaveLength(2);
});

test("the wait never grows beyond 15 minutes", async () => {
  const time = virtualTime();
  const starts: number[] = [];
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        starts.push(time.elapsed() / 60_000);
        return fails(1)(turn);
      },
    },
    ...time,
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  while ((await app.task(task.id)).status !== "in_review") {
    time.advanceToNext();
    await app.taskWorkers.drain();
  }
  expect(starts).toHaveLength(15);
  expect(starts.at(-1)! - starts.at(-2)!).toBe(15);
});

test("setting the clock back by a day makes nobody wait for a day", async () => {
  const time = virtualTime();
  let putBack = 0;
  await using app = await createLoopApp({
    team: { Planner: fails(1) },
    timers: time.timers,
    clock: () => new Date(Date.parse(time.clock()) - putBack).toISOString(),
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  putBack = 24 * 3_600_000;
  const told = app.published.length;
  time.advance(1000);
  expect((await app.task(task.id)).retry_at).toBe("2025-12-31T00:15:01.000Z");
  expect(app.published.slice(told)).toMatchObject([{ type: "task.updated", task_id: task.id }]);
});

test("different errors get a comment each", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(fails(1, "a"), fails(2, "b"), fails(1, "c"), skip) },
    ...time,
  });
  const task = await app.createTask();
  for (const seconds of [0, 1, 2]) {
    time.advance(seconds * 1000);
    await app.taskWorkers.drain();
  }
  expect(await app.said(task.id)).toEqual([
    "System: CLI exited with code 1. c\n\n(2 times, last at 2026-01-01T00:00:03.000Z)",
    "System: CLI exited with code 2. b",
  ]);
  time.advance(4000);
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({
    status: "in_review",
    failure_count: 0,
    last_error: null,
  });
});

test("after human input a failing task is tried at once, with a fresh count", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(fails(1), fails(1), fails(1), hangs) },
    ...time,
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  time.advance(1000);
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).failure_count).toBe(2);
  await app.comment(task.id, "I have logged in");
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(3);
  expect(await app.task(task.id)).toMatchObject({ failure_count: 1, pass_count: 1 });
  // A failure after the person spoke comes after the person's comment.
  expect((await app.said(task.id)).map((line) => line.split(":")[0])).toEqual([
    "System",
    "User",
    "System",
  ]);
});

test("the one comment leads to the newest run", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: fails(1) }, ...time });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  time.advance(1000);
  await app.taskWorkers.drain();
  const [comment] = await app.comments(task.id);
  expect(comment!.run_id).toBe((await app.runs(task.id))[1]!.id);
});

test("an error of another kind or of another agent is not a repeat", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: {
      Planner: inTurn(
        () => ({ end: { kind: "killed", signal: "SIGSEGV" } }),
        () => ({ end: { kind: "not_started", reason: "gone" } }),
        skip,
      ),
      Reviewer: () => ({ end: { kind: "not_started", reason: "gone" } }),
    },
    ...time,
  });
  const task = await app.createTask();
  for (const seconds of [0, 1, 2]) {
    time.advance(seconds * 1000);
    await app.taskWorkers.drain();
  }
  expect(await app.said(task.id)).toEqual([
    "System: CLI was killed by signal SIGSEGV",
    "System: CLI could not be started: gone",
    "System: CLI could not be started: gone",
  ]);
});

test("a task that waits for the person since its first error says so, until a pass succeeds or the person speaks", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(fails(1), fails(1), says("Better"), fails(1)) },
    ...time,
  });
  const since = async () => (await app.get<AttentionItem[]>("/api/attention"))[0]!.since;
  const task = await app.createTask();
  await app.taskWorkers.drain();
  time.advance(1000);
  await app.taskWorkers.drain();
  expect(await since()).toBe("2026-01-01T00:00:00.000Z");
  time.advance(2000);
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(4);
  expect(await since()).toBe("2026-01-01T00:00:03.000Z");
  // The same error again, after a successful pass: a new comment.
  expect((await app.said(task.id)).map((line) => line.includes("times"))).toEqual([
    true,
    false,
    false,
  ]);
  time.advance(500);
  await app.comment(task.id, "Once more");
  await app.taskWorkers.drain();
  expect(await since()).toBe("2026-01-01T00:00:03.500Z");
});
