import { expect, test } from "bun:test";
import { wordMarks } from "./word-marks.logic.ts";

/** The line with its marks in brackets. */
function shown(line: string, spans: readonly (readonly [number, number])[]): string {
  return spans
    .toReversed()
    .reduce(
      (text, [from, to]) => `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`,
      line,
    );
}

test.each([
  ["return a + b;", "return a - b;", "return a [+] b;", "return a [-] b;"],
  ["const one = 1;", "const two = 1;", "const [one] = 1;", "const [two] = 1;"],
  ["if (a)", "if (a && b)", "if (a)", "if (a[ && b])"],
  ["  x = load();", "    x = load();", "[  ]x = load();", "[    ]x = load();"],
  ["the quick brown fox", "the slow red fox", "the [quick brown] fox", "the [slow red] fox"],
  ["let größer = one;", "let größe = one;", "let [größer] = one;", "let [größe] = one;"],
])("%j to %j", (before, after, old, now) => {
  const marks = wordMarks(before, after);
  expect([shown(before, marks!.old), shown(after, marks!.new)]).toEqual([old, now]);
});

test.each([
  ["a line that did not change", "same", "same"],
  ["two lines with nothing in common", "import a from 'b';", "while (true) { wait(); }"],
  ["a very long line", `${"word ".repeat(200)}a`, `${"word ".repeat(200)}b`],
])("%s has no marks", (_name, before, after) => {
  expect(wordMarks(before, after)).toBeNull();
});
