import { expect, test } from "bun:test";
import { parseUniqueJson } from "./unique-json.ts";

test.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}'],
  ['{"a\\"":1,"a":2,"\\\\":3,"\\\\\\"":4}'],
  ['{"a":"a","b":"\\"a\\":","c":"{\\"c\\": 1, \\"c\\": 2}"}'],
  ['["a","a","a"]'],
  ['"a"'],
  ["1"],
])("%s gives the same as JSON.parse", (text) => {
  expect(parseUniqueJson(text)).toEqual(JSON.parse(text));
});

test.each([
  ['{"a":1,"a":2}', 'the key "a" again in line 1'],
  ['{\n"x": {"a":1},\n"y": [{"a":1, "b":2, "a" \n : 3}]\n}', 'the key "a" again in line 3'],
  ['{"a":1,"\\u0061":2}', 'the key "a" again in line 1'],
  ['{"__proto__":1,"__proto__":2}', 'the key "__proto__" again in line 1'],
  ['{"\\"":1,"\\"":2}', 'the key "\\"" again in line 1'],
  [`${"[".repeat(101)}${"]".repeat(101)}`, "nested too deeply in line 1"],
])("%s is refused", (text, problem) => {
  expect(() => parseUniqueJson(text)).toThrow(problem);
});

test("broken JSON is refused before that, however deep it is", () => {
  for (const text of ["", "{", '{"a":', '"\\', "[".repeat(1_000_000)]) {
    expect(() => parseUniqueJson(text)).toThrow();
  }
});
