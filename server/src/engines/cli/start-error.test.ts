import { expect, test } from "bun:test";
import { isOfProgram } from "./start-error.ts";

test.each([
  ["ENOENT", "/", true],
  ["EACCES", "/", true],
  ["ENOEXEC", "/", true],
  ["E2BIG", "/", true],
  ["EACCES", "/no/such/place", false],
  ["EAGAIN", "/", false],
  ["ENOMEM", "/", false],
  ["EMFILE", "/", false],
])("whether the program is to blame for %s in %s: %p", (code, cwd, expected) => {
  expect(isOfProgram(Object.assign(new Error(code), { code }), cwd)).toBe(expected);
});
