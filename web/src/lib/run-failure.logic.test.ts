import { expect, test } from "bun:test";
import { failureWords } from "./run-failure.logic.ts";

test.each([
  ["no_credit", null, "no credit left"],
  ["exited", 3, "the CLI exited with code 3"],
  ["exited", null, "the CLI exited"],
  ["killed", 3, "the CLI was killed"],
  ["from_the_future", null, "from the future"],
  ["constructor", null, "constructor"],
])("%p with code %p reads %p", (kind, exitCode, words) => {
  expect(failureWords(kind, exitCode)).toBe(words);
});
