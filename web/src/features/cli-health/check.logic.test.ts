import type { CliHealth } from "@malamar/contract/cli.ts";
import { expect, test } from "bun:test";
import { cliHealth } from "#lib/testing/cli-health.ts";
import { checkOutcome, isAsked } from "./check.logic.ts";

const there = (cli_type: CliHealth["cli_type"], status: CliHealth["status"] = "healthy") => ({
  ...cliHealth(cli_type, status),
  path: `/bin/${cli_type}`,
});
const missing = cliHealth("gemini", "unhealthy");

test("a deep check asks the named CLI, or every installed one", () => {
  expect(isAsked([{ deep: true }], there("claude"))).toBe(true);
  expect(isAsked([{ deep: true, cli_type: "claude" }], there("claude"))).toBe(true);
  expect(isAsked([{ deep: true, cli_type: "codex" }], there("claude"))).toBe(false);
  expect(isAsked([{ deep: true }], missing)).toBe(false);
  expect(isAsked([{ deep: false }], there("claude"))).toBe(false);
  expect(isAsked([], there("claude"))).toBe(false);
});

test("a check says how many CLIs can be used", () => {
  const check = { deep: false };
  expect(checkOutcome([there("claude"), missing], check)).toBe(
    "Checked. 1 of 2 CLIs is available.",
  );
  expect(checkOutcome([there("claude"), there("codex")], check)).toBe(
    "Checked. 2 of 2 CLIs are available.",
  );
  expect(checkOutcome([missing], check)).toBe("Checked. No CLI is available.");
});

test("a deep check says which CLIs answered and which did not", () => {
  const health = [there("claude"), there("codex"), there("opencode", "unhealthy"), missing];
  expect(checkOutcome(health, { deep: true })).toBe(
    "claude and codex answered. opencode did not answer.",
  );
  expect(checkOutcome(health, { deep: true, cli_type: "opencode" })).toBe(
    "opencode did not answer.",
  );
  expect(checkOutcome([missing], { deep: true })).toBe("There is no CLI to check.");
});
