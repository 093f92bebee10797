import { RunId } from "@malamar/contract/ids.ts";
import { expect, test } from "bun:test";
import { message } from "#features/chats/testing/builders.ts";
import { beginsDay, dayLabel, isOfSameRun, uploadOf, voiceOf } from "./messages.logic.ts";

test.each([
  ["user", "Error: is what I typed", "person"],
  ["agent", "Error: is what I read", "agent"],
  ["system", "Switched from Malamar to Planner", "system"],
  ["system", "User has uploaded /tmp/Error: x", "system"],
  ["system", "Error: CLI exited with code 1", "error"],
  ["system", "Action failed: create_agent - it exists", "error"],
] as const)("a message from %s (%s) is shown as %s", (role, text, voice) => {
  expect(voiceOf({ role, message: text })).toBe(voice);
});

const at = (day: number, hour: number) =>
  message("m", { created_at: new Date(2026, 0, day, hour).toISOString() });

test("a day starts with its first message, on the reader's calendar", () => {
  expect(beginsDay(at(1, 0), undefined)).toBe(true);
  expect(beginsDay(at(1, 23), at(1, 0))).toBe(false);
  expect(beginsDay(at(2, 0), at(1, 23))).toBe(true);
});

test("two messages of one run differ from those of two runs, and from those without a run", () => {
  const [one, other] = [RunId.parse("a".repeat(21)), RunId.parse("b".repeat(21))];
  expect(isOfSameRun({ run_id: one }, { run_id: one })).toBe(true);
  expect(isOfSameRun({ run_id: one }, { run_id: other })).toBe(false);
  expect(isOfSameRun({ run_id: null }, { run_id: null })).toBe(false);
  expect(isOfSameRun({ run_id: one }, undefined)).toBe(false);
});

test("the name of an uploaded file is known", () => {
  expect(uploadOf("User has uploaded /tmp/a b/report.pdf")).toEqual({
    way: "User has uploaded /tmp/a b/",
    name: "report.pdf",
  });
  expect(uploadOf("Switched from A/B to C")).toBeNull();
});

test.each([
  [new Date(2026, 0, 15, 1), "Today"],
  [new Date(2026, 0, 14, 23), "Yesterday"],
  [new Date(2026, 0, 5), "Monday, January 5"],
  [new Date(2025, 11, 31), "Wednesday, December 31, 2025"],
])("days have everyday names: %p", (then, label) => {
  expect(dayLabel(then.toISOString(), new Date(2026, 0, 15, 12), "en-US")).toBe(label);
});
