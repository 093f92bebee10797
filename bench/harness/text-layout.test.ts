import { expect, test } from "bun:test";
import { hanging, PAGE_WIDTH, tableOfCells, wrapped } from "./text-layout.ts";

test("words go into lines of the width, and a longer word gets its own line", () => {
  expect(wrapped("one two three incomprehensible four", 9)).toEqual([
    "one two",
    "three",
    "incomprehensible",
    "four",
  ]);
  expect(wrapped("", 9)).toEqual([""]);
});

test("a text after a lead continues below itself", () => {
  const lines = hanging("bare  ", "word ".repeat(30).trim());
  expect(lines.length).toBe(2);
  expect(lines[0]).toStartWith("bare  word");
  expect(lines[1]).toStartWith("      word");
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(PAGE_WIDTH);
});

test("in a table the figures are aligned, and the text gets the remaining width", () => {
  const name = "a name of many words that nobody could ever put into one line of the table at once";
  const lines = tableOfCells(
    ["what", "figure"],
    [
      ["short", "1"],
      [name, "12,345 (11,000–13,000)"],
    ],
  ).split("\n");
  expect(lines.every((line) => line.length <= PAGE_WIDTH)).toBe(true);
  expect(lines[0]).toEndWith("figure");
  expect(lines[2]).toEndWith(" 1");
  expect(new Set([lines[0], lines[2], lines[3]].map((line) => line!.length)).size).toBe(1);
  expect(`${lines[3]!.slice(0, 70).trimEnd()} ${lines[4]}`).toStartWith("a name of many words");
  expect(lines).toHaveLength(5);
});
