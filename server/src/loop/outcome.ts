import type { Diagnosis, FailureCause } from "#engines/diagnosis.ts";
import { endMessage } from "#engines/end-message.ts";
import type { EngineResult } from "#engines/engine.ts";
import { messageOf } from "#lib/app-error.ts";
import { describeIssues } from "#lib/describe-issues.ts";
import type { AnswerForm } from "./answer-form.ts";
import { readAnswerFile, type AnswerFile } from "./answer-file.ts";

export interface RunFailure {
  kind:
    | "not_started"
    | "exited"
    | "killed"
    | "reported_error"
    | "output_missing"
    | "output_empty"
    | "output_not_json"
    | "output_invalid"
    | FailureCause;
  /** What the person reads on the task. */
  message: string;
  exitCode: number | null;
  /** What to do about it, where there is more to say than what happened. */
  advice: string | null;
  /** Trying again does not help before a person has done something. */
  needsUser: boolean;
}

export type RunOutcome<Answer> =
  | { kind: "answered"; output: Answer }
  | { kind: "failed"; failure: RunFailure }
  | { kind: "quota"; resetsAt: string; failure: RunFailure }
  | { kind: "aborted" };

/** What the reader of a failure is told about what happens next. */
export interface AfterFailure {
  /** Of a failure that may pass by itself. */
  next: string;
  /** Of a limit that ends at a known time. */
  atLimit: (resetsAt: string) => string;
}

/** What a run came to: how the engine ended, and then what the agent wrote. In this order. */
export function readOutcome<Answer>(
  result: EngineResult,
  outputPath: string,
  form: AnswerForm<Answer>,
  after: AfterFailure,
): RunOutcome<Answer> {
  switch (result.kind) {
    case "aborted":
      return { kind: "aborted" };
    case "completed":
      return readAnswer(result, outputPath, form, after);
    case "not_started":
      return failed(result.kind, endMessage(result), { ...result, after });
    case "exited":
      return failed(result.kind, endMessage(result), { ...result, after }, result.code);
    case "killed":
      return unexplained(result.kind, endMessage(result), `${KILLED_ADVICE} ${after.next}`);
    case "reported_error":
      return failed(result.kind, endMessage(result), { ...result, after }, 0);
    case "quota": {
      const advice = after.atLimit(result.resetsAt);
      const { failure } = unexplained(result.kind, endMessage(result), advice, result.code);
      return { kind: "quota", resetsAt: result.resetsAt, failure };
    }
    default:
      return result satisfies never;
  }
}

const KILLED_ADVICE =
  "It was not Malamar that ended it: perhaps memory ran out, or somebody stopped it.";

/** With a diagnosis, its cause says more than the way in which the process ended. */
export function failed(
  kind: RunFailure["kind"],
  message: string,
  { diagnosis, after }: { diagnosis?: Diagnosis | undefined; after?: AfterFailure } = {},
  exitCode: number | null = null,
): Failed {
  if (!diagnosis) return unexplained(kind, message, null, exitCode);
  const { cause, needsUser } = diagnosis;
  const advice = needsUser || !after ? diagnosis.advice : `${diagnosis.advice} ${after.next}`;
  const failure = { kind: cause, message: `${message}\n\n${advice}`, exitCode, advice, needsUser };
  return { kind: "failed", failure };
}

type Failed = { kind: "failed"; failure: RunFailure };

/** The message is one that people look up, word for word; the advice stands in the transcript. */
function unexplained(
  kind: RunFailure["kind"],
  message: string,
  advice: string | null,
  exitCode: number | null = null,
): Failed {
  return { kind: "failed", failure: { kind, message, exitCode, advice, needsUser: false } };
}

/** The file first; what the CLI returned beside it only if there is no file, or nothing in it. */
function readAnswer<Answer>(
  { answer, refused }: Completed,
  path: string,
  form: AnswerForm<Answer>,
  after: AfterFailure,
): RunOutcome<Answer> {
  const file = readAnswerFile(path);
  if (file.kind === "unusable") return badAnswer("output_invalid", INVALID + file.reason, after);
  const text = hasText(file) ? file.text : (answer ?? "");
  if (text.trim() !== "") return parseAnswer(text, form, after);
  const isMissing = file.kind === "missing";
  const message = isMissing
    ? `CLI completed but output file was not created at ${path}`
    : "CLI completed but output file was empty";
  if (refused) return failed("output_missing", message, { diagnosis: refused, after }, 0);
  return badAnswer(isMissing ? "output_missing" : "output_empty", message, after);
}

const INVALID = "CLI output structure was invalid: ";

type Completed = Extract<EngineResult, { kind: "completed" }>;

function badAnswer(kind: RunFailure["kind"], message: string, after: AfterFailure): Failed {
  const advice = `The agent did its work, but did not answer in the form that it was told. ${after.next} If this goes on, look at the agent's instruction and at what it says above, or give it another model.`;
  return unexplained(kind, message, advice, 0);
}

function hasText(file: AnswerFile): file is Extract<AnswerFile, { kind: "text" }> {
  return file.kind === "text" && file.text.trim() !== "";
}

function parseAnswer<Answer>(
  text: string,
  { schema, whole }: AnswerForm<Answer>,
  after: AfterFailure,
): RunOutcome<Answer> {
  let value: unknown;
  try {
    // Some programs start a text file with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const message = `CLI output was not valid JSON: ${messageOf(error)}`;
    return badAnswer("output_not_json", message, after);
  }
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return { kind: "answered", output: parsed.data };
  const problem = describeIssues(parsed.error.issues, whole);
  return badAnswer("output_invalid", INVALID + problem, after);
}
