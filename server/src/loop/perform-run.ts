import type { CliType } from "@malamar/contract/cli.ts";
import type { ServerEvent } from "@malamar/contract/event.ts";
import type { RunId } from "@malamar/contract/ids.ts";
import type { NewRun, RunStore } from "#domain/run/run-store.ts";
import type { Tripped } from "#domain/task/guards.ts";
import type { CliSetup } from "#engines/detect.ts";
import type { Engine } from "#engines/engine.ts";
import type { CliHealthMonitor } from "#engines/health.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { Clock, Timers } from "#lib/clock.ts";
import { newId } from "#lib/id.ts";
import type { Logger } from "#lib/logger.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";
import type { AnswerForm } from "./answer-form.ts";
import { executeRun, type Usage } from "./execute-run.ts";
import { failed, readOutcome, type AfterFailure } from "./outcome.ts";
import { endOf, lastEvents, LOST, type EndedOutcome } from "./run-end.ts";
import { openTranscript } from "./run-transcript.ts";
import { createUsageNotes } from "./usage-notes.ts";
import type { Workplace } from "./workplace.ts";

export interface RunDeps {
  unit: UnitOfWork;
  runStore: RunStore;
  transcripts: Transcripts;
  engineOf: (type: CliType) => Engine;
  setupOf: (type: CliType) => CliSetup;
  cliHealth: Pick<CliHealthMonitor, "hear">;
  environment: Record<string, string>;
  installationId: string;
  tempDir: string;
  clock: Clock;
  timers: Timers;
  logger: Logger;
}

type Emit = (event: ServerEvent) => void;

/** What watches a run and may want it to end. */
interface Watch {
  sign: () => void;
  used: (usage: Usage) => void;
  stop: () => void;
}

/** One execution of one agent, on a task or in a chat. */
export interface RunJob<Answer> {
  row: Omit<NewRun, "id" | "started_at">;
  prepare: () => Workplace;
  answer: AnswerForm<Answer>;
  after: AfterFailure;
  /** A person waits for it. */
  isUrgent: boolean;
  /** Part of the unit of work that begins it. */
  begin: (emit: Emit, runId: RunId) => void;
  /** What the run belongs to was deleted: nothing is written about it any more. */
  isGone: () => boolean;
  /** Told when the figures of a run under way have changed. */
  announceUsage: (emit: Emit) => void;
  watch?: (runId: RunId, trip: (by: Tripped) => void) => Watch;
}

/** How a run ended, before anything of it is applied. */
export interface EndedRun<Answer> {
  runId: RunId;
  outcome: EndedOutcome<Answer>;
  /** What the CLI was given. */
  setup: CliSetup;
  /** Writes the end of the run: a part of the unit of work that applies the outcome. */
  finish: () => void;
  /** Closes the transcript; after the commit. */
  close: () => void;
  /** Closes it when the end of the run could not be written. */
  abandon: () => void;
  /** Closes it at a shutdown: the next start writes its last words, as after a crash. */
  interrupt: () => void;
}

/** One run: its row, its input, its process, its outcome. */
export async function performRun<Answer>(
  deps: RunDeps,
  job: RunJob<Answer>,
  stop: AbortSignal,
): Promise<EndedRun<Answer>> {
  const runId = beginRun(deps, job);
  const setup = deps.setupOf(job.row.cli_type);
  const transcript = openTranscript(deps, runId);
  let tripped: Tripped | null = null;
  let usage: Usage | null = null;
  let sessionId: string | null = null;

  const ended = (outcome: EndedOutcome<Answer>): EndedRun<Answer> => ({
    runId,
    outcome,
    setup,
    finish: () => finishRun(deps, job, { runId, outcome, usage, sessionId }),
    close: () => transcript.close(lastEvents(outcome)),
    abandon: () => transcript.close(LOST),
    interrupt: () => transcript.close([]),
  });

  const prepared = job.prepare();
  if ("problem" in prepared) {
    return ended(failed("not_started", `CLI could not be started: ${prepared.problem}`));
  }
  const guard = new AbortController();
  const watch = job.watch?.(runId, (by) => {
    tripped ??= by;
    guard.abort();
  });
  const notes = createUsageNotes(deps, job, runId);
  try {
    const executed = await executeRun(
      deps.engineOf(job.row.cli_type),
      {
        runId,
        installationId: deps.installationId,
        model: job.row.model,
        prompt: promptFor(prepared.inputPath),
        answerSchema: job.answer.jsonSchema,
        isUrgent: job.isUrgent,
        environment: deps.environment,
        setup,
        ...prepared,
      },
      AbortSignal.any([stop, guard.signal]),
      transcript.append,
      {
        sign: () => watch?.sign(),
        started: (pid) => deps.runStore.setProcess(runId, pid, deps.clock()),
        used: (used) => {
          watch?.used(used);
          notes.note(used);
        },
      },
    );
    ({ usage } = executed);
    ({ sessionId } = executed.result);
    if (stop.aborted) return ended({ kind: "aborted" });
    if (tripped && executed.result.kind === "aborted") return ended({ kind: "tripped", tripped });
    return ended(readOutcome(executed.result, prepared.outputPath, job.answer, job.after));
  } catch (error) {
    transcript.close(LOST);
    throw error;
  } finally {
    watch?.stop();
    notes.stop();
  }
}

/** All that goes on a command line, because those are short; the rest is in the file. */
function promptFor(inputPath: string): string {
  return `Read the file at ${inputPath} and follow the instruction autonomously.`;
}

/** Committed before anything is started, so that a crash from here on is noticed at the next start. */
function beginRun({ unit, runStore, clock }: RunDeps, { row, begin }: RunJob<unknown>): RunId {
  const runId = newId<RunId>();
  unit((emit) => {
    runStore.insert({ id: runId, ...row, started_at: clock() });
    begin(emit, runId);
  });
  return runId;
}

function finishRun(
  { runStore, clock }: RunDeps,
  { isGone }: RunJob<unknown>,
  end: {
    runId: RunId;
    outcome: EndedOutcome<unknown>;
    usage: Usage | null;
    sessionId: string | null;
  },
): void {
  if (isGone()) return;
  const { status, failure_kind, exit_code } = endOf(end.outcome);
  runStore.finish({
    id: end.runId,
    status,
    failure_kind,
    exit_code,
    cli_session_id: end.sessionId,
    input_tokens: end.usage?.input_tokens ?? null,
    output_tokens: end.usage?.output_tokens ?? null,
    cached_tokens: end.usage?.cached_tokens ?? null,
    cost_usd: end.usage?.cost_usd ?? null,
    finished_at: clock(),
  });
}
