import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { expect, test } from "bun:test";
import { NOTHING_SAID, afterEvent, lastLine } from "./last-said.logic.ts";

const at = "2026-01-01T10:00:00.000Z";
const said = (seq: number, text: string): TranscriptEvent => ({ seq, at, type: "text", text });
const notice = (seq: number): TranscriptEvent => ({ seq, at, type: "notice", text: "Waits." });

const lineAfter = (...events: TranscriptEvent[]) =>
  lastLine(events.reduce((last, event) => afterEvent(last, event), NOTHING_SAID));

test.each<[string, TranscriptEvent[], string]>([
  ["nothing yet", [], ""],
  ["a text", [said(1, "Looking at it.")], "Looking at it."],
  ["parts of one text", [said(1, "Looking "), said(2, "at it.")], "Looking at it."],
  ["a text after another event", [said(1, "First."), notice(2), said(3, "Second.")], "Second."],
  ["another event after a text", [said(1, "First."), notice(2)], "First."],
  ["the last line with words", [said(1, "One.\n\nTwo.\n---\n")], "Two."],
  ["a heading", [said(1, "## Plan")], "Plan"],
  ["Markdown", [said(1, "- **Bold** and `code`")], "Bold and code"],
  ["an older event that arrives late", [said(2, "New."), said(1, "Old.")], "New."],
  ["blank parts", [said(1, "Done."), notice(2), said(3, "\n")], "Done."],
])("the line is right for %s", (_what, events, line) => {
  expect(lineAfter(...events)).toBe(line);
});

test("a text of any length stays short", () => {
  expect(lineAfter(said(1, "x".repeat(100_000))).length).toBeLessThanOrEqual(400);
});
