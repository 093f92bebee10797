import { expect, test } from "bun:test";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { watchRun, watchedRuns } from "./run-watch.ts";

const said = (seq: number): TranscriptEvent => ({
  seq,
  at: "2026-01-01T00:00:00.000Z",
  type: "text",
  text: "hi",
});

test("all watchers of a run are notified until they stop", () => {
  const heard: string[] = [];
  const watch = (who: string, runId: string) =>
    watchRun(runId, {
      onEvent: (event) => heard.push(`${who} ${event.seq}`),
      onMissed: () => heard.push(`${who} missed`),
    });
  let changes = 0;
  const ignore = watchedRuns.onChange(() => changes++);
  const stops = [watch("one", "a"), watch("two", "a"), watch("three", "b")];
  expect(watchedRuns.ids()).toEqual(["a", "b"]);
  watchedRuns.tell("a", said(1));
  watchedRuns.tell("c", said(2));
  stops[0]!();
  watchedRuns.tell("a", said(3));
  watchedRuns.tellMissed();
  expect(heard).toEqual(["one 1", "two 1", "two 3", "two missed", "three missed"]);
  const before = changes;
  stops[1]!();
  expect(watchedRuns.ids()).toEqual(["b"]);
  stops[1]!();
  stops[2]!();
  expect(watchedRuns.ids()).toEqual([]);
  expect(changes).toBe(before + 2);
  ignore();
});
