import { expect, test } from "bun:test";
import { matching, stepOption } from "./suggest-input.logic.ts";

test("arrow keys go through the options and back to the text", () => {
  expect([stepOption(-1, 1, 2), stepOption(1, 1, 2), stepOption(-1, -1, 2)]).toEqual([0, -1, 1]);
});

const branches = ["main", "feature/Login", "release"];

test.each([
  ["", branches],
  ["log", ["feature/Login"]],
  [" RE", ["feature/Login", "release"]],
  ["nothing", []],
])("%p suggests %j", (typed, options) => {
  expect(matching(branches, typed)).toEqual(options);
});

test("a branch that was chosen still shows the others", () => {
  expect(matching(branches, "main")).toEqual(branches);
});
