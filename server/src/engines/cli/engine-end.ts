import type { AnswerForm, EngineEnd } from "#engines/engine.ts";
import { endMessage } from "./end-message.ts";
import type { CliEnd } from "./output/cli-end.ts";
import { readAnswer } from "./read-answer.ts";

/** The result of a CLI run: how it ended, and then what the agent wrote. In this order. */
export function engineEndOf<Answer>(
  end: CliEnd,
  outputPath: string,
  form: AnswerForm<Answer>,
): EngineEnd<Answer> {
  switch (end.kind) {
    case "aborted":
      return { kind: "aborted" };
    case "completed":
      return readAnswer(end, outputPath, form);
    case "quota":
      return {
        kind: "quota",
        resetsAt: end.resetsAt,
        message: endMessage(end),
        exitCode: end.code,
      };
    case "not_started":
    case "exited":
    case "killed":
    case "reported_error":
      return {
        kind: "failed",
        failure: {
          kind: end.kind,
          message: endMessage(end),
          exitCode: exitCodeOf(end),
          diagnosis: "diagnosis" in end ? end.diagnosis : undefined,
          isOfEngine: end.kind === "not_started" && end.isOfEngine,
        },
      };
    default:
      return end satisfies never;
  }
}

function exitCodeOf(end: CliEnd): number | null {
  if (end.kind === "exited") return end.code;
  return end.kind === "reported_error" ? 0 : null;
}
