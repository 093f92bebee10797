import { existsSync, statSync } from "node:fs";
import type { Agent } from "@malamar/contract/agent.ts";
import type { RunId } from "@malamar/contract/ids.ts";
import type { AgentActionType } from "@malamar/contract/task.ts";
import type { NewTranscriptEvent, RunEnd } from "@malamar/contract/transcript.ts";
import type { AgentStore } from "#domain/agent/agent-store.ts";
import type { RunStore } from "#domain/run/run-store.ts";
import type { ActivityStore } from "#domain/task/activity-store.ts";
import type { CommentStore } from "#domain/task/comment-store.ts";
import type { Tripped } from "#domain/task/guards.ts";
import { nameOf, type TaskJournal } from "#domain/task/task-journal.ts";
import type { TaskRow, TaskStore } from "#domain/task/task-store.ts";
import { workingDirectoryOf } from "#domain/task/working-directory.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import type { CliSetup } from "#engines/detect.ts";
import type { Engine } from "#engines/engine.ts";
import type { CliHealthMonitor } from "#engines/health.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import { messageOf } from "#lib/app-error.ts";
import type { Clock, Timers } from "#lib/clock.ts";
import { newId } from "#lib/id.ts";
import type { Logger } from "#lib/logger.ts";
import type { TranscriptWriter } from "#transcripts/transcript-writer.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";
import { TASK_ANSWER_SCHEMA } from "./answer-schema.ts";
import { writeTaskBriefing } from "./briefing/write-briefing.ts";
import { executeRun, type Usage } from "./execute-run.ts";
import { failed, readOutcome, type RunFailure, type RunOutcome } from "./outcome.ts";
import { watchRun } from "./run-limits.ts";
import { createUsageNotes } from "./usage-notes.ts";
import { prepareOwnDirectory, prepareTempRoot } from "./temp-files.ts";

export interface RunDeps {
  unit: UnitOfWork;
  agents: AgentStore;
  tasks: TaskStore;
  comments: CommentStore;
  activity: ActivityStore;
  runs: RunStore;
  journal: TaskJournal;
  transcripts: Transcripts;
  engineOf: (type: Agent["cli_type"]) => Engine;
  setupOf: (type: Agent["cli_type"]) => CliSetup;
  cliHealth: Pick<CliHealthMonitor, "hear">;
  environment: Record<string, string>;
  installationId: string;
  tempDir: string;
  clock: Clock;
  timers: Timers;
  logger: Logger;
}

interface RunTranscript {
  append: (events: readonly NewTranscriptEvent[]) => void;
  close: (lastEvents: readonly NewTranscriptEvent[]) => void;
}

export interface Turn {
  workspace: StoredWorkspace;
  task: TaskRow;
  agent: Agent;
}

/** How an agent's turn ended, before anything of it is applied. */
export interface EndedRun {
  runId: RunId;
  outcome: RunOutcome | { kind: "tripped"; tripped: Tripped };
  /** What the CLI was given. */
  setup: CliSetup;
  /** How often people had spoken when the agent's input was written. */
  userCommentsRead: number;
  /** Writes the end of the run: a part of the unit of work that applies the outcome. */
  finish: (actionType: AgentActionType) => void;
  /** Closes the transcript; after the commit. */
  close: () => void;
  /** Closes it when the end of the run could not be written. */
  abandon: () => void;
  /** Closes it at a shutdown: the next start writes its last words, as after a crash. */
  interrupt: () => void;
}

/** One run of one agent on a task: its row, its input, its process, its outcome. */
export async function runAgent(deps: RunDeps, turn: Turn, stop: AbortSignal): Promise<EndedRun> {
  const { workspace, task, agent } = turn;
  const runId = beginRun(deps, turn);
  const setup = deps.setupOf(agent.cli_type);
  const userCommentsRead = deps.comments.countByUser(task.id);
  const transcript = openTranscript(deps, runId);
  let tripped: Tripped | null = null;
  let usage: Usage | null = null;
  let sessionId: string | null = null;

  const ended = (outcome: EndedRun["outcome"]): EndedRun => ({
    runId,
    outcome,
    setup,
    userCommentsRead,
    finish: (actionType) => finishRun(deps, turn, { runId, outcome, usage, sessionId, actionType }),
    close: () => transcript.close([...adviceOf(outcome), { type: "finished", ...endOf(outcome) }]),
    abandon: () => transcript.close(LOST),
    interrupt: () => transcript.close([]),
  });

  const prepared = prepare(deps, turn);
  if ("problem" in prepared) {
    return ended(failed("not_started", `CLI could not be started: ${prepared.problem}`));
  }
  const guard = new AbortController();
  const watch = watchRun({
    workspace,
    agentName: agent.name,
    spentBefore: deps.runs.spend(task.id, task.human_input_at),
    timers: deps.timers,
    onTripped: (by) => {
      tripped ??= by;
      guard.abort();
    },
  });
  const notes = createUsageNotes(deps, task, runId);
  try {
    const executed = await executeRun(
      deps.engineOf(agent.cli_type),
      {
        runId,
        installationId: deps.installationId,
        model: agent.model,
        prompt: promptFor(prepared.inputPath),
        answerSchema: TASK_ANSWER_SCHEMA,
        isUrgent: false,
        environment: deps.environment,
        setup,
        ...prepared,
      },
      AbortSignal.any([stop, guard.signal]),
      transcript.append,
      {
        sign: watch.sign,
        started: (pid) => deps.runs.setProcess(runId, pid, deps.clock()),
        used: (used) => {
          watch.used(used);
          notes.note(used);
        },
      },
    );
    ({ usage } = executed);
    ({ sessionId } = executed.result);
    if (stop.aborted) return ended({ kind: "aborted" });
    if (tripped && executed.result.kind === "aborted") return ended({ kind: "tripped", tripped });
    return ended(readOutcome(executed.result, prepared.outputPath));
  } catch (error) {
    transcript.close(LOST);
    throw error;
  } finally {
    watch.stop();
    notes.stop();
  }
}

