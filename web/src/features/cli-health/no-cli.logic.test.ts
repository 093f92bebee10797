import type { CliHealth } from "@malamar/contract/cli.ts";
import { expect, test } from "bun:test";
import { hasNoCli } from "./no-cli.logic.ts";

function cli(status: CliHealth["status"]): CliHealth {
  return {
    cli_type: "claude",
    label: "Claude Code",
    status,
    version: null,
    path: null,
    error: null,
    advice: null,
    install_command: null,
    checked_at: "2026-01-01T00:00:00.000Z",
    answered_at: null,
  };
}

test("there is no CLI when every one was found unavailable", () => {
  expect(hasNoCli([cli("unhealthy"), cli("unhealthy")])).toBe(true);
  expect(hasNoCli([cli("unhealthy"), cli("healthy")])).toBe(false);
});

test("before the first answer nothing is claimed", () => {
  expect(hasNoCli(undefined)).toBe(false);
});
