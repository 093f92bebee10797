import { expect, test } from "bun:test";
import { monogram } from "./agent-face.logic.ts";

test.each([
  ["Planner", "Pl"],
  ["programmer", "Pr"],
  ["Code Reviewer", "CR"],
  ["front-end tester", "FT"],
  ["Agent 2", "A2"],
  ["  (Writer)  ", "Wr"],
  ["Élodie", "Él"],
  ["e\u0301lodie", "E\u0301l"],
  ["計画者", "計画"],
  ["X", "X"],
  ["🤖", "?"],
  ["", "?"],
])("%j is %j", (name, letters) => {
  expect(monogram(name)).toBe(letters);
});
