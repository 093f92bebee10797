import type { LimitPattern, StreamEnd } from "#engines/cli-adapter.ts";
import type { EngineEnd } from "#engines/engine.ts";
import type { CliExit } from "#engines/processes/running-cli.ts";
import { findUsageLimit } from "./usage-limit.ts";

interface Ended {
  exit: Pick<CliExit, "code" | "signal" | "wasAborted">;
  /** What the CLI said on stdout. */
  said: Pick<StreamEnd, "terminal" | "answer">;
  /** The last part of what it wrote to stderr. */
  stderr: string;
  limits: readonly LimitPattern[];
  now: Date;
}

/** An exit code 0 is not success: it takes the CLI's own word as well. */
export function engineEndOf({ exit, said, stderr, limits, now }: Ended): EngineEnd {
  const { code } = exit;
  if (exit.wasAborted) return { kind: "aborted" };
  // Without a code and a signal it hangs in the kernel, with our SIGKILL waiting for it.
  if (exit.signal !== null || code === null) {
    return { kind: "killed", signal: exit.signal ?? "SIGKILL" };
  }
  if (code === 0 && said.terminal?.ok) return { kind: "completed", answer: said.answer };

  const complaint = said.terminal?.ok === false ? firstPart(said.terminal.message) : "";
  const limit = findUsageLimit([complaint, stderr], limits, now);
  if (limit) return { kind: "quota", ...limit, code };
  if (code !== 0) return { kind: "exited", code, message: complaint || stderr || null };
  return { kind: "reported_error", message: complaint || [NO_LAST_WORD, stderr].join(" ").trim() };
}

const NO_LAST_WORD = "It ended without saying whether it was done.";

/** As much as of stderr: a person shall read it, and every list carries it. */
const LONGEST_COMPLAINT = 4096;

function firstPart(message: string): string {
  if (message.length <= LONGEST_COMPLAINT) return message;
  return `${message.slice(0, LONGEST_COMPLAINT).toWellFormed()} … (${message.length - LONGEST_COMPLAINT} characters more)`;
}
