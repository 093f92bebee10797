import { expect, test } from "bun:test";
import {
  readTabMessage,
  readTranscriptFrame,
  unionOfRuns,
  type TabMessage,
} from "./event-hub.logic.ts";

test.each<TabMessage>([
  {
    kind: "status",
    isOnline: true,
    lastId: "b-1",
    hello: { type: "hello", version: "0.1.0", boot_id: "b" },
  },
  { kind: "status", isOnline: false, lastId: null, hello: null },
  { kind: "frame", id: "b-2", type: "settings.updated", data: "{}" },
  { kind: "frame", id: "b-2", type: "from.the.future", data: '{"any":"thing"}' },
  { kind: "ask", types: ["hello", "from.the.future"] },
  { kind: "leading" },
  { kind: "runs", tab: "t", runs: ["a", "b"] },
  { kind: "runs", tab: "t", runs: [] },
  { kind: "watching", tab: "t" },
])("tabs understand each other: %j", (message) => {
  expect(readTabMessage(message)).toEqual(message);
});

test("messages of another version are ignored", () => {
  expect(readTabMessage({ kind: "shout" })).toBe(null);
  expect(readTabMessage({ kind: "ask" })).toBe(null);
  expect(readTabMessage("ask")).toBe(null);
});

test("a stream carries the runs of all tabs, each once, its own first and no more than the server allows", () => {
  expect(unionOfRuns(["a"], [["b", "a"], [], ["c"]])).toEqual(["a", "b", "c"]);
  const many = Array.from({ length: 60 }, (_, n) => `run-${n}`);
  expect(unionOfRuns(["mine"], [many])).toEqual(["mine", ...many.slice(0, 49)]);
});

test("a run's transcript event of any type can be read", () => {
  const event = { seq: 3, at: "2026-01-01T00:00:00.000Z", type: "from.the.future", data: { a: 1 } };
  expect(readTranscriptFrame(JSON.stringify({ run_id: "r", event }))).toEqual({
    runId: "r",
    event: event as never,
  });
  expect(readTranscriptFrame("{")).toBe(null);
  expect(readTranscriptFrame('{"run_id":"r","event":{}}')).toBe(null);
});
