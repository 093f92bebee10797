import { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { expect, test } from "bun:test";
import type { TaskNews } from "./task-news.logic.ts";
import { createToastLimit, summaryText } from "./toast-limit.logic.ts";

function news(task: string, kind: TaskNews["kind"] = "in_review"): TaskNews {
  return {
    kind,
    workspaceId: WorkspaceId.parse("w".repeat(21)),
    taskId: TaskId.parse(task.repeat(21)),
    summary: task,
    detail: "",
  };
}

function limitWithClock() {
  let time = 0;
  const limit = createToastLimit(() => time);
  return { limit, pass: (ms: number) => (time += ms) };
}

test("three in a second are shown, the rest are counted", () => {
  const { limit } = limitWithClock();
  expect(["a", "b", "c"].map((task) => limit(news(task)).kind)).toEqual(["news", "news", "news"]);
  expect(limit(news("d"))).toEqual({ kind: "summary", inReview: 1, failed: 0, created: 0 });
  expect(limit(news("e", "error"))).toMatchObject({ inReview: 1, failed: 1, created: 0 });
  expect(limit(news("f", "created"))).toMatchObject({ inReview: 1, failed: 1, created: 1 });
});

test("a task is counted once, by its latest news", () => {
  const { limit } = limitWithClock();
  for (const task of ["a", "b", "c"]) limit(news(task));
  limit(news("d", "error"));
  expect(limit(news("d"))).toEqual({ kind: "summary", inReview: 1, failed: 0, created: 0 });
});

test("a second later there is room again", () => {
  const { limit, pass } = limitWithClock();
  for (const task of ["a", "b", "c"]) limit(news(task));
  pass(999);
  expect(limit(news("d")).kind).toBe("summary");
  pass(1);
  expect(limit(news("e")).kind).toBe("news");
});

test("after a summary has left the screen, counting starts again", () => {
  const { limit, pass } = limitWithClock();
  for (const task of ["a", "b", "c", "d", "e"]) limit(news(task));
  pass(5_000);
  for (const task of ["a", "b", "c"]) limit(news(task));
  expect(limit(news("d"))).toEqual({ kind: "summary", inReview: 1, failed: 0, created: 0 });
});

test("a summary reads as one sentence", () => {
  expect(summaryText({ kind: "summary", inReview: 5, failed: 0, created: 0 })).toBe(
    "5 more tasks are In Review",
  );
  expect(summaryText({ kind: "summary", inReview: 1, failed: 2, created: 0 })).toBe(
    "2 more tasks failed, 1 more task is In Review",
  );
  expect(summaryText({ kind: "summary", inReview: 0, failed: 1, created: 2 })).toBe(
    "1 more task failed, 2 more tasks were created",
  );
});
