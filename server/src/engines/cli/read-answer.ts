import type { AnswerForm, EngineEnd, EngineFailure } from "#engines/engine.ts";
import { messageOf } from "#lib/app-error.ts";
import { readAnswerFile, type AnswerFile } from "./answer-file.ts";
import type { CliEnd } from "./output/cli-end.ts";

type Completed = Extract<CliEnd, { kind: "completed" }>;

/** The file first; the CLI's structured output only if there is no file, or nothing in it. */
export function readAnswer<Answer>(
  { answer, refused }: Completed,
  path: string,
  form: AnswerForm<Answer>,
): EngineEnd<Answer> {
  if (form.jsonSchema === null) return checked(answer ?? "", form);
  const file = readAnswerFile(path);
  if (file.kind === "unusable") return failed("output_invalid", INVALID + file.reason);
  const text = hasText(file) ? file.text : (answer ?? "");
  if (text.trim() !== "") return parseAnswer(text, form);
  const isMissing = file.kind === "missing";
  const message = isMissing
    ? `CLI completed but output file was not created at ${path}`
    : "CLI completed but output file was empty";
  if (refused) return failed("output_missing", message, { diagnosis: refused });
  return failed(isMissing ? "output_missing" : "output_empty", message);
}

const INVALID = "CLI output structure was invalid: ";

function hasText(file: AnswerFile): file is Extract<AnswerFile, { kind: "text" }> {
  return file.kind === "text" && file.text.trim() !== "";
}

function parseAnswer<Answer>(text: string, form: AnswerForm<Answer>): EngineEnd<Answer> {
  let value: unknown;
  try {
    // Some programs start a text file with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return failed("output_not_json", `CLI output was not valid JSON: ${messageOf(error)}`);
  }
  return checked(value, form);
}

function checked<Answer>(value: unknown, form: AnswerForm<Answer>): EngineEnd<Answer> {
  const read = form.read(value);
  if ("problem" in read) return failed("output_invalid", INVALID + read.problem);
  return { kind: "completed", answer: read.answer };
}

function failed(
  kind: EngineFailure["kind"],
  message: string,
  why: Pick<EngineFailure, "diagnosis"> = {},
): { kind: "failed"; failure: EngineFailure } {
  return { kind: "failed", failure: { kind, message, exitCode: 0, ...why } };
}
