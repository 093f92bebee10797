import { expect, test } from "bun:test";
import { z } from "zod";
import { describeIssues } from "./describe-issues.ts";

const said = (schema: z.ZodType, value: unknown) => {
  const { error } = z.object({ field: schema }).safeParse({ field: value }, { reportInput: true });
  return describeIssues(error?.issues ?? [], "must be an object");
};

const KINDS = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("a") }),
  z.object({ kind: z.literal("b") }),
]);

test.each([
  [z.object({}), null, "must be an object"],
  [z.object({}), [], "must be an object"],
  [z.record(z.string(), z.string()), 5, "must be an object"],
  [z.array(z.string()), "x", "must be a list"],
  [z.string(), 5, "must be text"],
  [z.boolean(), "x", "must be true or false"],
  [z.int(), 1.5, "must be a whole number"],
  [z.number(), "x", "must be a number"],
  [z.null(), 5, "must be null"],
  [z.literal("1"), "2", "must be 1"],
  [z.enum(["a", "b"]), null, "must be one of a, b"],
  [z.enum(["a", "b"]), undefined, "is required"],
  [z.number().positive(), -1, "must be more than 0"],
  [z.number().min(1), 0, "must be at least 1"],
  [z.number().max(9), 10, "must be at most 9"],
  [z.union([z.string(), z.number()]), null, "is not valid"],
  [z.string("must be a name"), 5, "must be a name"],
])("a field without words of its own is described plainly: %#", (schema, value, words) => {
  expect(said(schema, value)).toBe(`field: ${words}`);
});

test("what decides the form of an object names the forms", () => {
  expect(said(KINDS, { kind: "c" })).toBe("field.kind: must be one of a, b");
});
