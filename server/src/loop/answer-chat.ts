import type { Agent } from "@malamar/contract/agent.ts";
import type { ChatOutput, StoredChat } from "@malamar/contract/chat.ts";
import { MALAMAR_AGENT_NAME } from "@malamar/contract/plain/chat.ts";
import type { EngineId } from "@malamar/contract/ids.ts";
import { actionsOf } from "#actions/registry.ts";
import { agentActor, SYSTEM } from "#domain/actor/actor.ts";
import { nameOf } from "#domain/chat/chat-journal.ts";
import { chatDirectory } from "#domain/chat/chat-service.ts";
import type { ChatQueueItem } from "#domain/queue/chat-queue-store.ts";
import { chatPlace, workingDirectoryOf } from "#domain/workspace/working-directory.ts";
import { requireWorkspace } from "#domain/workspace/workspace-service.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import { stoppedAfter, type Tripped } from "#domain/task/guards.ts";
import { shortened } from "#lib/shortened.ts";
import { stopReason } from "./active-work.ts";
import { briefOnChat } from "./briefing/chat-briefing.ts";
import { AGENT_ANSWER, MALAMAR_ANSWER } from "./chat-answer-form.ts";
import type { LoopDeps } from "./loop-deps.ts";
import type { AfterFailure } from "./outcome.ts";
import { performRun, type EndedRun, type RunPlan } from "./perform-run.ts";
import { watchTime } from "./run-limits.ts";
import { reportRun } from "./run-report.ts";
import { untilStored } from "./until-stored.ts";
import { prepareWorkplace, type Workplace } from "./workplace.ts";

interface ChatRun {
  item: ChatQueueItem;
  workspace: StoredWorkspace;
  chat: StoredChat;
  /** null: the Malamar agent. */
  agent: Agent | null;
  agentName: string;
  engine: EngineId;
}

type Answered = EndedRun<ChatOutput>;

/** One answer in one chat: a run, its message and its actions. */
export async function answerChat(
  deps: LoopDeps,
  item: ChatQueueItem,
  stop: AbortSignal,
): Promise<void> {
  const begun = deps.chatAnswers.begin(item.id);
  if (!begun) return;
  const { chat, agent } = begun;
  const engine = chat.cli_type ?? agent?.cli_type ?? (await deps.engineHealth.choose());
  if (stop.aborted) return;
  if (engine === null) {
    return deps.chatAnswers.fail(item, "CLI could not be started: No CLI available", null);
  }
  const workspace = requireWorkspace(deps.workspaceStore, chat.workspace_id);
  const agentName = agent?.name ?? MALAMAR_AGENT_NAME;
  const chatRun: ChatRun = { item, workspace, chat, agent, agentName, engine };
  const place = await deps.directories.share(chatPlace(workspace, chat.agent_id), chat.id);
  try {
    // The agent reads it too, among the messages.
    if (place.others.length > 0) deps.chatJournal.say(SYSTEM, chat, { message: beside(place) });
    await answer(deps, chatRun, stop);
  } finally {
    place.leave();
  }
}

function beside({ others }: { others: readonly string[] }): string {
  const names = others.map((name) => `“${shortened(name)}”`).join(", ");
  return `At work in the same directory right now: ${names}. Files may change meanwhile.`;
}

async function answer(deps: LoopDeps, chatRun: ChatRun, stop: AbortSignal): Promise<void> {
  const { chat } = chatRun;
  const plan = planFor(deps, chatRun);
  const run = await performRun(deps, plan, stop);
  // At shutdown everything stays as it is: the next start finds it and begins again.
  if (stop.aborted && stopReason(stop) === "shutdown") return run.interrupt();
  try {
    await untilStored(deps, stop, () => deps.unit(() => apply(deps, chatRun, run)));
  } catch (error) {
    run.abandon();
    throw error;
  }
  run.close();
  reportRun(deps, { ...plan.row, place: { chat_id: chat.id } }, run);
}

