import type { CliEnd } from "./output/cli-end.ts";

type Failed = Exclude<CliEnd, { kind: "completed" | "aborted" }>;

/** What happened, in words that stay the same: people look them up. */
export function endMessage(end: Failed): string {
  switch (end.kind) {
    case "not_started":
      return `CLI could not be started: ${end.reason}`;
    case "exited":
      return exitMessage(end.code, end.message);
    case "killed":
      return `CLI was killed by signal ${end.signal}`;
    case "reported_error":
      return `CLI reported an error: ${end.message}`;
    case "quota":
      return end.code
        ? exitMessage(end.code, end.message)
        : `CLI reported an error: ${end.message}`;
    default:
      return end satisfies never;
  }
}

function exitMessage(code: number, message: string | null): string {
  return `CLI exited with code ${code}${message ? `. ${message}` : ""}`;
}
