import { expect, test } from "bun:test";
import { ApiError } from "./api.ts";
import { errorDetails, errorMessage } from "./error-details.logic.ts";

test("a message reads as a sentence", () => {
  expect(errorMessage(new ApiError(404, "NOT_FOUND", "workspace not found"))).toBe(
    "Workspace not found.",
  );
  expect(errorMessage(new Error("Try again later."))).toBe("Try again later.");
  expect(errorMessage("text")).toBe("Something unexpected happened.");
});

test("details name the cause, the page, the time and the code", () => {
  const error = new ApiError(500, "INTERNAL_ERROR", "Something broke");
  expect(errorDetails(error, "/workspaces", new Date("2026-01-02T03:04:05.000Z"))).toBe(
    "Something broke.\nPage: /workspaces\nTime: 2026-01-02T03:04:05.000Z\nCode: INTERNAL_ERROR (500)",
  );
});
