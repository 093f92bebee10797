import type { NewTranscriptEvent, RunEnd } from "@malamar/contract/transcript.ts";
import type { Tripped } from "#domain/task/guards.ts";
import type { RunFailure, RunOutcome } from "./outcome.ts";

export type EndedOutcome<Answer> = RunOutcome<Answer> | { kind: "tripped"; tripped: Tripped };

/** How a run ended, for its row and the last event of its transcript. */
export function endOf(outcome: EndedOutcome<unknown>) {
  switch (outcome.kind) {
    case "answered":
      return end("succeeded", { exitCode: 0 });
    case "failed":
    case "quota":
      return end("failed", outcome.failure);
    case "aborted":
      return end("cancelled", {});
    case "tripped": {
      const { guard, detail } = outcome.tripped;
      return end("cancelled", { kind: guard, message: detail });
    }
    default:
      return outcome satisfies never;
  }
}

export function lastEvents(outcome: EndedOutcome<unknown>): NewTranscriptEvent[] {
  const advice = "failure" in outcome ? outcome.failure.advice : null;
  const notices = advice === null ? [] : [{ type: "notice" as const, text: advice }];
  return [...notices, { type: "finished", ...endOf(outcome) }];
}

/** The last events of a run whose end is unknown. */
export const LOST: readonly NewTranscriptEvent[] = [
  {
    type: "notice",
    text: "Malamar stopped during this run, or could not continue it.",
  },
  { type: "finished", status: "lost", failure_kind: null, message: null, exit_code: null },
];

function end(
  status: RunEnd,
  { kind, message, exitCode }: { kind?: string } & Partial<Omit<RunFailure, "kind">>,
) {
  return {
    status,
    failure_kind: kind ?? null,
    message: message ?? null,
    exit_code: exitCode ?? null,
  };
}
