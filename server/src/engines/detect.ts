import { accessSync, constants, statSync } from "node:fs";
import { cliLabel, type CliHealth } from "@malamar/contract/cli.ts";
import type { Clock } from "#lib/clock.ts";
import { expandHome } from "#lib/expand-home.ts";
import type { Engine } from "./engine.ts";
import { runShortCommand, type ShortResult } from "./process.ts";

export interface CliSetup {
  /** A path or another program name; null means the engine's own name on the PATH. */
  binary_path: string | null;
  env_vars: Record<string, string>;
}

interface DetectDeps {
  /** What every CLI inherits. */
  environment: Record<string, string>;
  clock: Clock;
  timeoutMs: number;
}

/** Finds the program and asks for its version: cheap enough for every few minutes, no model call. */
export async function detectCli(
  engine: Engine,
  setup: CliSetup,
  { environment, clock, timeoutMs }: DetectDeps,
): Promise<CliHealth> {
  const env = { ...environment, ...setup.env_vars };
  const found = findBinary(expandHome(setup.binary_path ?? engine.binary), env["PATH"] ?? "");
  const answer =
    found.path === null
      ? { error: found.error }
      : readVersion(
          await runShortCommand({ argv: [found.path, ...engine.versionArguments], env, timeoutMs }),
        );
  return {
    cli_type: engine.type,
    label: cliLabel(engine.type),
    status: "version" in answer ? "healthy" : "unhealthy",
    version: "version" in answer ? answer.version : null,
    path: found.path,
    error: "error" in answer ? answer.error : null,
    checked_at: clock(),
  };
}

type Found = { path: string } | { path: null; error: string };

function findBinary(path: string, searchPath: string): Found {
  if (!path.includes("/")) {
    const onPath = lookUp(path, searchPath);
    return onPath ? { path: onPath } : { path: null, error: "Binary not found in PATH" };
  }
  try {
    if (!statSync(path).isFile()) return { path: null, error: `${path} is not a program` };
    accessSync(path, constants.X_OK);
    return { path };
  } catch (error) {
    const denied = error instanceof Error && "code" in error && error.code === "EACCES";
    const problem = denied ? `${path} is not executable` : `Binary not found at ${path}`;
    return { path: null, error: problem };
  }
}

function lookUp(name: string, searchPath: string): string | null {
  try {
    return Bun.which(name, { PATH: searchPath });
  } catch {
    // A name longer than any path can be.
    return null;
  }
}

function readVersion(result: ShortResult): { version: string } | { error: string } {
  switch (result.kind) {
    case "timed_out":
      return { error: "CLI health check timed out" };
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
