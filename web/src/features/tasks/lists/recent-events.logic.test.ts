import { expect, test } from "bun:test";
import { card } from "#features/tasks/testing/builders.ts";
import { createRecentEvents } from "./recent-events.logic.ts";

const task = card("a", "todo");
const event = {
  type: "task.updated",
  workspace_id: task.workspace_id,
  task_id: task.id,
  task_summary: "a",
  task,
} as const;

test("a response is updated with later events of its workspace and server process", () => {
  const recent = createRecentEvents();
  for (const seq of [4, 5, 6]) recent.add({ event, at: { boot: "b", seq } });
  recent.add({ event, at: { boot: "old", seq: 9 } });
  const seqs = (seq: number, boot = "b", workspace: string = task.workspace_id) =>
    recent.after({ boot, seq }, workspace).map(({ at }) => at.seq);
  expect(seqs(4)).toEqual([5, 6]);
  expect(seqs(6)).toEqual([]);
  expect(seqs(0, "new")).toEqual([]);
  expect(seqs(0, "b", "another")).toEqual([]);
});

test("a response no newer than a known event of its task adds nothing", () => {
  const recent = createRecentEvents();
  const told = { ...task, updated_at: "2026-01-01T10:00:05.000Z" };
  expect(recent.hasTold(told)).toBe(false);
  recent.add({ event: { ...event, task: told }, at: { boot: "b", seq: 1 } });
  expect(recent.hasTold({ ...told, updated_at: "2026-01-01T10:00:04.000Z" })).toBe(true);
  expect(recent.hasTold(told)).toBe(true);
  expect(recent.hasTold({ ...told, updated_at: "2026-01-01T10:00:06.000Z" })).toBe(false);
  const { task: _row, ...gone } = event;
  recent.add({
    event: { ...gone, type: "task.deleted", status: "todo" },
    at: { boot: "b", seq: 2 },
  });
  expect(recent.hasTold({ ...told, updated_at: "2026-01-01T10:00:06.000Z" })).toBe(true);
});

test("only the latest events are remembered", () => {
  const recent = createRecentEvents(2);
  for (const seq of [1, 2, 3]) recent.add({ event, at: { boot: "b", seq } });
  const told = recent.after({ boot: "b", seq: 0 }, task.workspace_id);
  expect(told.map(({ at }) => at.seq)).toEqual([2, 3]);
});
