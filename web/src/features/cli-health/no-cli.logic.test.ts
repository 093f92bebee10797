import { expect, test } from "bun:test";
import { cliHealth } from "#lib/testing/cli-health.ts";
import { hasNoCli } from "./no-cli.logic.ts";

test("there is no CLI if every one was found unavailable", () => {
  expect(hasNoCli([cliHealth("claude", "unhealthy"), cliHealth("claude", "unhealthy")])).toBe(true);
  expect(hasNoCli([cliHealth("claude", "unhealthy"), cliHealth("claude", "healthy")])).toBe(false);
});

test("before the first response nothing is claimed", () => {
  expect(hasNoCli(undefined)).toBe(false);
});
