import { TaskOutput } from "@malamar/contract/action.ts";
import type { Diagnosis, FailureCause } from "#engines/diagnosis.ts";
import { endMessage } from "#engines/end-message.ts";
import type { EngineResult } from "#engines/engine.ts";
import { messageOf } from "#lib/app-error.ts";
import { describeIssues } from "#lib/describe-issues.ts";
import { readAnswerFile, type AnswerFile } from "./temp-files.ts";

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

export type RunOutcome =
  | { kind: "answered"; output: TaskOutput }
  | { kind: "failed"; failure: RunFailure }
  | { kind: "quota"; resetsAt: string; failure: RunFailure }
  | { kind: "aborted" };

/** What a run came to: how the engine ended, and then what the agent wrote. In this order. */
export function readOutcome(result: EngineResult, outputPath: string): RunOutcome {
  switch (result.kind) {
    case "aborted":
      return { kind: "aborted" };
    case "completed":
      return readAnswer(result, outputPath);
    case "not_started":
      return failed(result.kind, endMessage(result), result);
    case "exited":
      return failed(result.kind, endMessage(result), result, result.code);
    case "killed":
      return unexplained(result.kind, endMessage(result), KILLED_ADVICE);
    case "reported_error":
      return failed(result.kind, endMessage(result), result, 0);
    case "quota": {
      const advice = `Malamar waits until ${result.resetsAt}, and then goes on by itself.`;
      const { failure } = unexplained(result.kind, endMessage(result), advice, result.code);
      return { kind: "quota", resetsAt: result.resetsAt, failure };
    }
    default:
      return result satisfies never;
  }
}

const BY_ITSELF = "Malamar tries again by itself, at growing intervals.";
const KILLED_ADVICE = `It was not Malamar that ended it: perhaps memory ran out, or somebody stopped it. ${BY_ITSELF}`;
const ANSWER_ADVICE = `The agent did its work, but did not answer in the form that it was told. ${BY_ITSELF} If this goes on, look at the agent's instruction and at what it says above, or give it another model.`;

/** With a diagnosis, its cause says more than the way in which the process ended. */
export function failed(
  kind: RunFailure["kind"],
  message: string,
  { diagnosis }: { diagnosis?: Diagnosis | undefined } = {},
  exitCode: number | null = null,
): Failed {
  if (!diagnosis) return unexplained(kind, message, null, exitCode);
  const { cause, needsUser } = diagnosis;
  const advice = needsUser ? diagnosis.advice : `${diagnosis.advice} ${BY_ITSELF}`;
  const failure = { kind: cause, message: `${message}\n\n${advice}`, exitCode, advice, needsUser };
  return { kind: "failed", failure };
}

type Failed = Extract<RunOutcome, { kind: "failed" }>;

/** The message is one of the specification's own, word for word; the advice stands in the transcript. */
function unexplained(
  kind: RunFailure["kind"],
  message: string,
  advice: string | null,
  exitCode: number | null = null,
): Failed {
  return { kind: "failed", failure: { kind, message, exitCode, advice, needsUser: false } };
}

/** The file first; what the CLI returned beside it only if there is no file, or nothing in it. */
function readAnswer({ answer, refused }: Completed, path: string): RunOutcome {
  const file = readAnswerFile(path);
  if (file.kind === "unusable") return badAnswer("output_invalid", INVALID + file.reason);
  const text = hasText(file) ? file.text : (answer ?? "");
  if (text.trim() !== "") return parseAnswer(text);
  const isMissing = file.kind === "missing";
  const message = isMissing
    ? `CLI completed but output file was not created at ${path}`
    : "CLI completed but output file was empty";
  if (refused) return failed("output_missing", message, { diagnosis: refused }, 0);
  return badAnswer(isMissing ? "output_missing" : "output_empty", message);
}

const INVALID = "CLI output structure was invalid: ";

type Completed = Extract<EngineResult, { kind: "completed" }>;

function badAnswer(kind: RunFailure["kind"], message: string): RunOutcome {
  return unexplained(kind, message, ANSWER_ADVICE, 0);
}

function hasText(file: AnswerFile): file is Extract<AnswerFile, { kind: "text" }> {
  return file.kind === "text" && file.text.trim() !== "";
}

function parseAnswer(text: string): RunOutcome {
  let value: unknown;
  try {
    // Some programs start a text file with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return badAnswer("output_not_json", `CLI output was not valid JSON: ${messageOf(error)}`);
  }
  const parsed = TaskOutput.safeParse(value, { reportInput: true });
  if (parsed.success) return { kind: "answered", output: parsed.data };
  const problem = describeIssues(parsed.error.issues, "it must be an object with actions");
  return badAnswer("output_invalid", INVALID + problem);
}
