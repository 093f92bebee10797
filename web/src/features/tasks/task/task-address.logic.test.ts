import { describe, expect, test } from "bun:test";
import { boardSearchOf, neighboursOf, placeOf, searchOf } from "./task-address.logic.ts";
import { card, runId } from "#features/tasks/testing/builders.ts";

describe("the address of a task", () => {
  test("is the timeline unless it says otherwise", () => {
    expect(placeOf(new URLSearchParams())).toEqual({ tab: "timeline", run: null });
    expect(placeOf(new URLSearchParams("tab=nowhere&run=x"))).toEqual({
      tab: "timeline",
      run: null,
    });
  });

  test("names the run of a transcript", () => {
    const search = searchOf("transcript", runId("r"));
    expect(placeOf(new URLSearchParams(search))).toEqual({ tab: "transcript", run: runId("r") });
  });

  test("leaves the timeline out", () => {
    expect(searchOf("timeline")).toBe("");
    expect(searchOf("activity")).toBe("?tab=activity");
  });
});

test("what the board beside a task shows stays in the address", () => {
  const current = new URLSearchParams("q=login&tab=transcript&run=x");
  expect(searchOf("activity", null, current)).toBe("?q=login&tab=activity");
  expect(searchOf("timeline", null, current)).toBe("?q=login");
  expect(boardSearchOf(current)).toBe("?q=login");
  expect(boardSearchOf(new URLSearchParams("tab=activity"))).toBe("");
});

describe("the tasks beside one", () => {
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

  test("are none for a task that is not on the board", () => {
    expect(names("x")).toEqual([undefined, undefined]);
  });
});
