import { countWaits, waitKindOf } from "@malamar/contract/plain/home.ts";
import { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { AttentionItem } from "@malamar/contract/task.ts";
import { expect, test } from "bun:test";
import { causeOf, kindFrom, kindsIn, newWaits, noticesOf, saidIn } from "./attention.logic.ts";

const NOW = new Date("2026-03-04T12:00:00.000Z");

function waiting(fields: Partial<AttentionItem> = {}): AttentionItem {
  return {
    reason: "in_review",
    workspace_id: WorkspaceId.parse("w".repeat(21)),
    workspace_title: "Shop",
    task_id: TaskId.parse("t".repeat(21)),
    task_summary: "Fix login",
    status: "in_review",
    detail: null,
    guard: null,
    retry_at: null,
    wait_cli: null,
    since: "2026-03-04T11:00:00.000Z",
    ...fields,
  };
}

const numbered = (n: number) => TaskId.parse(String(n).padStart(21, "0"));

test("a task stopped by a limit differs from one that the team handed over", () => {
  expect(waitKindOf(waiting())).toBe("in_review");
  expect(waitKindOf(waiting({ guard: "max_passes" }))).toBe("guard");
  expect(waitKindOf(waiting({ reason: "error" }))).toBe("error");
});

test("the cause is the first non-empty line, with times on the reader's clock", () => {
  expect(causeOf(waiting(), NOW)).toBe(null);
  expect(causeOf(waiting({ detail: "\n CLI exited with code 1\nstack" }), NOW)).toBe(
    "CLI exited with code 1",
  );
  const at = "2026-03-04T14:05:00.000Z";
  const cause = causeOf(waiting({ detail: `Claude Code quota, resumes at ${at}` }), NOW, "en");
  expect(cause).toMatch(/^Claude Code quota, resumes at \d\d:05$/);
});

test("kinds are counted in order, and empty ones are left out", () => {
  const items = [waiting({ reason: "quota" }), waiting(), waiting({ reason: "quota" })];
  expect(kindsIn(countWaits(items)).map(({ kind, count }) => [kind, count])).toEqual([
    ["in_review", 1],
    ["quota", 2],
  ]);
});

test("a wait is new once: again only if its reason changes, not while it lasts", () => {
  const failing = waiting({ reason: "error", detail: "No" });
  expect(newWaits([], [failing])).toEqual([failing]);
  expect(newWaits([failing], [{ ...failing, detail: "No (2 times)" }])).toEqual([]);
  const reviewed = waiting();
  expect(newWaits([failing], [reviewed])).toEqual([reviewed]);
});

test("a notification says what, why and where, and leads to the task", () => {
  const [notice] = noticesOf([waiting({ reason: "error", detail: "It broke" })], NOW);
  expect(notice).toEqual({
    key: `${"t".repeat(21)} error`,
    title: "Failing: Fix login",
    body: "Shop\nIt broke",
    path: `/workspaces/${"w".repeat(21)}/tasks/${"t".repeat(21)}`,
  });
});

test("a burst is one notification with a count", () => {
  const burst = [1, 2, 3, 4].map((n) => waiting({ task_id: numbered(n) }));
  expect(noticesOf(burst.slice(0, 3), NOW)).toHaveLength(3);
  expect(noticesOf(burst, NOW)).toEqual([
    { key: "many", title: "4 tasks need you", body: "In Review: 4", path: "/" },
  ]);
});

test("an address with an unknown kind shows all kinds", () => {
  expect(kindFrom("guard")).toBe("guard");
  expect(kindFrom("everything")).toBe(null);
  expect(kindFrom(null)).toBe(null);
});

test("an agent's words are shown without Markdown", () => {
  expect(saidIn({ content: "## Ready\n\n- It **works**" })).toBe("It works");
});
