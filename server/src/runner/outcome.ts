import { TaskOutput } from "@malamar/contract/action.ts";
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
    | "quota";
  /** What the person reads on the task. */
  message: string;
  exitCode: number | null;
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
      return readAnswer(result.answer, outputPath);
    case "not_started":
      return failed("not_started", `CLI could not be started: ${result.reason}`);
    case "exited":
      return failed("exited", exitMessage(result.code, result.message), result.code);
    case "killed":
      return failed("killed", `CLI was killed by signal ${result.signal}`);
    case "reported_error":
      return failed("reported_error", `CLI reported an error: ${result.message}`, 0);
    case "quota": {
      const message =
        result.code === null || result.code === 0
          ? `CLI reported an error: ${result.message}`
          : exitMessage(result.code, result.message);
      const failure = { kind: "quota", message, exitCode: result.code } as const;
      return { kind: "quota", resetsAt: result.resetsAt, failure };
    }
    default:
      return result satisfies never;
  }
}

export function failed(
  kind: RunFailure["kind"],
  message: string,
  exitCode: number | null = null,
): RunOutcome {
  return { kind: "failed", failure: { kind, message, exitCode } };
}

function exitMessage(code: number, message: string | null): string {
  return `CLI exited with code ${code}${message ? `. ${message}` : ""}`;
}

/** The file first; what the CLI returned beside it only if there is no file, or nothing in it. */
function readAnswer(returned: string | null, path: string): RunOutcome {
  const file = readAnswerFile(path);
  if (file.kind === "unusable") {
    return failed("output_invalid", `CLI output structure was invalid: ${file.reason}`, 0);
  }
  const text = hasText(file) ? file.text : (returned ?? "");
  if (text.trim() !== "") return parseAnswer(text);
  return file.kind === "missing"
    ? failed("output_missing", `CLI completed but output file was not created at ${path}`, 0)
    : failed("output_empty", "CLI completed but output file was empty", 0);
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
    return failed("output_not_json", `CLI output was not valid JSON: ${messageOf(error)}`, 0);
  }
  const parsed = TaskOutput.safeParse(value, { reportInput: true });
  if (parsed.success) return { kind: "answered", output: parsed.data };
  const problem = describeIssues(parsed.error.issues, "it must be an object with actions");
  return failed("output_invalid", `CLI output structure was invalid: ${problem}`, 0);
}
