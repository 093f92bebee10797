import { rmSync, statSync } from "node:fs";
import type { CliType } from "@malamar/contract/cli.ts";
import { cliLabel } from "@malamar/contract/plain/cli.ts";
import { modelProblem } from "@malamar/contract/model-name.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { diagnosisOf, type Diagnosis, type FailureCause } from "#engines/diagnosis.ts";
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
import { inheritedEnvironment } from "./inherited-environment.ts";
import { inputText, writeInput, type WrittenInput } from "./input-files.ts";
import { cliEndOf, type CliEnd } from "./output/cli-end.ts";
import { createCliTranscript, type CliTranscript } from "./output/cli-transcript.ts";
import { readFailure } from "./output/read-failure.ts";
import { createEstimate } from "./spending/estimate.ts";
import { createRunSpending, type RunSpending } from "./spending/run-spending.ts";
import { isOfProgram } from "./start-error.ts";

/** What the CLIs of this Malamar have in common. */
export interface CliHost {
  /** What CLIs inherit, except other providers' keys. */
  environment: Record<string, string>;
  /** Identifies this Malamar among others on the machine; its processes carry it. */
  installationId: string;
  /** Where the files for runs are written. */
  tempDir: string;
  /** What the user set for a CLI. */
  setupOf: (type: CliType) => CliSetup;
  clock?: Clock;
  /** How long the processes of a run may take to end cleanly. */
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
      const started = start(adapter, host, request, (cause) => diagnosisOf(cause, about));
      if ("end" in started) return { ...engineEndOf(started.end, "", answer), sessionId: null };
      const { cli, run, env, files } = started;
      try {
        yield [{ type: "started", pid: cli.pid, cwd }];
        const reader = adapter.createReader();
        const transcript = createCliTranscript(reader);
        const spending = createRunSpending({
          source: adapter.spending?.({ env, cwd }),
          estimate: adapter.hasNoModel ? null : createEstimate(briefedBytes(run)),
          said: reader.end,
        });
        const exit = yield* follow(cli, transcript, spending);
        const rest = spending.hear(transcript.rest());
        const last = [...rest, ...(await spending.end()), ...noticesOf(exit)];
        if (last.length > 0) yield last;
        const { sessionId, stderr, plain, ...said } = transcript.end();
        const end = cliEndOf({
          exit,
          said,
          stderr,
          plain,
          readFailure: (texts) => readFailure(texts, adapter.failures, new Date(clock())),
          diagnosisOf: (cause) => diagnosisOf(cause, about),
        });
        return { ...engineEndOf(end, run.outputPath, answer), sessionId };
      } finally {
        await cli.close();
        removeFiles(files);
      }
    },

    previewInput: (briefing) => inputText(briefing, host.tempDir),

    notStarted,

    absence() {
      const setup = host.setupOf(adapter.type);
      const env = { ...inheritedEnvironment(adapter, host.environment, setup), ...setup.env_vars };
      const found = findBinary(setup.binary_path ?? adapter.binary, env["PATH"] ?? "");
      if (found.path !== null) return null;
      const { advice } = diagnosisOf("not_installed", { ...adapter, label, model: null });
      return { message: notStarted(found.error), advice };
    },
  };
}

function notStarted(reason: string): string {
  return endMessage({ kind: "not_started", reason });
}

/** What the CLI says, as it says it, and its usage meanwhile. */
async function* follow(
  cli: RunningProcess,
  transcript: CliTranscript,
  spending: RunSpending,
): AsyncGenerator<readonly NewTranscriptEvent[], ProcessExit> {
  for (;;) {
    const due = spending.dueIn();
    const step = due === 0 ? null : await cli.next(due);
    if (step === null) {
      const figures = await spending.look();
      if (figures.length > 0) yield figures;
      continue;
    }
    if ("exit" in step) return step.exit;
    yield spending.hear(transcript.read(step));
  }
}

interface Started {
  cli: RunningProcess;
  run: CliRun;
  env: Record<string, string>;
  /** Of this run alone. */
  files: readonly string[];
}

function start(
  adapter: CliAdapter,
  { environment, installationId, tempDir, setupOf, graceMs }: CliHost,
  request: RunRequest<unknown>,
  diagnose: (cause: FailureCause) => Diagnosis,
): Started | { end: CliEnd } {
  const { runId, briefing, model, cwd, isUrgent, signal } = request;
  const setup = setupOf(adapter.type);
  const inherited = inheritedEnvironment(adapter, environment, setup);
  // One that was stored before names had rules, or by someone else.
  const badModel = modelProblem(model);
  if (badModel !== null)
    return endUnstarted(`the agent's model ${badModel}`, diagnose("bad_model"));
  let input: WrittenInput;
  try {
    input = writeInput(request, tempDir);
  } catch (error) {
    return endUnstarted(`its input cannot be written: ${messageOf(error)}`);
  }
  const { text, ...paths } = input;
  const answerSchema = request.answer.jsonSchema;
  const common = { runId, briefing, model, cwd, answerSchema, isUrgent, environment: inherited };
  const run: CliRun = { ...common, ...paths };
  const env: Record<string, string> = {
    ...inherited,
    // Where Malamar itself was started; some programs trust it more than their working directory.
    PWD: cwd,
    ...request.environment,
    ...adapter.environment?.(run),
    ...setup.env_vars,
  };
  const found = findBinary(setup.binary_path ?? adapter.binary, env["PATH"] ?? "");
  if (found.path === null) return endUnstarted(found.error, diagnose("not_installed"));
  const argv = [found.path, ...adapter.arguments(run)] as const;
  const mark = { runId, installationId };
  const contents = Object.entries(adapter.files?.(run) ?? {});
  const files = contents.map(([path]) => path);
  if (adapter.removesAnswer) files.push(run.outputPath);
  try {
    for (const [path, content] of contents) writePrivateFile(path, content);
  } catch (error) {
    removeFiles(files);
    return endUnstarted(`its input cannot be written: ${messageOf(error)}`);
  }
  try {
    const cli = startProcess({ argv, env, cwd, mark }, { signal, graceMs });
    return { cli, run, env, files };
  } catch (error) {
    removeFiles(files);
    const isOfEngine = isOfProgram(error, cwd);
    return { end: { kind: "not_started", reason: messageOf(error), isOfEngine } };
  } finally {
    // While the program loads: nobody waits for the copy.
    request.keepInput(text);
  }
}

function endUnstarted(reason: string, diagnosis?: Diagnosis): { end: CliEnd } {
  return { end: { kind: "not_started", reason, diagnosis } };
}

/** The model's initial input: the prompt, and the file that it names. */
function briefedBytes({ prompt, inputPath }: CliRun): number {
  const file = statSync(inputPath, { throwIfNoEntry: false });
  return Buffer.byteLength(prompt) + (file?.size ?? 0);
}

function removeFiles(files: readonly string[]): void {
  for (const path of files) rmSync(path, { force: true });
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
