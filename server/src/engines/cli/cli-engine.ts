import { rmSync } from "node:fs";
import { cliLabel, type CliType } from "@malamar/contract/cli.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { diagnosisOf, type Diagnosis } from "#engines/diagnosis.ts";
import type { Engine, RunRequest } from "#engines/engine.ts";
import { messageOf } from "#lib/app-error.ts";
import { systemClock, type Clock } from "#lib/clock.ts";
import { writePrivateFile } from "#lib/private-file.ts";
import type { ProcessEntry } from "#processes/process-table.ts";
import { startProcess, type ProcessExit, type RunningProcess } from "#processes/running-process.ts";
import type { CliAdapter, CliRun } from "./cli-adapter.ts";
import type { CliSetup } from "./detect.ts";
import { endMessage } from "./end-message.ts";
import { engineEndOf } from "./engine-end.ts";
import { findBinary } from "./find-binary.ts";
import { writeInput } from "./input-files.ts";
import { cliEndOf, type CliEnd } from "./output/cli-end.ts";
import { createCliTranscript } from "./output/cli-transcript.ts";
import { readFailure } from "./output/read-failure.ts";

/** What the CLIs of this Malamar have in common. */
export interface CliHost {
  /** What every CLI inherits. */
  environment: Record<string, string>;
  /** Names this Malamar among others on the machine; its processes carry it. */
  installationId: string;
  /** Where the files for runs are written. */
  tempDir: string;
  /** What the user set for a CLI. */
  setupOf: (type: CliType) => CliSetup;
  clock?: Clock;
  /** How long the processes of a run may take to end in good order. */
  graceMs?: number;
}

/** Executes an agent with a CLI on this machine. */
export function createCliEngine(adapter: CliAdapter, host: CliHost): Engine {
  const label = cliLabel(adapter.type);
  const { clock = systemClock } = host;

  return {
    label,

    async *run(request) {
      const { signal, cwd, model, answer } = request;
      if (signal.aborted) return { kind: "aborted", sessionId: null };
      const about = { ...adapter, label, model };
      const started = start(adapter, host, request, () => diagnosisOf("not_installed", about));
      if ("end" in started) return { ...engineEndOf(started.end, "", answer), sessionId: null };
      const { cli, run } = started;
      try {
        yield [{ type: "started", pid: cli.pid, cwd }];
        const transcript = createCliTranscript(adapter.createReader());
        let step = await cli.next();
        for (; !("exit" in step); step = await cli.next()) yield transcript.read(step);
        const last = [...transcript.rest(), ...noticesOf(step.exit)];
        if (last.length > 0) yield last;
        const { sessionId, stderr, plain, ...said } = transcript.end();
        const end = cliEndOf({
          exit: step.exit,
          said,
          stderr,
          plain,
          readFailure: (texts) => readFailure(texts, adapter.failures, new Date(clock())),
          diagnosisOf: (cause) => diagnosisOf(cause, about),
        });
        return { ...engineEndOf(end, run.outputPath, answer), sessionId };
      } finally {
        await cli.close();
        removeFiles(adapter, run);
      }
    },

    notStarted: (reason) => endMessage({ kind: "not_started", reason }),
  };
}

function start(
  adapter: CliAdapter,
  { environment, installationId, tempDir, setupOf, graceMs }: CliHost,
  request: RunRequest<unknown>,
  diagnose: () => Diagnosis,
): { cli: RunningProcess; run: CliRun } | { end: CliEnd } {
  const { runId, briefing, model, cwd, isUrgent, signal } = request;
  const setup = setupOf(adapter.type);
  let run: CliRun;
  try {
    const answerSchema = request.answer.jsonSchema;
    const common = { runId, briefing, model, cwd, answerSchema, isUrgent, environment };
    run = { ...common, ...writeInput(request, tempDir) };
  } catch (error) {
    return notStarted(`its input cannot be written: ${messageOf(error)}`);
  }
  const env: Record<string, string> = {
    ...environment,
    // Where Malamar itself was started; some programs believe it more than the directory they are in.
    PWD: cwd,
    ...adapter.environment?.(run),
    ...setup.env_vars,
  };
  const found = findBinary(setup.binary_path ?? adapter.binary, env["PATH"] ?? "");
  if (found.path === null) return notStarted(found.error, diagnose());
  const argv = [found.path, ...adapter.arguments(run)] as const;
  const mark = { runId, installationId };
  try {
    for (const [path, content] of filesOf(adapter, run)) writePrivateFile(path, content);
    return { cli: startProcess({ argv, env, cwd, mark }, { signal, graceMs }), run };
  } catch (error) {
    removeFiles(adapter, run);
    return notStarted(messageOf(error));
  }
}

function notStarted(reason: string, diagnosis?: Diagnosis): { end: CliEnd } {
  return { end: { kind: "not_started", reason, diagnosis } };
}

function filesOf({ files }: CliAdapter, run: CliRun): [path: string, content: string][] {
  return Object.entries(files?.(run) ?? {});
}

function removeFiles(adapter: CliAdapter, run: CliRun): void {
  for (const [path] of filesOf(adapter, run)) rmSync(path, { force: true });
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
