import type { CliHealth } from "@malamar/contract/cli.ts";
import { cliLabel } from "@malamar/contract/plain/cli.ts";
import type { Clock } from "#lib/clock.ts";
import type { CliAdapter } from "./cli-adapter.ts";
import { diagnosisOf, installCommand } from "#engines/diagnosis.ts";
import { findBinary } from "./find-binary.ts";
import { inheritedEnvironment, withheldVariables } from "./inherited-environment.ts";
import { runCommand, type CommandResult } from "#processes/command.ts";

export interface CliSetup {
  /** A path or another program name; null means the CLI's own name on the PATH. */
  binary_path: string | null;
  env_vars: Record<string, string>;
  /** Keys of other providers that it may still inherit. */
  inherited_env?: readonly string[] | undefined;
}

interface DetectDeps {
  /** What CLIs inherit, except other providers' keys. */
  environment: Record<string, string>;
  clock: Clock;
  timeoutMs: number;
}

/**
 * Finds the program and asks for its version: cheap enough for every few minutes, no model call.
 */
export async function detectCli(
  adapter: CliAdapter,
  setup: CliSetup,
  { environment, clock, timeoutMs }: DetectDeps,
): Promise<CliHealth> {
  const env = { ...inheritedEnvironment(adapter, environment, setup), ...setup.env_vars };
  const found = findBinary(setup.binary_path ?? adapter.binary, env["PATH"] ?? "");
  const answer =
    found.path === null
      ? { error: found.error }
      : readVersion(
          await runCommand({
            argv: [found.path, ...adapter.versionArguments],
            env,
            timeoutMs,
            // Whatever is still running has no part in the answer.
            graceMs: 0,
          }),
        );
  const label = cliLabel(adapter.type);
  const isMissing = found.path === null;
  return {
    cli_type: adapter.type,
    label,
    status: "version" in answer ? "healthy" : "unhealthy",
    version: "version" in answer ? answer.version : null,
    path: found.path,
    error: "error" in answer ? answer.error : null,
    advice: isMissing
      ? diagnosisOf("not_installed", { ...adapter, label, model: null }).advice
      : null,
    install_command: installCommand(adapter),
    checked_at: clock(),
    answered_at: null,
    withheld_env: withheldVariables(adapter, environment, setup),
  };
}

export const TIMED_OUT = "CLI health check timed out";

function readVersion(result: CommandResult): { version: string } | { error: string } {
  switch (result.kind) {
    case "timed_out":
      return { error: TIMED_OUT };
    case "aborted":
      return { error: "CLI was killed by signal SIGKILL" };
    case "killed":
      return { error: `CLI was killed by signal ${result.signal}` };
    case "not_started":
      return { error: `CLI could not be started: ${result.reason}` };
    case "exited": {
      if (result.code !== 0) return { error: `CLI exited with code ${result.code}` };
      const firstLine = result.stdout.trim().split("\n")[0];
      if (!firstLine) return { error: "CLI returned empty response" };
      return { version: /\d+(\.\d+)+[\w.+-]*/.exec(firstLine)?.[0] ?? firstLine.slice(0, 100) };
    }
    default:
      return result satisfies never;
  }
}
