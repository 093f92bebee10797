import { engineIdOf, type Agent } from "@malamar/contract/agent.ts";
import { MALAMAR_AGENT_NAME, type ChatOutput, type StoredChat } from "@malamar/contract/chat.ts";
import type { CliType } from "@malamar/contract/cli.ts";
import { actionsOf } from "#actions/registry.ts";
import { agentActor } from "#domain/actor/actor.ts";
import { nameOf } from "#domain/chat/chat-journal.ts";
import { chatDirectory } from "#domain/chat/chat-service.ts";
import type { ChatQueueItem } from "#domain/queue/chat-queue-store.ts";
import { workingDirectoryOf } from "#domain/workspace/working-directory.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import { UNLIMITED } from "#engines/engine.ts";
import { stopReason } from "./active-work.ts";
import { briefOnChat } from "./briefing/chat-briefing.ts";
import { AGENT_ANSWER, MALAMAR_ANSWER } from "./chat-answer-form.ts";
import type { LoopDeps } from "./loop-deps.ts";
import type { AfterFailure } from "./outcome.ts";
import { performRun, type EndedRun, type RunJob } from "./perform-run.ts";
import { reportRun } from "./run-report.ts";
import { untilStored } from "./until-stored.ts";
import { prepareWorkplace } from "./workplace.ts";

interface ChatRun {
  item: ChatQueueItem;
  workspace: StoredWorkspace;
  chat: StoredChat;
  /** null: the Malamar agent. */
  agent: Agent | null;
  agentName: string;
  cli: CliType;
}

type Answered = EndedRun<ChatOutput>;

/** One answer in one chat: a run, and what it says and asks for. */
export async function answerChat(
  deps: LoopDeps,
  item: ChatQueueItem,
  stop: AbortSignal,
): Promise<void> {
  const begun = deps.chatAnswers.begin(item.id);
  if (!begun) return;
  const { chat, agent } = begun;
  const cli = chat.cli_type ?? agent?.cli_type ?? (await firstCli(deps));
  if (stop.aborted) return;
  if (cli === null) {
    return deps.chatAnswers.fail(item, "CLI could not be started: No CLI available", null);
  }
  const workspace = requireWorkspace(deps.workspaceStore, chat.workspace_id);
  const agentName = agent?.name ?? MALAMAR_AGENT_NAME;
  const chatRun: ChatRun = { item, workspace, chat, agent, agentName, cli };
  const job = jobFor(deps, chatRun);
  const run = await performRun(deps, job, stop);
  // At a shutdown everything stays as it is: the next start finds it and begins again.
  if (stop.aborted && stopReason(stop) === "shutdown") return run.interrupt();
  try {
    await untilStored(deps, stop, () => deps.unit(() => apply(deps, chatRun, run)));
  } catch (error) {
    run.abandon();
    throw error;
  }
  run.close();
  reportRun(deps, { ...job.row, place: { chat_id: chat.id } }, run);
}

/** Right after a start it may not be known yet what there is. */
async function firstCli({ firstHealthyCli, cliHealth }: LoopDeps): Promise<CliType | null> {
  if (firstHealthyCli() === null) await cliHealth.current();
  return firstHealthyCli();
}

function jobFor(deps: LoopDeps, chatRun: ChatRun): RunJob<ChatOutput> {
  const { workspace, chat, agent, agentName, cli } = chatRun;
  return {
    engine: engineIdOf({ cli_type: cli }),
    row: {
      workspace_id: chat.workspace_id,
      task_id: null,
      chat_id: chat.id,
      agent_id: agent?.id ?? null,
      agent_name: agentName,
      cli_type: cli,
      // The name of a model means something to its own CLI only.
      model: agent?.cli_type === cli ? agent.model : null,
    },
    prepare: () =>
      prepareWorkplace({
        tempDir: deps.tempDir,
        cwd: workingDirectoryOf(workspace, chatDirectory(deps.tempDir, chat.id)),
        isOwn: workspace.working_directory_mode === "temp",
        brief: () => ({ briefing: briefOnChat(deps, chatRun) }),
      }),
    answer: agent === null ? MALAMAR_ANSWER : AGENT_ANSWER,
    tools: actionsOf(agent === null).map(({ type }) => type),
    limits: UNLIMITED,
    after: AFTER_FAILURE,
    isUrgent: true,
    begin: (emit, run_id) =>
      emit({ type: "chat.processing_started", ...nameOf(chat), agent_name: agentName, run_id }),
    isGone: () => deps.chatStore.get(chat.id) === null,
    announceUsage: (emit) => emit({ type: "chat.updated", ...nameOf(chat) }),
  };
}

const AFTER_FAILURE: AfterFailure = {
  next: "Send your message again to try once more.",
  atLimit: (resetsAt) => `It can be used again at ${resetsAt}. Another CLI can answer meanwhile.`,
};

/** The end of the run, what it says and what it asks for: all of it or nothing. */
function apply(deps: LoopDeps, chatRun: ChatRun, run: Answered): void {
  const { item, chat, agentName } = chatRun;
  deps.unit((emit) => {
    run.finish();
    const current = deps.chatStore.get(chat.id);
    if (!current) return;
    if (deps.chatAnswers.isUnderWay(item.id)) conclude(deps, chatRun, run);
    emit({
      type: "chat.processing_finished",
      ...nameOf(deps.chatStore.get(chat.id) ?? current),
      agent_name: agentName,
      run_id: run.runId,
    });
  });
}

function conclude(deps: LoopDeps, chatRun: ChatRun, { outcome, runId }: Answered): void {
  switch (outcome.kind) {
    case "answered":
      return applyAnswer(deps, chatRun, runId, outcome.output);
    case "failed":
    case "quota":
      return deps.chatAnswers.fail(chatRun.item, outcome.failure.message, runId);
    case "aborted":
      // Whoever stopped it has written why; this is only in case they could not.
      return deps.chatAnswers.fail(chatRun.item, "The answer was stopped.", runId);
    case "tripped":
      throw new Error("Guards do not apply to chats");
    default:
      return outcome satisfies never;
  }
}

function applyAnswer(
  { chatStore, chatAnswers, executeActions, messageStore }: LoopDeps,
  { item, chat, agent, agentName }: ChatRun,
  runId: Answered["runId"],
  { message, actions }: ChatOutput,
): void {
  const actor = agentActor({ id: agent?.id ?? null, name: agentName });
  const done = executeActions(actions ?? [], {
    // As it is now, but with the agent that has spoken: a switch meanwhile gives it no more rights.
    chat: { ...(chatStore.get(chat.id) ?? chat), agent_id: chat.agent_id },
    actor,
    isFirstAnswer: !messageStore.hasAnswer(chat.id),
  });
  chatAnswers.complete(item, {
    actor,
    message: message ?? "",
    actions: done.records.length > 0 ? done.records : null,
    failures: done.failures,
    runId,
  });
}
