import { describe, expect, test } from "bun:test";
import { comment, run, runId } from "#features/tasks/testing/builders.ts";
import { failureBefore, passesOf, reviewOf, workedMs } from "./review.logic.ts";

const asked = run("asked", "10:01", "10:05", { action_type: "in_review" });
const said = comment("ready", "Planner", "10:05", { run_id: runId("asked") });

describe("why a task waits for the user", () => {
  test("is the last comment of the agent that asked for review", () => {
    const first = comment("first", "Planner", "10:04", { run_id: runId("asked") });
    const note = comment("later", "User", "10:30", { is_note: true });
    const later = run("later", "10:06", "10:07", { action_type: "skip" });
    expect(reviewOf([first, said, note], [asked, later])).toEqual({
      kind: "ready",
      run: asked,
      comment: said,
    });
  });

  test("is the last of several requests", () => {
    const again = run("again", "11:00", "11:05", { action_type: "in_review" });
    const words = comment("now", "Planner", "11:05", { run_id: runId("again") });
    expect(reviewOf([said, comment("more", "User", "10:30"), words], [asked, again])).toMatchObject(
      { run: again, comment: words },
    );
  });

  test("is Malamar's reason if that came last", () => {
    const guard = comment("limit", "System", "12:00");
    expect(reviewOf([said, comment("more", "User", "11:00"), guard], [asked])).toEqual({
      kind: "stopped",
      run: null,
      comment: guard,
    });
  });

  test("is any agent's last comment if the request came without one", () => {
    const quiet = run("quiet", "11:00", "11:05", { action_type: "in_review" });
    const other = comment("other", "Planner", "10:59", { run_id: runId("before") });
    expect(reviewOf([other], [quiet])).toEqual({ kind: "ready", run: quiet, comment: other });
  });

  test("may be missing, and is never a deleted comment", () => {
    const gone = { ...said, deleted_at: said.created_at };
    expect(reviewOf([gone], [asked])).toEqual({ kind: "ready", run: asked, comment: null });
    expect(reviewOf([], [])).toEqual({ kind: "ready", run: null, comment: null });
  });
});

test("before a limit stopped a task, its last error was in a comment", () => {
  const content = "CLI exited with code 3";
  const failed = comment("error", "System", "11:00", { run_id: runId("failed"), content });
  const counted = { ...failed, content: `${failed.content}\n\n(12 times, last at 11:59)` };
  const guard = comment("limit", "System", "12:00");
  const stopped = reviewOf([said, counted, guard], []);
  expect(failureBefore(stopped, [said, counted, guard], failed.content)).toBe(counted);
  expect(failureBefore(stopped, [said, counted, guard], null)).toBe(null);
  expect(failureBefore(stopped, [said, counted, guard], "Another error")).toBe(null);
  // The error is the reason itself.
  expect(failureBefore(reviewOf([failed], []), [failed], failed.content)).toBe(null);
});

test("the agents' working time is the sum of all runs, including the running ones until now", () => {
  const runs = [run("a", "10:00", "10:05"), run("b", "10:10", "10:11"), run("c", "10:20", null)];
  expect(workedMs(runs, new Date("2026-01-01T10:22:00.000Z"))).toBe(8 * 60_000);
  expect(workedMs([], new Date())).toBe(0);
});

test("passes are counted over the life of a task", () => {
  expect(passesOf([])).toBe(0);
  expect(passesOf([run("old", "09:00", "09:01", { pass: null })])).toBe(0);
  expect(passesOf([run("a", "10:00", "10:01"), run("b", "10:02", "10:03", { pass: 3 })])).toBe(3);
});
