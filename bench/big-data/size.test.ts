import { expect, test } from "bun:test";
import { planOf } from "./plan.ts";
import { seededDraws } from "./seeded.ts";
import { shared, sizeOf } from "./size.ts";

test("shares are whole, in proportion, and add up to the total", () => {
  expect(shared(10, [1, 1, 2])).toEqual([3, 2, 5]);
  expect(shared(2, [1, 1, 1, 1])).toEqual([1, 0, 1, 0]);
  const uneven = shared(
    1_000_003,
    Array.from({ length: 777 }, (_, at) => 1 / (at + 1)),
  );
  expect(uneven.reduce((sum, part) => sum + part, 0)).toBe(1_000_003);
  expect(uneven.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
});

test("scale 1 is what it says, and every scale has what is measured", () => {
  expect(sizeOf(1)).toMatchObject({ workspaces: 1_000, tasks: 100_000, comments: 2_000_000 });
  expect(sizeOf(1).transcriptBytes).toBe(10_000_000_000);
  expect(sizeOf(0.000_1)).toEqual(sizeOf(0.001));
});

test("a plan has exactly as much as its size says, and at most one task in progress in a workspace", () => {
  const size = sizeOf(0.05);
  const { workspaces, tasks, chats, landmarks } = planOf(size, seededDraws(1));
  expect(workspaces).toHaveLength(size.workspaces);
  expect(tasks).toHaveLength(size.tasks);
  expect(chats).toHaveLength(size.chats);
  expect(tasks.reduce((sum, { comments }) => sum + comments, 0)).toBe(size.comments);
  const runs = [...tasks, ...chats].flatMap((owner) => owner.runs);
  expect(runs.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(size.transcriptBytes);
  expect(runs.find(({ id }) => id === landmarks.longRun)?.bytes).toBe(size.longTranscriptBytes);

  const busy = tasks.filter(({ status }) => status === "in_progress");
  expect(busy.length).toBeGreaterThan(10);
  expect(new Set(busy.map(({ workspace }) => workspace.id)).size).toBe(busy.length);
  expect(new Set(tasks.map(({ status }) => status)).size).toBe(4);
});

test("the same seed gives the same plan, another one a different plan", () => {
  const plan = (seed: number) => planOf(sizeOf(0.001), seededDraws(seed));
  expect(plan(1)).toEqual(plan(1));
  expect(plan(2).landmarks.task).not.toBe(plan(1).landmarks.task);
});
