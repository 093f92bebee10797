import { describe, expect, test } from "bun:test";
import { comment, run, runId } from "#features/tasks/testing/builders.ts";
import { authorOf, timelineOf, toneOf, voiceOf } from "./timeline.logic.ts";

const keys = (...from: Parameters<typeof timelineOf>) =>
  timelineOf(...from).map(({ key }) => key.replace(/-+$/, ""));

describe("the timeline", () => {
  test("has comments and runs in one list, newest first", () => {
    const comments = [comment("hello", "User", "10:00"), comment("stop", "User", "10:10")];
    const runs = [run("first", "10:01", "10:05"), run("second", "10:06", "10:20")];
    expect(keys(comments, runs)).toEqual(["second", "stop", "first", "hello"]);
  });

  test("shows a run and its comments as one entry", () => {
    const said = comment("plan", "Planner", "10:05", { run_id: runId("first") });
    const [entry, ...others] = timelineOf([said], [run("first", "10:01", "10:05")]);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ kind: "run", comments: [said] });
  });

  test("has the run in progress on top, whatever came after its start", () => {
    const comments = [comment("faster", "User", "10:30")];
    expect(keys(comments, [run("now", "10:00", null)])).toEqual(["now", "faster"]);
  });

  test("shows a repeated error where it last happened", () => {
    const error = comment("error", "System", "10:01", { run_id: runId("again") });
    const runs = [run("once", "10:00", "10:01"), run("again", "10:05", "10:06")];
    const comments = [error, comment("why", "User", "10:03")];
    expect(keys(comments, runs)).toEqual(["again", "why", "once"]);
  });

  test("keeps entries of the same moment in order", () => {
    const comments = [comment("a", "User", "10:00"), comment("b", "User", "10:00")];
    expect(keys(comments, [])).toEqual(["b", "a"]);
    const guard = comment("guard", "System", "10:05");
    expect(keys([guard], [run("last", "10:01", "10:05")])).toEqual(["guard", "last"]);
  });

  test("shows a comment even if its run is unknown", () => {
    const orphan = comment("orphan", "Planner", "10:00", { run_id: runId("elsewhere") });
    expect(timelineOf([orphan], [])).toMatchObject([{ kind: "comment", comment: orphan }]);
  });
});

test("a comment by Malamar about a run is an error, any other is not", () => {
  expect(voiceOf(comment("x", "System", "10:00", { run_id: runId("r") }))).toBe("error");
  expect(voiceOf(comment("x", "System", "10:00"))).toBe("system");
  expect(voiceOf(comment("x", "Planner", "10:00", { run_id: runId("r") }))).toBe("agent");
  expect(voiceOf(comment("x", "User", "10:00"))).toBe("person");
});

test("the user is You, Malamar and the agents have their names", () => {
  const error = comment("x", "System", "10:00", { run_id: runId("r") });
  expect(authorOf(comment("x", "User", "10:00"))).toBe("You");
  expect(authorOf(comment("x", "User", "10:00", { author_name: "Ada" }))).toBe("Ada");
  expect(authorOf(comment("x", "Planner", "10:00"))).toBe("Planner");
  expect(authorOf(comment("x", "Planner", "10:00", { author_name: "User" }))).toBe("User");
  expect([comment("x", "System", "10:00"), error].map(authorOf)).toEqual(["Malamar", "Malamar"]);
});

test("a note is quieter than a comment for the team", () => {
  expect(toneOf(comment("x", "User", "10:00", { is_note: true }))).toBe("note");
  expect(toneOf(comment("x", "User", "10:00"))).toBe("normal");
  expect(toneOf(comment("x", "System", "10:00"))).toBe("quiet");
  expect(toneOf(comment("x", "System", "10:00", { run_id: runId("r") }))).toBe("error");
});