/** All that goes on a command line, because those are short; the rest is in the file. */
function promptFor(inputPath: string): string {
  return `Read the file at ${inputPath} and follow the instruction autonomously.`;
}

/** The last words where the end of a run is not known. */
export const LOST: readonly NewTranscriptEvent[] = [
  {
    type: "notice",
    text: "Malamar ended while this run was under way, or could not go on with it.",
  },
  { type: "finished", status: "lost", failure_kind: null, message: null, exit_code: null },
];

/** A disk that is full costs the transcript, not the work of the agent. */
function openTranscript({ transcripts, logger }: RunDeps, runId: RunId): RunTranscript {
  let writer: TranscriptWriter | null = null;
  const attempt = (write: () => void) => {
    try {
      write();
    } catch (error) {
      logger.error("The transcript of a run cannot be written", { run_id: runId, error });
      writer?.close();
      writer = null;
    }
  };
  attempt(() => (writer = transcripts.open(runId)));
  return {
    append: (events) => attempt(() => writer?.append(events)),
    close: (events) => {
      attempt(() => writer?.append(events));
      writer?.close();
    },
  };
}

/** Committed before anything is started, so that a crash from here on is noticed at the next start. */
function beginRun({ unit, runs, journal, clock }: RunDeps, { task, agent }: Turn): RunId {
  const runId = newId<RunId>();
  unit((emit) => {
    runs.insert({
      id: runId,
      workspace_id: task.workspace_id,
      task_id: task.id,
      chat_id: null,
      agent_id: agent.id,
      agent_name: agent.name,
      cli_type: agent.cli_type,
      model: agent.model,
      started_at: clock(),
    });
    journal.log(
      task,
      { type: "agent", ...agent },
      { event_type: "agent_started", metadata: { agent_name: agent.name, run_id: runId } },
    );
    emit({
      type: "agent.execution_started",
      ...nameOf(task),
      agent_name: agent.name,
      run_id: runId,
    });
  });
  return runId;
}

type Prepared = { cwd: string; inputPath: string; outputPath: string } | { problem: string };

function prepare(deps: RunDeps, turn: Turn): Prepared {
  const { workspace, task } = turn;
  try {
    const rootProblem = prepareTempRoot(deps.tempDir);
    if (rootProblem) return { problem: `the temp directory ${deps.tempDir} ${rootProblem}` };
    const cwd = workingDirectoryOf(workspace, task.id, deps.tempDir);
    if (cwd === null) return { problem: "the workspace names no working directory" };
    const isOwn = workspace.working_directory_mode === "temp";
    const problem = isOwn ? prepareOwnDirectory(cwd) : directoryProblem(cwd);
    if (problem) return { problem };
    return { cwd, ...writeTaskBriefing(deps, turn) };
  } catch (error) {
    return { problem: `its input cannot be written: ${messageOf(error)}` };
  }
}

/** The user's directory is used as it is; Malamar does not make it. */
function directoryProblem(path: string): string | null {
  if (!existsSync(path)) return `working directory does not exist: ${path}`;
  return statSync(path).isDirectory() ? null : `working directory is not a directory: ${path}`;
}

function finishRun(
  { unit, runs, tasks, journal, clock }: RunDeps,
  { task, agent }: Turn,
  end: {
    runId: RunId;
    outcome: EndedRun["outcome"];
    usage: Usage | null;
    sessionId: string | null;
    actionType: AgentActionType;
  },
): void {
  const { status, failure_kind, exit_code } = endOf(end.outcome);
  unit((emit) => {
    // Gone with its task, and then there is nothing to write any more.
    if (!tasks.get(task.id)) return;
    runs.finish({
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
    const metadata = {
      agent_name: agent.name,
      run_id: end.runId,
      action_type: end.actionType,
    };
    journal.log(task, { type: "agent", ...agent }, { event_type: "agent_finished", metadata });
    emit({
      type: "agent.execution_finished",
      ...nameOf(task),
      agent_name: agent.name,
      run_id: end.runId,
    });
  });
}

function adviceOf(outcome: EndedRun["outcome"]): NewTranscriptEvent[] {
  const advice = "failure" in outcome ? outcome.failure.advice : null;
  return advice === null ? [] : [{ type: "notice", text: advice }];
}

function endOf(outcome: EndedRun["outcome"]) {
  switch (outcome.kind) {
    case "answered":
      return end("succeeded", { exitCode: 0 });
    case "failed":
    case "quota":
      return end("failed", outcome.failure);
    case "aborted":
      return end("cancelled", {});
    case "tripped": {
      const { guard, detail } = outcome.tripped;
      return end("cancelled", { kind: guard, message: detail });
    }
    default:
      return outcome satisfies never;
  }
}

function end(
  status: RunEnd,
  { kind, message, exitCode }: { kind?: string } & Partial<Omit<RunFailure, "kind">>,
) {
  return {
    status,
    failure_kind: kind ?? null,
    message: message ?? null,
    exit_code: exitCode ?? null,
  };
}
