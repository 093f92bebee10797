import { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { expect, test } from "bun:test";
import { createAnnouncer } from "./announcer.logic.ts";
import type { TaskNews } from "./task-news.logic.ts";

const news = (kind: TaskNews["kind"], summary: string): TaskNews => ({
  kind,
  workspaceId: WorkspaceId.parse("w".repeat(21)),
  taskId: TaskId.parse("t".repeat(21)),
  summary,
  detail: kind === "started" ? "Planner" : "No",
});

function announcerWithClock() {
  let time = 0;
  let timer: { at: number; ring: () => void } | null = null;
  const said: string[] = [];
  const announcer = createAnnouncer((sentence) => said.push(sentence), {
    now: () => time,
    wait: (ms, ring) => {
      timer = { at: time + ms, ring };
      return () => (timer = null);
    },
  });
  function pass(ms: number) {
    time += ms;
    if (timer === null || timer.at > time) return;
    const { ring } = timer;
    timer = null;
    ring();
  }
  return { ...announcer, said, pass };
}

test("the first sentence is announced at once", () => {
  const { announce, said } = announcerWithClock();
  announce(news("started", "A"));
  expect(said).toEqual(["Planner is working on A"]);
});

test("after a sentence there is a pause of three seconds, then the newest one is announced", () => {
  const { announce, said, pass } = announcerWithClock();
  announce(news("started", "A"));
  announce(news("started", "B"));
  announce(news("started", "C"));
  pass(2_999);
  expect(said).toHaveLength(1);
  pass(1);
  expect(said.slice(1)).toEqual(["Planner is working on C"]);
  pass(10_000);
  expect(said).toHaveLength(2);
});

test("a move to In Review is not dropped for a start or an error", () => {
  const { announce, said, pass } = announcerWithClock();
  announce(news("started", "A"));
  announce(news("in_review", "B"));
  announce(news("error", "C"));
  announce(news("started", "D"));
  pass(3_000);
  expect(said.slice(1)).toEqual(["B moved to In Review"]);
});

test("an error is not dropped for a start", () => {
  const { announce, said, pass } = announcerWithClock();
  announce(news("started", "A"));
  announce(news("error", "B"));
  announce(news("started", "C"));
  pass(3_000);
  expect(said.slice(1)).toEqual(["Error on B: No"]);
});

test("what was not announced before the user left the tab stays unannounced", () => {
  const { announce, forget, said, pass } = announcerWithClock();
  announce(news("started", "A"));
  announce(news("in_review", "B"));
  forget();
  pass(3_000);
  expect(said).toHaveLength(1);
  announce(news("in_review", "C"));
  expect(said.slice(1)).toEqual(["C moved to In Review"]);
});
