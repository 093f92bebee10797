import { runCommand, type CommandResult } from "#processes/command.ts";

/** Installing the packages of a large project takes minutes. */
const LIMIT_MINUTES = 15;

interface SetupLine {
  command: string;
  cwd: string;
  /** The inherited environment, without keys of model providers. */
  environment: Readonly<Record<string, string>>;
  /** Variables that describe its task. */
  variables: Readonly<Record<string, string>>;
  signal: AbortSignal;
  onOutput: (bytes: Uint8Array) => void;
}

/** Runs a line for /bin/sh that a person has typed. */
export function runSetupLine(line: SetupLine): Promise<CommandResult> {
  const { command, cwd, environment, variables, signal, onOutput } = line;
  return runCommand({
    argv: ["/bin/sh", "-c", command],
    env: { ...environment, PWD: cwd, ...variables },
    cwd,
    timeoutMs: LIMIT_MINUTES * 60_000,
    signal,
    keepBytes: 0,
    onOutput: ({ bytes }) => onOutput(bytes),
  });
}

/** How it failed, as the end of a sentence; null if it succeeded. */
export function failureOf(result: CommandResult): string | null {
  switch (result.kind) {
    case "exited":
      return result.code === 0 ? null : `failed (exit code ${result.code})`;
    case "timed_out":
      return `took longer than ${LIMIT_MINUTES} minutes`;
    case "killed":
      return `was killed by signal ${result.signal}`;
    case "aborted":
      return "was stopped";
    case "not_started":
      return `could not be started: ${result.reason}`;
    default:
      return result satisfies never;
  }
}
