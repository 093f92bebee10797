import { expect, test } from "bun:test";
import { anyOf, isFlag, isNumber, isText, listOf, oneOf, orNull, shape } from "./shape.logic.ts";

const isCat = shape({ kind: oneOf("cat", "lion"), name: isText });
const isDog = shape({ kind: oneOf("dog"), name: orNull(isText), tags: listOf(isText) });
const isPet = anyOf(isCat, isDog);

test.each<[unknown, boolean]>([
  [{ kind: "cat", name: "Tom" }, true],
  [{ kind: "lion", name: "Leo", age: 3 }, true],
  [{ kind: "dog", name: null, tags: [] }, true],
  [{ kind: "dog", name: "Rex", tags: ["big"] }, true],
  [{ kind: "cat", name: null }, false],
  [{ kind: "cat" }, false],
  [{ kind: "cow", name: "Eve" }, false],
  [{ kind: "dog", name: "Rex" }, false],
  [{ kind: "dog", name: "Rex", tags: ["big", 1] }, false],
  [{ kind: "dog", name: "Rex", tags: { length: 0 } }, false],
  [null, false],
  [undefined, false],
  ["cat", false],
  [[], false],
])("%j has the shape: %p", (value, has) => {
  expect(isPet(value)).toBe(has);
});

test("flags and numbers are what they are called", () => {
  expect([true, false, 0, "true", null].filter(isFlag)).toEqual([true, false]);
  expect([1, "1", true, null].filter(isNumber)).toEqual([1]);
});
