import { expect, test } from "bun:test";
import type { AttentionCount, AttentionItem } from "@malamar/contract/task.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { rowsIn } from "#testing/rows-in.ts";
import { fails, inTurn, skip, hitsQuota, says } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

test("tasks that wait for the person are listed once, the longest wait first, and no others", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(skip, fails(1), hitsQuota()) },
    ...time,
  });
  const reviewed = await app.createTask();
  await app.taskWorkers.drain();
  time.advance(1000);
  const refused = await app.createTask();
  await app.taskWorkers.drain();
  time.advance(1000);
  await app.taskWorkers.drain();
  const behind = await app.createTask();
  await app.taskWorkers.drain();
  const attention = await app.get<AttentionItem[]>("/api/attention");
  expect(attention.map(({ task_id, reason }) => [task_id, reason])).toEqual([
    [reviewed.id, "in_review"],
    [refused.id, "quota"],
    [behind.id, "quota"],
  ]);
  expect(await app.get<AttentionCount>("/api/attention?count=1")).toEqual({ count: 3 });
  expect(await app.task(reviewed.id)).toMatchObject({ retry_at: null, wait_reason: null });
});

test("tasks that wait for the person are listed over all workspaces", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        if (turn.summary.includes("Broken")) return fails(2, "no key")(turn);
        return turn.summary.includes("Talker") ? says("Same")(turn) : skip(turn);
      },
    },
  });
  const broken = await app.createTask({ summary: "Broken" });
  const review = await app.createTask({ summary: "Review me" });
  const talker = await app.createTask({ summary: "Talker" });
  await app.taskWorkers.drain();
  const attention = await app.get<AttentionItem[]>("/api/attention");
  const byTask = new Map(attention.map((item) => [item.task_id, item]));
  expect(byTask.get(review.id)).toMatchObject({
    reason: "in_review",
    workspace_title: "Website",
    task_summary: "Review me",
    guard: null,
    detail: null,
  });
  expect(byTask.get(talker.id)).toMatchObject({ reason: "in_review", guard: "no_progress" });
  expect(byTask.get(broken.id)).toMatchObject({
    reason: "error",
    status: "todo",
    detail: "CLI exited with code 2. no key",
  });
  expect(await app.get<AttentionCount>("/api/attention?count=1")).toEqual({
    count: attention.length,
  });
  await app.call("PUT", `/api/tasks/${review.id}`, { body: { description: "More" } });
  const again = await app.get<AttentionItem[]>("/api/attention");
  expect(again.find((item) => item.task_id === review.id)!.since).toBe(
    byTask.get(review.id)!.since,
  );
  await app.move(review.id, "done");
  expect((await app.get<AttentionItem[]>("/api/attention")).map((i) => i.task_id)).not.toContain(
    review.id,
  );
});

test("what a limit stopped says the limit, and what had failed until then", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(fails(3, "Credit balance is too low")) },
    workspace: { max_passes: 1 },
    ...time,
  });
  await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.get<AttentionItem[]>("/api/attention")).toMatchObject([
    {
      reason: "in_review",
      guard: "max_passes",
      detail:
        "1 pass without your input (limit 1). CLI exited with code 3. Credit balance is too low",
    },
  ]);
});

test("a task on hold waits for nobody, unless it is In Review", async () => {
  await using app = await createLoopApp();
  const held = { workspace_id: app.workspace.id, is_on_hold: true } as const;
  rowsIn(app.db).task({ ...held, status: "todo", last_error: "It broke" });
  const retry_at = "2027-01-01T00:00:00.000Z";
  rowsIn(app.db).task({ ...held, status: "in_progress", wait_reason: "quota", retry_at });
  const reviewed = rowsIn(app.db).task({ ...held, status: "in_review" });
  const attention = await app.get<AttentionItem[]>("/api/attention");
  expect(attention.map(({ task_id }) => task_id)).toEqual([reviewed.id]);
});

test("where nothing waits the count is zero, and any other query is refused", async () => {
  await using app = await createLoopApp();
  expect(await app.get<AttentionCount>("/api/attention?count=1")).toEqual({ count: 0 });
  expect((await app.send("GET", "/api/attention?count=yes")).status).toBe(400);
});
