import type { RunId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { agentActor } from "#domain/actor/actor.ts";
import type { ChatAnswers } from "#domain/chat/chat-answers.ts";
import type { Candidate } from "#domain/queue/pickup.ts";
import type { EndedProcesses } from "#processes/end-processes.ts";
import { messageOf } from "#lib/app-error.ts";
import type { LoopDeps } from "./loop-deps.ts";
import { LOST } from "./run-end.ts";

type LostDeps = Pick<
  LoopDeps,
  | "unit"
  | "runStore"
  | "taskStore"
  | "taskJournal"
  | "taskLoop"
  | "transcripts"
  | "clock"
  | "logger"
>;

interface EarlierLife {
  chatAnswers: Pick<ChatAnswers, "recover">;
  /** The previous process did not stop cleanly. */
  afterCrash: boolean;
  /** Ends every process that these runs, or this installation, left behind. */
  endProcesses: (runIds: readonly RunId[]) => Promise<EndedProcesses>;
  /** Removes interrupted uploads. */
  removeUnfinishedUploads: () => void;
}

type Deps = LostDeps & EarlierLife;

/**
 * Cleans up what the previous process left: first its processes, then its runs and queue items. In
 * this order: a crash in between leaves runs that the next start finds again.
 */
export async function recover(deps: Deps): Promise<void> {
  const lost = deps.runStore.running();
  // A clean stop leaves no process, and looking at the whole machine takes a while.
  if (lost.length > 0 || deps.afterCrash) await endLeftovers(deps, lost);
  deps.unit(() => {
    for (const run of lost) lose(deps, run);
    deps.taskLoop.recover();
    deps.chatAnswers.recover();
  });
  for (const run of lost) closeTranscript(deps, run.id, LOST);
  if (!deps.afterCrash) return;
  for (const run of deps.runStore.lastEnded(RECENT_RUNS))
    closeTranscript(deps, run.id, lastWord(run));
  try {
    deps.removeUnfinishedUploads();
  } catch (error) {
    deps.logger.warn("The remains of an interrupted upload cannot be removed", { error });
  }
}

async function endLeftovers(deps: Deps, lost: readonly Run[]): Promise<void> {
  const { ended, survivors } = await deps.endProcesses(lost.map((run) => run.id));
  if (ended.length > 0) {
    deps.logger.warn("Ended processes that the previous Malamar left running", { ended });
  }
  if (survivors.length > 0) {
    deps.logger.error("The previous Malamar left processes that cannot be ended", { survivors });
  }
}

/** More than can have ended between their commit and the last event of their transcripts. */
const RECENT_RUNS = 200;

/**
 * A pass that failed inside Malamar, for example on a full disk, is a failed one: it is retried at
 * growing intervals, and the guards count it.
 */
export function abandonPass(deps: LostDeps, item: Candidate, error: unknown): void {
  deps.unit(() => {
    const run = deps.runStore.running().find(({ task_id }) => task_id === item.task_id);
    if (run) lose(deps, run);
    deps.taskLoop.fail(item.item_id, item.task_id, {
      agentId: null,
      runId: run?.id ?? null,
      kind: "internal",
      exitCode: null,
      advice: null,
      needsUser: false,
      message: `Malamar could not finish this pass: ${messageOf(error)}`,
    });
  });
}

function lose(deps: LostDeps, run: Run): void {
  deps.runStore.lose(run.id, deps.clock());
  const task = run.task_id && deps.taskStore.get(run.task_id);
  if (!task || !run.agent_id) return;
  deps.runStore.setActionType(run.id, "cancelled");
  deps.taskJournal.log(agentActor({ id: run.agent_id, name: run.agent_name }), task, {
    event_type: "agent_finished",
    metadata: { agent_name: run.agent_name, run_id: run.id, action_type: "cancelled" },
  });
}

/** Watchers learn that nothing more will come. */
function closeTranscript(
  { transcripts, logger }: LostDeps,
  runId: RunId,
  lastEvents: readonly NewTranscriptEvent[],
): void {
  try {
    const transcript = transcripts.open(runId);
    if (!transcript.wasFinished) transcript.append(lastEvents);
    transcript.close();
  } catch (error) {
    logger.error("The transcript of a run cannot be closed", { run_id: runId, error });
  }
}

function lastWord({ status, failure_kind, exit_code }: Run): readonly NewTranscriptEvent[] {
  if (status === "running" || status === "lost") return LOST;
  return [{ type: "finished", status, failure_kind, message: null, exit_code }];
}