function planFor(deps: LoopDeps, chatRun: ChatRun): RunPlan<ChatOutput> {
  const { workspace, chat, agent, agentName, engine } = chatRun;
  const { run_timeout_minutes, idle_timeout_minutes } = workspace;
  return {
    engine,
    row: {
      workspace_id: chat.workspace_id,
      task_id: null,
      chat_id: chat.id,
      agent_id: agent?.id ?? null,
      agent_name: agentName,
      cli_type: engine,
      model: modelOf(chatRun),
      pass: null,
    },
    keptOf: (input) => input,
    prepare: (stop) => prepareChatPlace(deps, chatRun, stop),
    answer: agent === null ? MALAMAR_ANSWER : AGENT_ANSWER,
    tools: actionsOf(agent === null).map(({ type }) => type),
    limits: { run_timeout_minutes, idle_timeout_minutes },
    after: AFTER_FAILURE,
    isUrgent: true,
    begin: (emit, run_id) =>
      emit({ type: "chat.processing_started", ...nameOf(chat), agent_name: agentName, run_id }),
    isGone: () => deps.chatStore.get(chat.id) === null,
    noteLife: () => deps.taskEngines.noteLife({ cli_type: engine, model: modelOf(chatRun) }),
    announceUsage: (emit) => emit({ type: "chat.updated", ...nameOf(chat) }),
    watch: (_runId, onTripped) =>
      watchTime({ limits: workspace, agentName, timers: deps.timers, onTripped }),
  };
}

/** In a repository, what changed before and during the answer is stored. */
async function prepareChatPlace(
  deps: LoopDeps,
  chatRun: ChatRun,
  stop: AbortSignal,
): Promise<Workplace> {
  const { workspace, chat } = chatRun;
  const place = chatPlace(workspace, chat.agent_id);
  const isOwn = place.working_directory_mode === "temp";
  const cwd = workingDirectoryOf(place, chatDirectory(deps.tempDir, chat.id));
  const guest = { task_id: null, chat_id: chat.id };
  const files =
    isOwn || cwd === null
      ? null
      : await deps.repositoryFiles.inCheckout(cwd, workspace, guest, stop);
  const ready = prepareWorkplace({
    freeSpace: deps.freeSpace,
    tempDir: deps.tempDir,
    cwd,
    isOwn,
    brief: () => ({ briefing: briefOnChat(deps, chatRun) }),
  });
  if ("problem" in ready || files === null) return ready;
  const { notices } = files;
  return { ...ready, notices, afterwards: (id) => files.afterwards({ id, pass: null }) };
}

/** A model name only means something to its own engine. */
function modelOf({ agent, engine }: ChatRun): string | null {
  return agent?.cli_type === engine ? agent.model : null;
}

/** Only the two timeouts apply in a chat, and a person can raise both. */
function stoppedBy(tripped: Tripped): string {
  return `${stoppedAfter(tripped)}. Send your message again to retry, or raise ${tripped.setting} in the workspace settings.`;
}

const AFTER_FAILURE: AfterFailure = {
  next: "Send your message again to retry.",
  atLimit: (resetsAt) =>
    `It can be used again at ${resetsAt}. Another CLI can answer in the meantime.`,
};

/** The end of the run, its message and its actions: all or nothing. */
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
      deps.taskEngines.noteSuccess({ cli_type: chatRun.engine, model: modelOf(chatRun) });
      return applyAnswer(deps, chatRun, runId, outcome.output);
    case "failed":
    case "quota":
      return deps.chatAnswers.fail(chatRun.item, outcome.failure.message, runId);
    case "aborted":
      // Whoever stopped it has stored why; this is only in case they could not.
      return deps.chatAnswers.fail(chatRun.item, "The answer was stopped.", runId);
    case "tripped":
      return deps.chatAnswers.cutShort(chatRun.item, stoppedBy(outcome.tripped), runId);
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
    // As it is now, but with the agent that answered: a switch in the meantime gives it no more
    // rights.
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
