import { expect, test } from "bun:test";
import { groupState, groupWords } from "./group-words.logic.ts";
import type { Tool, ToolState } from "./rows.logic.ts";
import { call } from "./testing/events.ts";

function tool(name: string, input: unknown, state: ToolState = "ok"): Tool {
  return { kind: "tool", call: { ...call(1, "a", name), input }, result: null, state };
}

const read = (file_path: string, state?: ToolState) => tool("Read", { file_path }, state);
const search = (pattern: string) => tool("Grep", { pattern });

test.each<[string, Tool[], string, string]>([
  ["reads", [read("/src/a.ts"), read("/src/b.ts")], "Read 2 files", "a.ts, b.ts"],
  ["one file in parts", [read("/a.ts"), read("/a.ts")], "Read 1 file", "a.ts"],
  ["searches", [search("one"), search("two")], "Searched 2 times", "one, two"],
  ["both", [search("one"), read("/a.ts")], "Read 1 file, searched 1 time", "one, a.ts"],
  ["reads of unknown files", [tool("Read", {}), tool("Read", {})], "Read 2 files", ""],
])("%s", (_what, tools, title, preview) => {
  expect(groupWords(tools)).toEqual({ title, preview });
});

test("some of many files are named", () => {
  const { title, preview } = groupWords(Array.from({ length: 25 }, (_, n) => read(`/${n}.ts`)));
  expect(title).toBe("Read 25 files");
  expect(preview).toBe("0.ts, 1.ts, 2.ts, 3.ts, 4.ts, 5.ts, 6.ts, 7.ts");
});

test("a group works while one of its tools does, and counts failures", () => {
  const states = (...all: ToolState[]) => groupState(all.map((state) => read("/a", state)));
  expect(states("ok", "unknown")).toEqual({ state: "ok", detail: null });
  expect(states("failed", "running")).toEqual({ state: "running", detail: null });
  expect(states("failed", "ok")).toEqual({ state: "failed", detail: "1 failed" });
  expect(states("failed", "failed")).toEqual({ state: "failed", detail: "failed" });
});
