import { expect, test } from "bun:test";
import type { LineColours } from "./colour-tokens.logic.ts";
import { isReordered, MOST_SHOWN, segmentsOf } from "./segments.logic.ts";
import type { Span } from "./word-marks.logic.ts";

/** Line 1 has these colours; line 0 has one, so that a wrong line is noticed. */
function coloursOf(...tokens: [number, number, string][]): LineColours {
  const classes = ["wrong", ...tokens.map(([, , name]) => name)];
  return {
    starts: Uint32Array.of(0, 1, 1 + tokens.length),
    tokens: Uint32Array.from([0, 1, 0, ...tokens.flatMap(([from, to], at) => [from, to, at + 1])]),
    classes,
  };
}

/** "const:k *x*": each part with its colour, marked ones in stars. */
function shown(text: string, colours: LineColours | null, marks: readonly Span[] = []): string {
  return segmentsOf(text, { colours, line: 1, marks })
    .map(({ text, className, isMarked }) => {
      const coloured = className === null ? text : `${text}:${className}`;
      return isMarked ? `*${coloured}*` : coloured;
    })
    .join("|");
}

const NAMES: [number, number, string] = [0, 5, "k"];

test.each<[string, string, LineColours | null, Span[], string]>([
  ["no colours and no marks", "const x", null, [], "const x"],
  ["an empty line", "", coloursOf(), [], ""],
  ["a colour", "const x", coloursOf(NAMES), [], "const:k| x"],
  ["a mark in the middle", "a b c", null, [[2, 3]], "a |*b*| c"],
  ["a mark within a colour", "const x", coloursOf(NAMES), [[1, 3]], "c:k|*on:k*|st:k| x"],
  ["a mark across colours", "const x", coloursOf(NAMES), [[3, 7]], "con:k|*st:k*|* x*"],
  [
    "two marks in one colour",
    "abcde",
    coloursOf(NAMES),
    [
      [0, 1],
      [3, 4],
    ],
    "*a:k*|bc:k|*d:k*|e:k",
  ],
  ["colours next to each other", "ab", coloursOf([0, 1, "x"], [1, 2, "y"]), [], "a:x|b:y"],
  ["control characters", "a\u001B[0m\u007F", null, [], "a␛[0m␡"],
  ["a tab stays", "\ta", null, [], "\ta"],
  ["what reorders a text", "a\u202Eb", null, [], "a\uFFFDb"],
])("%s", (_name, text, colours, marks, expected) => {
  expect(shown(text, colours, marks)).toBe(expected);
});

test("a line without colours of its own has none", () => {
  expect(segmentsOf("x", { colours: coloursOf(NAMES), line: 5, marks: [] })).toEqual([
    { text: "x", className: null, isMarked: false },
  ]);
});

test("only the beginning of a very long line is shown", () => {
  const [only] = segmentsOf("x".repeat(MOST_SHOWN + 1), { colours: null, line: 0, marks: [] });
  expect(only?.text).toHaveLength(MOST_SHOWN);
});

test("a line that is reordered is noticed, every time", () => {
  expect([isReordered("a\u2066b"), isReordered("a\u2066b"), isReordered("שלום")]).toEqual([
    true,
    true,
    false,
  ]);
});
