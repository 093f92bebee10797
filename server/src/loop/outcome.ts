import { EngineCause } from "@malamar/contract/engine-cause.ts";
import type { EngineEnd, EngineFailure, FailureKind } from "#engines/engine.ts";

export interface RunFailure {
  kind: FailureKind;
  /** What the person reads on the task. */
  message: string;
  exitCode: number | null;
  /** What to do about it, if there is more to say than what happened. */
  advice: string | null;
  /** Retrying does not help until a person has done something. */
  needsUser: boolean;
  /** For an engine's own cause: any task would fail like this. */
  engineCause: EngineCause | null;
}

export type RunOutcome<Answer> =
  | { kind: "answered"; output: Answer }
  | { kind: "failed"; failure: RunFailure }
  | { kind: "quota"; resetsAt: string; failure: RunFailure }
  | { kind: "aborted" };

/** A model that answers badly has still answered. */
export function hasAnswered(outcome: { kind: string; failure?: RunFailure }): boolean {
  return outcome.kind === "answered" || Boolean(outcome.failure?.kind.startsWith("output_"));
}

/** What the reader of a failure learns about what happens next. */
export interface AfterFailure {
  /** For a failure that may resolve itself. */
  next: string;
  /** For a limit that ends at a known time. */
  atLimit: (resetsAt: string) => string;
}

/** What a run resulted in, and what its reader learns about it. */
export function outcomeOf<Answer>(end: EngineEnd<Answer>, after: AfterFailure): RunOutcome<Answer> {
  switch (end.kind) {
    case "aborted":
      return { kind: "aborted" };
    case "completed":
      return { kind: "answered", output: end.answer };
    case "failed":
      return { kind: "failed", failure: withAdvice(end.failure, after) };
    case "quota": {
      const { resetsAt, message, exitCode } = end;
      const advice = after.atLimit(resetsAt);
      const common = { message, exitCode, advice, needsUser: false, engineCause: null };
      return { kind: "quota", resetsAt, failure: { kind: "quota", ...common } };
    }
    default:
      return end satisfies never;
  }
}

/** With a diagnosis, its cause says more than how the engine ended. */
function withAdvice(failure: EngineFailure, after: AfterFailure): RunFailure {
  const { kind, message, exitCode, diagnosis } = failure;
  if (!diagnosis) {
    // People look this message up word for word, so the advice goes into the transcript instead.
    const engineCause = failure.isOfEngine ? "not_started" : null;
    const advice = failure.whatToDo ?? adviceFor(kind, after);
    const needsUser = failure.whatToDo !== undefined;
    return { kind, message, exitCode, advice, needsUser, engineCause };
  }
  const { cause, needsUser } = diagnosis;
  const advice = needsUser ? diagnosis.advice : `${diagnosis.advice} ${after.next}`;
  const engineCause = EngineCause.safeParse(cause).data ?? null;
  const told = `${message}\n\n${advice}`;
  return { kind: cause, message: told, exitCode, advice, needsUser, engineCause };
}

function adviceFor(kind: FailureKind, { next }: AfterFailure): string | null {
  if (kind === "killed") {
    return `Malamar did not end it: perhaps memory ran out, or someone stopped it. ${next}`;
  }
  if (!kind.startsWith("output_")) return null;
  return `The agent did its work but did not answer in the required format. ${next} If this keeps happening, check the agent's instruction and its output above, or give it another model.`;
}
