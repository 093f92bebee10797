import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunId } from "@malamar/contract/ids.ts";
import { newId } from "#lib/id.ts";
import type { CliSetup } from "./detect.ts";
import { endMessage } from "./end-message.ts";
import type { Engine, EngineResult, RunRequest } from "./engine.ts";
import { endsInSilence } from "#engines/output/engine-end.ts";

/** Whether the model behind a CLI answers. */
export type CliWord = { ok: true } | CliProblem;

export interface CliProblem {
  ok: false;
  error: string;
  advice: string | null;
  /** It stays so until a person has done something. */
  needsUser: boolean;
}

interface Question {
  setup: CliSetup;
  environment: Record<string, string>;
  installationId: string;
  /** Where a directory for the question may be made; gone afterwards. */
  tempDir: string;
  timeoutMs?: number;
  /** Ends the question before its time. */
  signal?: AbortSignal;
}

/** The slowest CLI seen takes six seconds to start, and then the model. */
const TIMEOUT_MS = 30_000;

/** Puts a real question to a CLI: the only way to know that it is logged in. It may cost a little. */
export async function askCli(
  engine: Engine,
  { timeoutMs = TIMEOUT_MS, signal, ...question }: Question,
): Promise<CliWord> {
  const cwd = mkdtempSync(join(question.tempDir, "malamar_check_"));
  const timeout = AbortSignal.timeout(timeoutMs);
  const end = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const { result, heard } = await runToEnd(engine, requestIn(cwd, question), end);
    return wordOf(result, heard);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function requestIn(cwd: string, { setup, environment, installationId }: Question): RunRequest {
  return {
    runId: newId<RunId>(),
    installationId,
    model: null,
    cwd,
    prompt: "Reply with the word OK. Do nothing else, and use no tools.",
    inputPath: join(cwd, "input.md"),
    outputPath: join(cwd, "output.json"),
    answerSchema: null,
    isUrgent: true,
    environment,
    setup,
  };
}

/** What it said, and what it last complained about. */
interface Heard {
  said: string;
  trouble: string;
}

async function runToEnd(engine: Engine, request: RunRequest, signal: AbortSignal) {
  const heard: Heard = { said: "", trouble: "" };
  const batches = engine.run(request, signal);
  for (;;) {
    const step = await batches.next();
    if (step.done) return { result: step.value, heard };
    for (const event of step.value) {
      if (event.type === "text") heard.said += event.text;
      if (event.type === "notice" || event.type === "stderr") heard.trouble = event.text;
    }
  }
}

function wordOf(result: EngineResult, { said, trouble }: Heard): CliWord {
  if (result.kind === "aborted") {
    const lastWords = Bun.stripANSI(trouble).trim().slice(-LONGEST_TROUBLE);
    const advice = lastWords === "" ? null : `It was still at it. The last it said: ${lastWords}`;
    return { ...problem("CLI health check timed out"), advice };
  }
  const isSilent = said.trim() === "" && (result.kind === "completed" || endsInSilence(result));
  if (isSilent) return problem("CLI returned empty response");
  if (result.kind === "completed") return { ok: true };
  const diagnosis = "diagnosis" in result ? result.diagnosis : undefined;
  return problem(endMessage(result), diagnosis);
}

const LONGEST_TROUBLE = 500;

function problem(error: string, about?: { advice: string; needsUser: boolean }): CliProblem {
  return { ok: false, error, advice: about?.advice ?? null, needsUser: about?.needsUser ?? false };
}
