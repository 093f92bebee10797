import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunId } from "@malamar/contract/ids.ts";
import { newId } from "#lib/id.ts";
import type { CliSetup } from "./detect.ts";
import { endMessage } from "./end-message.ts";
import type { Engine, EngineResult, RunRequest } from "./engine.ts";

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

/** By the specification. The slowest CLI seen takes six seconds to start, and then the model. */
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
    const { result, said } = await runToEnd(engine, requestIn(cwd, question), end);
    return wordOf(result, said);
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

async function runToEnd(engine: Engine, request: RunRequest, signal: AbortSignal) {
  let said = "";
  const batches = engine.run(request, signal);
  for (;;) {
    const step = await batches.next();
    if (step.done) return { result: step.value, said };
    for (const event of step.value) if (event.type === "text") said += event.text;
  }
}

function wordOf(result: EngineResult, said: string): CliWord {
  if (result.kind === "aborted") return problem("CLI health check timed out");
  if (result.kind === "completed") {
    return said.trim() === "" ? problem("CLI returned empty response") : { ok: true };
  }
  const diagnosis = "diagnosis" in result ? result.diagnosis : undefined;
  return problem(endMessage(result), diagnosis);
}

function problem(error: string, about?: { advice: string; needsUser: boolean }): CliProblem {
  return { ok: false, error, advice: about?.advice ?? null, needsUser: about?.needsUser ?? false };
}
