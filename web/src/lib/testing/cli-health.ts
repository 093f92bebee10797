import type { CliHealth } from "@malamar/contract/cli.ts";

/** A CLI for tests in which only name and status matter. */
export function cliHealth(cli_type: CliHealth["cli_type"], status: CliHealth["status"]): CliHealth {
  return {
    cli_type,
    label: cli_type,
    status,
    version: null,
    path: null,
    error: null,
    advice: null,
    install_command: null,
    checked_at: "2026-01-01T00:00:00.000Z",
    answered_at: null,
    withheld_env: [],
  };
}
