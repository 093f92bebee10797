import { expect, test } from "bun:test";
import { smallestValue, smallTalk } from "./small-talk.ts";

test.each<[string, unknown, unknown]>([
  ["a choice is its first", { type: "string", enum: ["user", "model"] }, "user"],
  ["capitals, as Gemini writes them", { type: "STRING" }, "scripted"],
  ["a number keeps to its minimum", { type: "integer", minimum: 7 }, 7],
  ["a number without one", { type: "NUMBER" }, 1],
  ["a yes or no", { type: "boolean" }, false],
  ["a list", { type: "array", items: { type: "string" } }, []],
  [
    "an object with an object",
    {
      type: "OBJECT",
      properties: { a: { type: "object", properties: { b: { type: "string" } } } },
    },
    { a: { b: "scripted" } },
  ],
  ["an object without properties", { type: "object" }, {}],
  ["an invalid schema", 7, {}],
])("%s", (_name, schema, value) => {
  expect(smallestValue(schema)).toEqual(value);
});

test("without a schema, a word is enough", () => {
  expect(smallTalk(undefined).text).toBe("Scripted");
});
