import { expect, test } from "bun:test";
import { chatRow } from "#features/chats/testing/builders.ts";
import { previewOf, withPlace } from "./chat-row.logic.ts";

test.each([
  ["of an agent", { preview: "Done.\n\nAnything else?" }, "Done. Anything else?"],
  ["of an agent, in Markdown", { preview: "# Plan\n- **First** `this`" }, "First this"],
  [
    "of the user",
    { preview: " Hello **you** ", last_message_role: "user" as const },
    "You: Hello **you**",
  ],
  ["of no one yet", { preview: null, last_message_role: null }, "No messages yet"],
  ["without a text", { preview: " " }, "An empty answer"],
])("the last message %s is one line", (_whose, more, shown) => {
  expect(previewOf(chatRow(more))).toBe(shown);
});

test("a row shows the beginning of a message of any length", () => {
  expect(previewOf(chatRow({ preview: "x".repeat(100_000) })).length).toBeLessThan(400);
});

test.each([
  { place: -1, rows: [4, 5, 6] },
  { place: 5, rows: [4, 5, 6] },
  { place: 1, rows: [1, 4, 5, 6] },
  { place: 90, rows: [4, 5, 6, 90] },
])("the row of the chat at $place is rendered at any scroll position", ({ place, rows }) => {
  expect(withPlace([4, 5, 6], place)).toEqual([...rows]);
});
