import { expect, test } from "bun:test";
import { mismatch } from "./conforms.ts";
import type { JsonSchema } from "./routes.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "string", minLength: 3 },
    count: { type: "integer", minimum: 0 },
    note: { anyOf: [{ type: "string" }, { type: "null" }] },
    kind: { enum: ["a", "b"] },
    rows: { type: "array", items: { type: ["boolean", "null"] } },
    states: { type: "object", additionalProperties: { type: "boolean" } },
  },
  required: ["id", "count", "note", "kind", "rows"],
  additionalProperties: false,
};
const value = {
  id: "abc",
  count: 0,
  note: null,
  kind: "a",
  rows: [true, null],
  states: { x: true },
};

test("a value that matches the schema has no mismatch", () => {
  expect(mismatch(schema, value)).toBeNull();
});

test.each<[what: string, change: object]>([
  ["it.id is too short", { id: "ab" }],
  ["it.id is not of type string", { id: 5 }],
  ["it.count is not of type integer", { count: 1.5 }],
  ["it.count is too small", { count: -1 }],
  ["it.note fits none of the choices", { note: 1 }],
  ["it.kind is not one of the choices", { kind: "c" }],
  ["it.rows.1 is not of type boolean or null", { rows: [true, "x"] }],
  ["it.rows is not of type array", { rows: {} }],
  ["it.states.y is not of type boolean", { states: { y: 1 } }],
  ["it.secret is not in the document", { secret: "x" }],
])("%s", (what, change) => {
  expect(mismatch(schema, { ...value, ...change })).toBe(what);
});

test("required fields must be there", () => {
  const { note: _, ...rest } = value;
  expect(mismatch(schema, rest)).toBe("it.note is missing");
});

test("every part of an intersection counts", () => {
  const both: JsonSchema = {
    allOf: [
      { type: "object", required: ["a"] },
      { type: "object", required: ["b"] },
    ],
  };
  expect(mismatch(both, { a: 1, b: 2 })).toBeNull();
  expect(mismatch(both, { a: 1 })).toBe("it.b is missing");
});
