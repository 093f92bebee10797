import { expect, test } from "bun:test";
import { message } from "#features/chats/testing/builders.ts";
import { beginsDay, dayLabel, voiceOf } from "./messages.logic.ts";

test.each([
  ["user", "Error: is what I typed", "person"],
  ["agent", "Error: is what I read", "agent"],
  ["system", "Switched from Malamar to Planner", "system"],
  ["system", "User has uploaded /tmp/Error: x", "system"],
  ["system", "Error: CLI exited with code 1", "error"],
  ["system", "Action failed: create_agent - it exists", "error"],
] as const)("what %s says (%s) is shown as %s", (role, text, voice) => {
  expect(voiceOf({ role, message: text })).toBe(voice);
});

const at = (day: number, hour: number) =>
  message("m", { created_at: new Date(2026, 0, day, hour).toISOString() });

test("a day begins with its first message, on the reader's calendar", () => {
  expect(beginsDay(at(1, 0), undefined)).toBe(true);
  expect(beginsDay(at(1, 23), at(1, 0))).toBe(false);
  expect(beginsDay(at(2, 0), at(1, 23))).toBe(true);
});

test.each([
  [new Date(2026, 0, 15, 1), "Today"],
  [new Date(2026, 0, 14, 23), "Yesterday"],
  [new Date(2026, 0, 5), "Monday, January 5"],
  [new Date(2025, 11, 31), "Wednesday, December 31, 2025"],
])("a day is called as people call it: %p", (then, label) => {
  expect(dayLabel(then.toISOString(), new Date(2026, 0, 15, 12), "en-US")).toBe(label);
});
