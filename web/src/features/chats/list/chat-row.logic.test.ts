import { expect, test } from "bun:test";
import { chatRow } from "#features/chats/testing/builders.ts";
import { previewOf } from "./chat-row.logic.ts";

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
