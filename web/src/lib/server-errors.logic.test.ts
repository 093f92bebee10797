import { expect, test } from "bun:test";
import { ApiError } from "./api.ts";
import { fieldProblems } from "./server-errors.logic.ts";

const invalid = (message: string) => new ApiError(400, "VALIDATION_ERROR", message);
const fields = ["title", "working_directory_path"] as const;

test("a validation message is split into the problems of its fields", () => {
  const error = invalid(
    "title: must not be empty; working_directory_path: must be an absolute path",
  );
  expect(fieldProblems(error, fields)).toEqual([
    { field: "title", message: "must not be empty" },
    { field: "working_directory_path", message: "must be an absolute path" },
  ]);
});

test("a message about a field that the form does not show is not split", () => {
  expect(
    fieldProblems(invalid("title: must not be empty; max_passes: must be at least 1"), fields),
  ).toBe(null);
});

test("other failures have no field", () => {
  expect(fieldProblems(new ApiError(500, "INTERNAL_ERROR", "title: no"), fields)).toBe(null);
  expect(fieldProblems(new Error("title: no"), fields)).toBe(null);
});
