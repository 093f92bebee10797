import type { StreamEnd } from "#engines/cli/cli-adapter.ts";
import type { Diagnosis, FailureCause } from "#engines/diagnosis.ts";
import type { ProcessExit } from "#processes/running-process.ts";
import type { ReadFailure } from "./read-failure.ts";

/** How a run of a CLI ended. Whether its answer is valid is another question. */
export type CliEnd =
  /**
   * The CLI said that it is done. `answer` is what it returned in addition to the output file, if
   * anything; `refused` is why there may be none.
   */
  | { kind: "completed"; answer: string | null; refused?: Diagnosis | undefined }
  | {
      kind: "not_started";
      reason: string;
      diagnosis?: Diagnosis | undefined;
      isOfEngine?: boolean | undefined;
    }
  | { kind: "exited"; code: number; message: string | null; diagnosis?: Diagnosis | undefined }
  | { kind: "killed"; signal: string }
  /** Exit code 0, but the CLI's final event was an error, or was missing. */
  | { kind: "reported_error"; message: string; diagnosis?: Diagnosis | undefined }
  /** A rate or usage limit with a known end. */
  | { kind: "quota"; resetsAt: string; message: string; code: number | null }
  /** The signal came first. */
  | { kind: "aborted" };

interface Ended {
  exit: Pick<ProcessExit, "code" | "signal" | "wasAborted">;
  /** What the CLI said on stdout. */
  said: Pick<StreamEnd, "terminal" | "answer" | "refusal">;
  /** The last part of what it wrote to stderr. */
  stderr: string;
  /** The last part of what it wrote to stdout as plain text. */
  plain: string;
  readFailure: (texts: readonly string[]) => ReadFailure | null;
  diagnosisOf: (cause: FailureCause) => Diagnosis;
}

/** Exit code 0 is not success: the CLI must say so as well. */
export function cliEndOf(ended: Ended): CliEnd {
  const { exit, said, stderr, diagnosisOf } = ended;
  const { code } = exit;
  if (exit.wasAborted) return { kind: "aborted" };
  // Without a code and a signal it hangs in the kernel, with our SIGKILL waiting for it.
  if (exit.signal !== null || code === null) {
    return { kind: "killed", signal: exit.signal ?? "SIGKILL" };
  }
  if (code === 0 && said.terminal?.ok) {
    if (said.refusal === undefined) return { kind: "completed", answer: said.answer };
    const refused = diagnosisOf("permission_refused");
    return { kind: "completed", answer: said.answer, refused };
  }
  const complaint = said.terminal?.ok === false ? firstPart(said.terminal.message) : "";
  const failure = ended.readFailure(reasonsIn(ended, complaint));
  if (failure?.resetsAt) {
    return { kind: "quota", resetsAt: failure.resetsAt, message: failure.message, code };
  }
  // An earlier refusal is the reason only where no other is given.
  const wasRefused = complaint === "" && said.refusal !== undefined;
  const cause = failure?.cause ?? (wasRefused ? "permission_refused" : null);
  const diagnosis = cause === null ? undefined : diagnosisOf(cause);
  // Plain text on stdout is shown only where it is the reason.
  const message = complaint || stderr || failure?.message || "";
  if (code !== 0) return { kind: "exited", code, message: message || null, diagnosis };
  const lastWord = complaint || [NO_LAST_WORD, message].join(" ").trim();
  return { kind: "reported_error", message: lastWord, diagnosis };
}

/**
 * Stderr is full of errors that a CLI recovered from: it counts only where the final event leaves
 * the reason open.
 */
function reasonsIn({ said, stderr, plain }: Ended, complaint: string): readonly string[] {
  const isOpen = complaint === "" || (said.terminal?.ok === false && said.terminal.isVague);
  return isOpen ? [complaint, plain, stderr] : [complaint];
}

export const NO_LAST_WORD = "It ended without saying whether it was done.";

/** As much as of stderr: a person reads it, and every list has it. */
const LONGEST_COMPLAINT = 4096;

function firstPart(message: string): string {
  if (message.length <= LONGEST_COMPLAINT) return message;
  return `${message.slice(0, LONGEST_COMPLAINT).toWellFormed()} … (${message.length - LONGEST_COMPLAINT} characters more)`;
}
