import { describe, expect, test } from "bun:test";
import { boardSearchOf, neighboursOf, placeOf, searchOf } from "./task-address.logic.ts";
import { card, runId } from "#features/tasks/testing/builders.ts";

describe("the address of a task", () => {
  test("is the timeline by default", () => {
    expect(placeOf(new URLSearchParams())).toEqual({ tab: "timeline", part: null });
    expect(placeOf(new URLSearchParams("tab=nowhere&run=x"))).toEqual({
      tab: "timeline",
      part: null,
    });
  });

  test("names the run of a transcript", () => {
    const search = searchOf("transcript", runId("r"));
    expect(placeOf(new URLSearchParams(search))).toEqual({ tab: "transcript", part: runId("r") });
  });

  test("names the changes that are shown", () => {
    const search = searchOf("changes", "pass-2");
    expect(search).toBe("?tab=changes&show=pass-2");
    expect(placeOf(new URLSearchParams(search))).toEqual({ tab: "changes", part: "pass-2" });
    expect(searchOf("transcript", null, new URLSearchParams(search))).toBe("?tab=transcript");
  });

  test("leaves the timeline out", () => {
    expect(searchOf("timeline")).toBe("");
    expect(searchOf("activity")).toBe("?tab=activity");
  });
});

test("the board's parameters stay in the address of a task next to it", () => {
  const current = new URLSearchParams("q=login&tab=transcript&run=x");
  expect(searchOf("activity", null, current)).toBe("?q=login&tab=activity");
  expect(searchOf("timeline", null, current)).toBe("?q=login");
  expect(boardSearchOf(current)).toBe("?q=login");
  expect(boardSearchOf(new URLSearchParams("tab=activity"))).toBe("");
});

describe("a task's neighbours", () => {
  const tasks = [card("b", "in_review"), card("a", "todo"), card("c", "in_review")];
  const names = (of: string) => {
    const { previous, next } = neighboursOf(tasks, of.padEnd(21, "-"));
    return [previous?.summary, next?.summary];
  };

  test("are those of the board, column by column", () => {
    expect(names("a")).toEqual([undefined, "b"]);
    expect(names("b")).toEqual(["a", "c"]);
    expect(names("c")).toEqual(["b", undefined]);
  });

  test("do not exist for a task that is not on the board", () => {
    expect(names("x")).toEqual([undefined, undefined]);
  });
});
