import { rmSync } from "node:fs";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { messageOf } from "#lib/app-error.ts";
import { systemClock, type Clock } from "#lib/clock.ts";
import { writePrivateFile } from "#lib/private-file.ts";
import type { CliAdapter } from "./cli-adapter.ts";
import { createCliTranscript } from "#engines/output/cli-transcript.ts";
import { engineEndOf } from "#engines/output/engine-end.ts";
import { readFailure } from "#engines/output/read-failure.ts";
import { diagnosisOf, type Diagnosis } from "./diagnosis.ts";
import type { Engine, EngineResult, RunRequest } from "./engine.ts";
import { findBinary } from "./find-binary.ts";
import type { ProcessEntry } from "#processes/process-table.ts";
import { startProcess, type ProcessExit, type RunningProcess } from "#processes/running-process.ts";

interface Deps {
  clock?: Clock;
  /** How long the processes of a run may take to end in good order. */
  graceMs?: number;
}

type Batches<Result> = AsyncGenerator<readonly NewTranscriptEvent[], Result>;

/** Executes an agent with a CLI on this machine. */
export function createCliEngine(adapter: CliAdapter, deps: Deps = {}): Engine {
  return {
    type: adapter.type,
    run: (request, signal) => runCli(adapter, request, signal, deps),
  };
}

async function* runCli(
  adapter: CliAdapter,
  request: RunRequest,
  signal: AbortSignal,
  { clock = systemClock, graceMs }: Deps,
): Batches<EngineResult> {
  if (signal.aborted) return { kind: "aborted", sessionId: null };
  const started = start(adapter, request, signal, graceMs);
  if ("reason" in started) return { kind: "not_started", ...started, sessionId: null };
  const { cli } = started;
  try {
    yield [{ type: "started", pid: cli.pid, cwd: request.cwd }];
    const transcript = createCliTranscript(adapter.createReader());
    const exit = yield* followed(cli, transcript);
    const last = [...transcript.rest(), ...noticesOf(exit)];
    if (last.length > 0) yield last;
    const { sessionId, stderr, plain, ...said } = transcript.end();
    const end = engineEndOf({
      exit,
      said,
      stderr,
      plain,
      readFailure: (texts) => readFailure(texts, adapter.failures, new Date(clock())),
      diagnosisOf: (cause) => diagnosisOf(cause, { ...adapter, model: request.model }),
    });
    return { ...end, sessionId };
  } finally {
    await cli.close();
    removeFiles(adapter, request);
  }
}

function start(
  adapter: CliAdapter,
  request: RunRequest,
  signal: AbortSignal,
  graceMs: number | undefined,
): { cli: RunningProcess } | { reason: string; diagnosis?: Diagnosis | undefined } {
  const { runId, installationId, cwd, setup } = request;
  const env: Record<string, string> = {
    ...request.environment,
    // Where Malamar itself was started; some programs believe it more than the directory they are in.
    PWD: cwd,
    ...adapter.environment?.(request),
    ...setup.env_vars,
  };
  const found = findBinary(setup.binary_path ?? adapter.binary, env["PATH"] ?? "");
  if (found.path === null) {
    const diagnosis = diagnosisOf("not_installed", { ...adapter, model: request.model });
    return { reason: found.error, diagnosis };
  }
  const argv = [found.path, ...adapter.arguments(request)] as const;
  const mark = { runId, installationId };
  try {
    for (const [path, content] of filesOf(adapter, request)) writePrivateFile(path, content);
    return { cli: startProcess({ argv, env, cwd, mark }, { signal, graceMs }) };
  } catch (error) {
    removeFiles(adapter, request);
    return { reason: messageOf(error) };
  }
}

function filesOf({ files }: CliAdapter, request: RunRequest): [path: string, content: string][] {
  return Object.entries(files?.(request) ?? {});
}

function removeFiles(adapter: CliAdapter, request: RunRequest): void {
  for (const [path] of filesOf(adapter, request)) rmSync(path, { force: true });
}

async function* followed(
  cli: RunningProcess,
  transcript: ReturnType<typeof createCliTranscript>,
): Batches<ProcessExit> {
  for (;;) {
    const step = await cli.next();
    if ("exit" in step) return step.exit;
    yield transcript.read(step);
  }
}

function noticesOf({ leftovers, survivors }: ProcessExit): NewTranscriptEvent[] {
  return [
    ...notice("Ended", leftovers, "that the CLI left running"),
    ...notice("Could not end", survivors, "of the CLI"),
  ];
}

function notice(verb: string, processes: readonly ProcessEntry[], which: string) {
  if (processes.length === 0) return [];
  const counted = processes.length === 1 ? "1 process" : `${processes.length} processes`;
  const names = [...new Set(processes.map(({ name }) => name))].join(", ");
  return [{ type: "notice" as const, text: `${verb} ${counted} ${which}: ${names}` }];
}
