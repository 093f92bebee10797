import { expect, test } from "bun:test";
import { cutComments } from "./cut-comments.ts";

interface Line {
  content: string;
  user_id?: string;
  is_note?: true;
  created_at?: string;
}

const comment = ({ content, user_id = "u1", created_at = "t1", ...more }: Line) => ({
  author: "User",
  ...(user_id && { user_id }),
  ...more,
  content,
  created_at,
});

const isFirst = ({ user_id, created_at }: { user_id: string; created_at: string }) =>
  user_id === "u1" && created_at === "t1";

const SECRETS = ["secret", 'a "quoted" \\ one\\', 'ends with "', "\\", "ä 🦑\n\r\t\u2028", "{}"];

test.each([
  ["a line", (object: object) => JSON.stringify(object)],
  ["several lines", (object: object) => JSON.stringify([object], null, 2)],
])("a deleted comment, on %s, is cut", (_name, write) => {
  for (const content of SECRETS) {
    for (const note of [{}, { is_note: true }] as const) {
      const lines = (text: string) =>
        ["# Task\r\n", comment({ content: text, ...note }), comment({ content, user_id: "u2" })]
          .map((part) => (typeof part === "string" ? part : write(part)))
          .join("\n");
      expect(cutComments(lines(content), isFirst)).toBe(lines(""));
      expect(cutComments(lines(""), isFirst)).toBe(lines(""));
    }
  }
});

test("another comment's quote of it stays", () => {
  const gone = JSON.stringify(comment({ content: "secret" }));
  const quoting = (text: string) =>
    [JSON.stringify(comment({ content: gone, created_at: "t2" })), text].join("\n");
  expect(cutComments(quoting(gone), isFirst)).toBe(quoting(gone.replace("secret", "")));
});

test.each([
  ["one of another person", JSON.stringify(comment({ content: "kept", user_id: "u2" }))],
  ["one of another moment", JSON.stringify(comment({ content: "kept", created_at: "t2" }))],
  ["one of an agent", JSON.stringify(comment({ content: "kept", user_id: "" }))],
  ["a text without an end", '"user_id":"u1","content":"kept'],
  ["a text that is not JSON", '"user_id":"u1","content":"\\x","created_at":"t1"'],
  ["something else than a text", '"user_id":"u1","content":{},"created_at":"t1"'],
  ["prose", "secret\r\nand more"],
])("%s stays", (_name, text) => {
  expect(cutComments(text, isFirst)).toBe(text);
});

test("a text of millions of letters is cut", () => {
  const text = (content: string) => JSON.stringify(comment({ content }));
  expect(cutComments(text('a\n"'.repeat(500_000)), isFirst)).toBe(text(""));
});
