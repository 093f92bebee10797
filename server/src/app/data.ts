import {
  closeToOthers,
  databasePath,
  prepareDataDirectory,
} from "#data-directory/data-directory.ts";
import type { Config } from "#config/config.ts";
import { alreadyRunning, tryLockDataDirectory } from "#data-directory/data-lock.ts";
import { installationId } from "#data-directory/installation-id.ts";
import { installationKey } from "#data-directory/installation-key.ts";
import { createDatabaseWatch, rescuedCopies } from "#db/database-watch.ts";
import { isFirstStart, openDatabase, requireUsableDatabase, wasLeftOpen } from "#db/open.ts";
import { finishInterruptedRestore } from "#data-directory/restore.ts";
import { keepServerRecord } from "#data-directory/server-record.ts";
import { createAgentStore } from "#domain/agent/agent-store.ts";
import { createChatStore } from "#domain/chat/chat-store.ts";
import { createMessageStore } from "#domain/chat/message-store.ts";
import { createChatQueueStore } from "#domain/queue/chat-queue-store.ts";
import { createFinishedItemsStore } from "#domain/queue/finished-items-store.ts";
import { createTaskQueueStore } from "#domain/queue/task-queue-store.ts";
import { createEngineTroubleStore } from "#domain/run/engine-trouble-store.ts";
import { createQuotaStore } from "#domain/run/quota-store.ts";
import { createRunStore } from "#domain/run/run-store.ts";
import { createSessionStore } from "#domain/session/session-store.ts";
import { createSettingsStore } from "#domain/settings/settings-store.ts";
import { createActivityStore } from "#domain/task/activity-store.ts";
import { createCommentStore } from "#domain/task/comment-store.ts";
import { createTaskEventRows } from "#domain/task/task-event-rows.ts";
import { createDeletedCommentStore } from "#domain/task/deleted-comment-store.ts";
import { createTaskListStore } from "#domain/task/task-list-store.ts";
import { createTaskOrderStore } from "#domain/task/task-order-store.ts";
import { createTaskStore } from "#domain/task/task-store.ts";
import { createTaskWaitStore } from "#domain/task/task-wait-store.ts";
import { createHomeStore } from "#domain/home/home-store.ts";
import { createSearchStore } from "#domain/search/search-store.ts";
import { createWorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { createCheckRunStore } from "#domain/check/check-run-store.ts";
import { createCheckpointStore } from "#domain/checkpoint/checkpoint-store.ts";
import { createRestoreStore } from "#domain/checkpoint/restore-store.ts";
import { createViewedFileStore } from "#domain/checkpoint/viewed-file-store.ts";
import { createKeptWorkStore } from "#domain/worktree/kept-work-store.ts";
import { createWorktreeStore } from "#domain/worktree/worktree-store.ts";
import type { EventBus } from "#events/event-bus.ts";
import { createUnitOfWork } from "#events/unit-of-work.ts";
import type { Clock, Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import type { StartupError } from "#lib/startup-error.ts";
import { lookForServer, ownRecord, serverText } from "./running-server.ts";

/** Makes the data directory ours alone, until its lock is released. */
export async function claimDataDirectory(config: Config, logger: Logger) {
  const dir = config["data-dir"];
  const path = databasePath(dir);
  prepareDataDirectory(dir);
  finishInterruptedRestore(dir);
  const isFirst = isFirstStart(path);
  if (!isFirst) requireUsableDatabase(path);
  const copies = rescuedCopies(path);
  if (copies.length > 0) logger.warn(isFirst ? COPIES_ALONE : COPIES_BESIDE, { copies });
  const lock = tryLockDataDirectory(dir);
  if (!lock) throw await refusal(dir);
  const record = keepServerRecord(dir, await ownRecord(config), (reason) =>
    logger.warn("Cannot record which process this is", { reason }),
  );
  if (!closeToOthers(dir)) {
    logger.warn("Other users can read the data directory", { data_dir: dir });
  }
  // Created before the first backup, which must not change a data directory.
  installationKey(dir);
  return { dir, path, isFirst, lock, record, installationId: installationId(dir) };
}

async function refusal(dir: string): Promise<StartupError> {
  const state = await lookForServer(dir);
  if (state.is === "running") return alreadyRunning(dir, `It is ${serverText(state.server)}. `);
  return alreadyRunning(
    dir,
    state.is === "held" && state.pid !== null ? `It is pid ${state.pid}. ` : "",
  );
}

const COPIES_ALONE =
  "There is no database, but there are copies of one; malamar restore can bring one back";
const COPIES_BESIDE =
  "Next to the database are copies of one that was removed or replaced; malamar restore can bring one back, and you can delete those you don't need";

export type DataDirectory = Awaited<ReturnType<typeof claimDataDirectory>>;

interface Deps {
  bus: EventBus;
  clock: Clock;
  timers: Timers;
  logger: Logger;
}

/** Opens the database, and builds everything that reads and writes it. */
export function openData(path: string, { bus, ...deps }: Deps) {
  const afterCrash = wasLeftOpen(path);
  const db = openDatabase(path);
  const watch = createDatabaseWatch({ db, path, ...deps });
  watch.subscribe((trouble) => bus.publish({ type: "database.changed", trouble }));
  const taskListStore = createTaskListStore(db);
  return {
    db,
    watch,
    /** The previous process did not stop cleanly. */
    afterCrash,
    unit: createUnitOfWork(db, bus, watch, createTaskEventRows(taskListStore)),
    stores: {
      workspaceStore: createWorkspaceStore(db),
      agentStore: createAgentStore(db),
      taskStore: createTaskStore(db),
      taskListStore,
      taskOrderStore: createTaskOrderStore(db),
      taskWaitStore: createTaskWaitStore(db),
      commentStore: createCommentStore(db),
      deletedCommentStore: createDeletedCommentStore(db),
      activityStore: createActivityStore(db),
      chatStore: createChatStore(db),
      messageStore: createMessageStore(db),
      runStore: createRunStore(db),
      quotaStore: createQuotaStore(db),
      engineTroubleStore: createEngineTroubleStore(db),
      sessionStore: createSessionStore(db),
      settingsStore: createSettingsStore(db),
      taskQueueStore: createTaskQueueStore(db),
      chatQueueStore: createChatQueueStore(db),
      finishedItemsStore: createFinishedItemsStore(db),
      searchStore: createSearchStore(db),
      homeStore: createHomeStore(db),
      worktreeStore: createWorktreeStore(db),
      keptWorkStore: createKeptWorkStore(db),
      checkpointStore: createCheckpointStore(db),
      checkRunStore: createCheckRunStore(db),
      restoreStore: createRestoreStore(db),
      viewedFileStore: createViewedFileStore(db),
    },
  };
}

export type Data = ReturnType<typeof openData>;
