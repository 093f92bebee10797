import type { EngineId, RunId } from "@malamar/contract/ids.ts";
import { NO_USAGE, type NewRun, type Usage } from "#domain/run/run-store.ts";
import type { Tripped } from "#domain/task/guards.ts";
import type { Emit } from "#events/unit-of-work.ts";
import type { AnswerForm, EngineWord, RunLimits } from "#engines/engine.ts";
import { newId } from "#lib/id.ts";
import { stopReason } from "./active-work.ts";
import { executeRun } from "./execute-run.ts";
import type { LoopDeps } from "./loop-deps.ts";
import { hasAnswered, outcomeOf, type AfterFailure } from "./outcome.ts";
import { endOf, lastEvents, LOST, type EndedOutcome } from "./run-end.ts";
import { keepInput } from "./run-input.ts";
import { openTranscript } from "./run-transcript.ts";
import { createUsageNotes } from "./usage-notes.ts";
import type { Workplace } from "./workplace.ts";

type Deps = Pick<
  LoopDeps,
  | "unit"
  | "runStore"
  | "transcripts"
  | "maxTranscriptMb"
  | "engineOf"
  | "engineHealth"
  | "clock"
  | "timers"
  | "logger"
>;

/** What watches a run and may want to end it. */
interface LimitWatch {
  sign: () => void;
  used: (usage: Usage) => void;
  acted: () => void;
  stop: () => void;
}

/** Everything a run needs, on a task or in a chat. */
export interface RunPlan<Answer> {
  engine: EngineId;
  row: Omit<NewRun, "id" | "started_at">;
  prepare: (stop: AbortSignal) => Promise<Workplace>;
  /** The form of the agent's input that may be kept. */
  keptOf: (input: string) => string;
  answer: AnswerForm<Answer>;
  tools: readonly string[];
  limits: RunLimits;
  after: AfterFailure;
  /** A person waits for it. */
  isUrgent: boolean;
  /** Part of the unit of work that begins it. */
  begin: (emit: Emit, runId: RunId) => void;
  /** The task or chat of the run was deleted: nothing more is written about it. */
  isGone: () => boolean;
  /** Called once, during the run, when its model answers. */
  noteLife: () => void;
  /** Called when the figures of the active run have changed. */
  announceUsage: (emit: Emit) => void;
  watch?: (runId: RunId, trip: (by: Tripped) => void) => LimitWatch;
}

/** How a run ended, before any of it is applied. */
export interface EndedRun<Answer> {
  runId: RunId;
  outcome: EndedOutcome<Answer>;
  /** Its model has answered, whatever the result. */
  wasAlive: boolean;
  /** Records what the run shows about its engine. */
  hear: (word: EngineWord) => void;
  /** Stores the end of the run: part of the unit of work that applies the outcome. */
  finish: () => void;
  /** Closes the transcript; after the commit. */
  close: () => void;
  /** Closes it when the end of the run could not be stored. */
  abandon: () => void;
  /** Closes it at shutdown: the next start writes its last event, as after a crash. */
  interrupt: () => void;
}

/** One run: its row, its engine, its outcome. */
export async function performRun<Answer>(
  deps: Deps,
  plan: RunPlan<Answer>,
  stop: AbortSignal,
): Promise<EndedRun<Answer>> {
  const engine = deps.engineOf(plan.engine);
  const runId = beginRun(deps, plan);
  const hear = deps.engineHealth.listenTo(plan.engine);
  const transcript = openTranscript(deps, runId);
  let tripped: Tripped | null = null;
  let usage: Usage | null = null;
  let sessionId: string | null = null;
  let wasAlive = false;

  const ended = (outcome: EndedOutcome<Answer>): EndedRun<Answer> => ({
    runId,
    outcome,
    wasAlive: wasAlive || hasAnswered(outcome),
    hear,
    finish: () => finishRun(deps, plan, { runId, outcome, usage, sessionId }),
    close: () => transcript.close(lastEvents(outcome)),
    abandon: () => transcript.close(LOST),
    interrupt: () => transcript.close([]),
  });

  const tell = (texts: readonly string[]) => {
    if (texts.length > 0) transcript.append(texts.map((text) => ({ type: "notice", text })));
  };

  /** null: it is not wanted anymore. */
  async function prepare(): Promise<Workplace | null> {
    try {
      const workplace = await plan.prepare(stop);
      return stop.aborted ? null : workplace;
    } catch (error) {
      if (stop.aborted) return null;
      transcript.close(LOST);
      throw error;
    }
  }

  const prepared = await prepare();
  if (prepared === null) return ended({ kind: "aborted" });
  if ("problem" in prepared) {
    const message = engine.notStarted(prepared.problem);
    const { whatToDo } = prepared;
    const failure = { kind: "not_started", message, exitCode: null, whatToDo } as const;
    return ended(outcomeOf({ kind: "failed", failure }, plan.after));
  }
  const { afterwards, notices = [], ...workplace } = prepared;
  tell(notices);
  const guard = new AbortController();
  const watch = plan.watch?.(runId, (by) => {
    tripped ??= by;
    guard.abort();
  });
  const notes = createUsageNotes(deps, plan, runId);
  try {
    const executed = await executeRun(
      engine,
      {
        runId,
        ...workplace,
        keepInput: (text) => {
          const notices = keepInput(deps, runId, plan.keptOf(text));
          if (notices.length > 0) transcript.append(notices);
        },
        answer: plan.answer,
        model: plan.row.model,
        tools: plan.tools,
        limits: plan.limits,
        isUrgent: plan.isUrgent,
        signal: AbortSignal.any([stop, guard.signal]),
      },
      transcript.append,
      {
        sign: () => watch?.sign(),
        acted: () => watch?.acted(),
        answered: () => {
          if (!wasAlive) tellOfLife(deps, plan, runId);
          wasAlive = true;
        },
        started: (pid) => deps.runStore.setProcess(runId, pid, deps.clock()),
        used: (used) => {
          watch?.used(used);
          notes.note(used);
        },
      },
    );
    ({ usage } = executed);
    ({ sessionId } = executed.result);
    // A limit of the run says nothing about what follows.
    watch?.stop();
    if (!isShutdown(stop)) tell((await afterwards?.(runId)) ?? []);
    if (stop.aborted) return ended({ kind: "aborted" });
    if (tripped && executed.result.kind === "aborted") return ended({ kind: "tripped", tripped });
    return ended(outcomeOf(executed.result, plan.after));
  } catch (error) {
    transcript.close(LOST);
    throw error;
  } finally {
    watch?.stop();
    notes.stop();
  }
}

function isShutdown(stop: AbortSignal): boolean {
  return stop.aborted && stopReason(stop) === "shutdown";
}

/** If it cannot be stored, the run continues: its end says the same. */
function tellOfLife({ logger }: Deps, { noteLife }: RunPlan<unknown>, runId: RunId): void {
  try {
    noteLife();
  } catch (error) {
    logger.warn("Cannot store yet that an engine works again", { run_id: runId, error });
  }
}

/** Committed before anything starts, so that the next start notices a crash from here on. */
function beginRun({ unit, runStore, clock }: Deps, { row, begin }: RunPlan<unknown>): RunId {
  const runId = newId<RunId>();
  unit((emit) => {
    runStore.insert({ id: runId, ...row, started_at: clock() });
    begin(emit, runId);
  });
  return runId;
}

function finishRun(
  { runStore, clock }: Deps,
  { isGone }: RunPlan<unknown>,
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
    ...(end.usage ?? NO_USAGE),
    finished_at: clock(),
  });
}
