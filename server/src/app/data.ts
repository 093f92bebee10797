import {
  closeToOthers,
  databasePath,
  prepareDataDirectory,
} from "#data-directory/data-directory.ts";
import { lockDataDirectory } from "#data-directory/data-lock.ts";
import { installationId } from "#data-directory/installation-id.ts";
import { isFirstStart, openDatabase, requireUsableDatabase, wasLeftOpen } from "#db/open.ts";
import { finishInterruptedRestore } from "#data-directory/restore.ts";
import { createAgentStore } from "#domain/agent/agent-store.ts";
import { createChatStore } from "#domain/chat/chat-store.ts";
import { createMessageStore } from "#domain/chat/message-store.ts";
import { createChatQueueStore } from "#domain/queue/chat-queue-store.ts";
import { createFinishedItemsStore } from "#domain/queue/finished-items-store.ts";
import { createTaskQueueStore } from "#domain/queue/task-queue-store.ts";
import { createQuotaStore } from "#domain/run/quota-store.ts";
import { createRunStore } from "#domain/run/run-store.ts";
import { createSettingsStore } from "#domain/settings/settings-store.ts";
import { createActivityStore } from "#domain/task/activity-store.ts";
import { createCommentStore } from "#domain/task/comment-store.ts";
import { createTaskStore } from "#domain/task/task-store.ts";
import { createSearchStore } from "#domain/search/search-store.ts";
import { createWorkspaceStore } from "#domain/workspace/workspace-store.ts";
import type { EventBus } from "#events/event-bus.ts";
import { createUnitOfWork } from "#events/unit-of-work.ts";
import type { Logger } from "#lib/logger.ts";

/** Makes the data directory ours alone, until its lock is released. */
export function claimDataDirectory(dir: string, logger: Logger) {
  const path = databasePath(dir);
  prepareDataDirectory(dir);
  finishInterruptedRestore(dir);
  const isFirst = isFirstStart(path);
  if (!isFirst) requireUsableDatabase(path);
  const lock = lockDataDirectory(dir);
  if (!closeToOthers(dir)) {
    logger.warn("Other users may look into the data directory", { data_dir: dir });
  }
  return { dir, path, isFirst, lock, installationId: installationId(dir) };
}

export type DataDirectory = ReturnType<typeof claimDataDirectory>;

/** Opens the database, and builds what reads and writes it. */
export function openData(path: string, bus: EventBus) {
  const afterCrash = wasLeftOpen(path);
  const db = openDatabase(path);
  return {
    db,
    /** The earlier life did not end in good order. */
    afterCrash,
    unit: createUnitOfWork(db, bus),
    stores: {
      workspaceStore: createWorkspaceStore(db),
      agentStore: createAgentStore(db),
      taskStore: createTaskStore(db),
      commentStore: createCommentStore(db),
      activityStore: createActivityStore(db),
      chatStore: createChatStore(db),
      messageStore: createMessageStore(db),
      runStore: createRunStore(db),
      quotaStore: createQuotaStore(db),
      settingsStore: createSettingsStore(db),
      taskQueueStore: createTaskQueueStore(db),
      chatQueueStore: createChatQueueStore(db),
      finishedItemsStore: createFinishedItemsStore(db),
      searchStore: createSearchStore(db),
    },
  };
}

export type Data = ReturnType<typeof openData>;
