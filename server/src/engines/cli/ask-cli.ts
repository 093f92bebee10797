import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunId } from "@malamar/contract/ids.ts";
import {
  UNLIMITED,
  type AnswerForm,
  type Engine,
  type EngineEnd,
  type EngineProblem,
  type EngineWord,
  type RunRequest,
} from "#engines/engine.ts";
import { newId } from "#lib/id.ts";
import { endMessage } from "./end-message.ts";
import { NO_LAST_WORD } from "./output/cli-end.ts";

interface Asking {
  /** Where a directory for the question may be created; deleted afterwards. */
  tempDir: string;
  timeoutMs?: number;
  /** Ends the question early. */
  signal?: AbortSignal;
}

/** The slowest CLI seen takes six seconds to start, and then the model. */
const TIMEOUT_MS = 30_000;

/**
 * Asks a CLI's model a real question: the only way to know that it is logged in. It may cost a
 * little.
 */
export async function askCli(
  engine: Engine,
  { tempDir, timeoutMs = TIMEOUT_MS, signal }: Asking,
): Promise<EngineWord> {
  const cwd = mkdtempSync(join(tempDir, "malamar_check_"));
  const timeout = AbortSignal.timeout(timeoutMs);
  const end = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const { result, heard } = await runToEnd(engine, questionIn(cwd, end));
    return wordOf(result, heard);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function questionIn(cwd: string, signal: AbortSignal): RunRequest<string> {
  return {
    runId: newId<RunId>(),
    briefing: {
      kind: "question",
      text: "Reply with the word OK. Do nothing else, and use no tools.",
    },
    keepInput: () => {},
    answer: ANY_TEXT,
    model: null,
    cwd,
    tools: [],
    limits: UNLIMITED,
    isUrgent: true,
    signal,
  };
}

/** It reports through its events. */
const ANY_TEXT: AnswerForm<string> = {
  jsonSchema: null,
  read: (value) => ({ answer: String(value) }),
};

/** What it said, and its last complaint. */
interface Heard {
  said: string;
  trouble: string;
}

async function runToEnd(engine: Engine, request: RunRequest<string>) {
  const heard: Heard = { said: "", trouble: "" };
  const batches = engine.run(request);
  for (;;) {
    const step = await batches.next();
    if (step.done) return { result: step.value, heard };
    for (const event of step.value) {
      if (event.type === "text") heard.said += event.text;
      if (event.type === "notice" || event.type === "stderr") heard.trouble = event.text;
    }
  }
}

function wordOf(result: EngineEnd<string>, { said, trouble }: Heard): EngineWord {
  if (result.kind === "aborted") {
    const lastWords = Bun.stripANSI(trouble).trim().slice(-LONGEST_TROUBLE);
    const advice = lastWords === "" ? null : `It was still working. Its last words: ${lastWords}`;
    return { ...problem("CLI health check timed out"), advice };
  }
  const isSilent = said.trim() === "" && (result.kind === "completed" || endsInSilence(result));
  if (isSilent) return problem("CLI returned empty response");
  if (result.kind === "completed") return { ok: true };
  if (result.kind === "quota") return problem(result.message);
  return problem(result.failure.message, result.failure.diagnosis);
}

/** It ended cleanly, but without a final event. */
function endsInSilence(end: EngineEnd<string>): boolean {
  const silence = endMessage({ kind: "reported_error", message: NO_LAST_WORD });
  return end.kind === "failed" && end.failure.message === silence;
}

const LONGEST_TROUBLE = 500;

function problem(error: string, about?: { advice: string; needsUser: boolean }): EngineProblem {
  return { ok: false, error, advice: about?.advice ?? null, needsUser: about?.needsUser ?? false };
}
