import type { ChatContext } from "@malamar/contract/briefing.ts";
import type { EngineId } from "@malamar/contract/ids.ts";
import type { ExecuteActions } from "#actions/execute-actions.ts";
import type { AgentStore } from "#domain/agent/agent-store.ts";
import type { ChatAnswers } from "#domain/chat/chat-answers.ts";
import type { ChatJournal } from "#domain/chat/chat-journal.ts";
import type { ChatStore } from "#domain/chat/chat-store.ts";
import type { MessageStore } from "#domain/chat/message-store.ts";
import type { ChatQueueStore } from "#domain/queue/chat-queue-store.ts";
import type { TaskQueueStore } from "#domain/queue/task-queue-store.ts";
import type { RunStore } from "#domain/run/run-store.ts";
import type { ActivityStore } from "#domain/task/activity-store.ts";
import type { CommentStore } from "#domain/task/comment-store.ts";
import type { TaskJournal } from "#domain/task/task-journal.ts";
import type { TaskLoop } from "#domain/task/task-loop.ts";
import type { TaskEngines } from "#domain/task/task-engines.ts";
import type { TaskQuota } from "#domain/task/task-quota.ts";
import type { TaskStore } from "#domain/task/task-store.ts";
import type { TaskWaitStore } from "#domain/task/task-wait-store.ts";
import type { TaskWaits } from "#domain/task/task-waits.ts";
import type { WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { WorktreeStore } from "#domain/worktree/worktree-store.ts";
import type { Engine, EngineHealth } from "#engines/engine.ts";
import type { EventBus } from "#events/event-bus.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { Clock, Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import type { RepositoryFiles } from "#repository/run-files.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";
import type { ActiveWork } from "./active-work.ts";
import type { DeletedTexts } from "./deleted-texts.ts";
import type { Directories } from "./directories.ts";
import type { FreeSpace } from "./free-space.ts";
import type { MissingPrograms } from "./missing-programs.ts";
import type { RunSlots } from "./run-slots.ts";

/** What the loop consists of. Code that needs only part of it says which. */
export interface LoopDeps {
  unit: UnitOfWork;
  bus: EventBus;
  clock: Clock;
  timers: Timers;
  logger: Logger;
  workspaceStore: WorkspaceStore;
  agentStore: AgentStore;
  taskStore: TaskStore;
  worktreeStore: WorktreeStore;
  taskWaitStore: TaskWaitStore;
  commentStore: CommentStore;
  activityStore: ActivityStore;
  taskQueueStore: TaskQueueStore;
  chatStore: ChatStore;
  messageStore: MessageStore;
  chatQueueStore: ChatQueueStore;
  runStore: RunStore;
  transcripts: Transcripts;
  deletedTexts: DeletedTexts;
  taskJournal: TaskJournal;
  taskLoop: TaskLoop;
  taskQuota: TaskQuota;
  taskEngines: TaskEngines;
  taskWaits: TaskWaits;
  /** Nothing new may be picked up. */
  isPaused: () => boolean;
  chatJournal: ChatJournal;
  chatAnswers: ChatAnswers;
  executeActions: ExecuteActions;
  /** What executes an agent. */
  engineOf: (id: EngineId) => Engine;
  engineHealth: EngineHealth;
  /** What agents learn about the installation they work in. */
  installation: () => Pick<ChatContext, "clis" | "is_mail_configured">;
  /** The Malamar agent's instruction; makes sure that the articles it may read exist. */
  malamarInstruction: () => string;
  active: ActiveWork;
  slots: RunSlots;
  directories: Directories;
  repositoryFiles: RepositoryFiles;
  freeSpace: FreeSpace;
  missingPrograms: MissingPrograms;
  /** Called when reading the queues fails: it may be the database itself. */
  noteFailure: (error: unknown) => void;
  tempDir: string;
  maxTranscriptMb: number;
  pollMs: number;
}
