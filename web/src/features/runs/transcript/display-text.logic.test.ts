import { expect, test } from "bun:test";
import {
  cutText,
  displayText,
  firstLine,
  inputPreview,
  inputText,
  lookOf,
} from "./display-text.logic.ts";

test.each([
  ["colours", "\u001B[1;31merror\u001B[0m: no", "error: no"],
  ["24-bit colours", "\u001B[38;2;255;0;0mred\u001B[m", "red"],
  ["cursor moves", "\u001B[2K\u001B[1Gdone\u001B[?25h", "done"],
  ["a title", "\u001B]0;my title\u0007text", "text"],
  ["a link", "\u001B]8;;https://a.example\u001B\\here\u001B]8;;\u001B\\", "here"],
  ["an unterminated title", "before\u001B]0;never ends", "before"],
  ["the single-character form", "\u009B31mred\u009B0m", "red"],
  ["an incomplete sequence at the end", "text\u001B[3", "text3"],
  ["zeros and bells", "a\u0000b\u0007c\u0008", "abc"],
  ["line ends of other systems", "one\r\ntwo\rthree\n", "one\ntwo\nthree\n"],
  ["tabs, and letters of all kinds", "a\tä日🦑שלום", "a\tä日🦑שלום"],
])("a text is shown without %s", (_what, text, shown) => {
  expect(displayText(text)).toBe(shown);
});

test("a preview is the first non-empty line, at most one line long", () => {
  expect(firstLine("\n  \n\u001B[1m  first \u001B[0m\nsecond")).toBe("first");
  expect(firstLine("")).toBe("");
  expect(firstLine("x".repeat(65_536))).toBe(`${"x".repeat(240)}…`);
});

test.each<[string, unknown, string]>([
  ["a command", { description: "List", command: "ls -la\npwd" }, "ls -la"],
  ["a path", { content: "long text", file_path: "/a/b.ts" }, "/a/b.ts"],
  ["the first text", { count: 3, empty: " ", subject: "Find it" }, "Find it"],
  ["the words of a command", { command: ["git", "log", 3] }, "git log 3"],
  [
    "numbers if there is no text",
    { from: 1, deep: { a: 1 }, on: true },
    "from: 1, deep: …, on: true",
  ],
  ["a text", "ls\nrest", "ls"],
  ["a list", ["a", null, "b"], "a b"],
  ["nothing", null, ""],
  ["nothing for an empty object", {}, ""],
  ["a number", 42, "42"],
])("for a tool's input, one line shows %s", (_what, input, preview) => {
  expect(inputPreview(input)).toBe(preview);
});

test("the full input of a tool is JSON, or the text itself", () => {
  expect(inputText({ a: "1\u001B[31m", b: 2 })).toBe('{\n  "a": "1\\u001b[31m",\n  "b": 2\n}');
  expect(inputText({ command: "ls\npwd" })).toBe("ls\npwd");
  expect(inputText({ count: 1 })).toBe('{\n  "count": 1\n}');
  expect(inputText("a\u001B[31mb")).toBe("ab");
  expect(inputText(null)).toBe("");
});

test("a short text is shown in full, and a long one is cut with the rest counted", () => {
  expect(cutText("short")).toEqual({ shown: "short", left: 0 });
  expect(cutText("x".repeat(4_500))).toEqual({ shown: "x".repeat(4_500), left: 0 });
  expect(cutText("x".repeat(65_536))).toEqual({ shown: "x".repeat(4_000), left: 61_536 });
  const lines = cutText("line\n".repeat(1_000));
  expect(lines.shown.split("\n")).toHaveLength(60);
  expect(lines.shown.length + lines.left).toBe(5_000);
});

test("no character is cut in half", () => {
  expect(cutText(`x${"🦑".repeat(10_000)}`).shown.isWellFormed()).toBe(true);
  expect(cutText("🦑".repeat(10_000)).shown.isWellFormed()).toBe(true);
});

test.each([
  ["I have read it, and it works.", "plain"],
  ["", "plain"],
  ["Ünïcode 日本", "plain"],
  ["Look at `this`", "markdown"],
  ["two\n\nparagraphs", "markdown"],
  ["1. first", "markdown"],
  ["    code", "markdown"],
  ["see www.example.com", "markdown"],
  ["https://example.com", "markdown"],
  ["<b>", "markdown"],
  ["a & b", "markdown"],
  ["word ".repeat(1_000), "long markdown"],
  ["word ".repeat(4_000), "verbatim"],
] as const)("a text is parsed as Markdown only where that makes a difference: %#", (text, look) => {
  expect(lookOf(text)).toBe(look);
});
