import { join } from "node:path";
import { createActions } from "#actions/execute-actions.ts";
import type { Config } from "#config/config.ts";
import { createReserve } from "#data-directory/reserve.ts";
import { databaseSince } from "#db/migrate.ts";
import { SYSTEM } from "#domain/actor/actor.ts";
import { requireChat } from "#domain/chat/chat-service.ts";
import { readEscapes } from "#processes/escape-record.ts";
import { endProcessesOfLostRuns, startSupervision } from "#processes/supervision.ts";
import { changeTaskFiles } from "#engines/cli/input-files.ts";
import type { EventBus } from "#events/event-bus.ts";
import { createCleanup } from "#jobs/cleanup.ts";
import { repeatCliHealthChecks } from "#jobs/cli-health-check.ts";
import { malamarInstruction, writeKnowledge } from "#knowledge/knowledge.ts";
import type { Clock, Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import { createNotifier } from "#notify/notifier.ts";
import { createActiveWork } from "#loop/active-work.ts";
import { createDeletedTexts } from "#loop/deleted-texts.ts";
import { createDirectories } from "#loop/directories.ts";
import { createFreeSpace } from "#loop/free-space.ts";
import { createAttachments } from "#uploads/attachments.ts";
import { createChatWorkers } from "#loop/chat-workers.ts";
import type { LoopDeps } from "#loop/loop-deps.ts";
import { createMissingPrograms } from "#loop/missing-programs.ts";
import { createInputPreview } from "#loop/preview-input.ts";
import { recover } from "#loop/recovery.ts";
import { createRunSlots } from "#loop/run-slots.ts";
import { createTaskWorkers } from "#loop/task-workers.ts";
import { createDemo, type PrepareDemo } from "#loop/demo.ts";
import { createChangeTasks } from "#loop/change-tasks.ts";
import { createTaskMoves } from "#loop/move-tasks.ts";
import { createStopFirst } from "#loop/stop-first.ts";
import { createWhileNobodyWorks } from "#loop/while-nobody-works.ts";
import { createLeftovers } from "#repository/leftovers.ts";
import { createTranscripts } from "#transcripts/transcripts.ts";
import type { Clis } from "./clis.ts";
import type { Data, DataDirectory } from "./data.ts";
import type { Repositories } from "./repositories.ts";
import { createRepositoryRequests } from "./repository-requests.ts";
import type { Services } from "./services.ts";

interface Deps {
  config: Config;
  directory: DataDirectory;
  data: Data;
  services: Services;
  repositories: Repositories;
  clis: Clis;
  loadDemo: () => Promise<PrepareDemo>;
  /** Where the page is. */
  address: () => string;
  bus: EventBus;
  clock: Clock;
  timers: Timers;
  logger: Logger;
}

/** What works without a request: the loop, the chats, the jobs, and notifications. */
export function createWork(deps: Deps) {
  const { config, directory, data, services, repositories, clis } = deps;
  const { bus, clock, timers, logger } = deps;
  const { stores, unit } = data;
  const { installationId } = directory;
  const tempDir = config["temp-dir"];
  const base = { ...stores, unit, bus, clock, timers, logger, tempDir };

  const notifier = createNotifier({ ...base, ...services, ...deps });
  const transcripts = createTranscripts({ dir: join(directory.dir, "runs"), clock, logger });
  const deletedTexts = createDeletedTexts({
    ...base,
    ...services,
    transcripts,
    changeTaskFiles: (id, change) => changeTaskFiles(tempDir, id, change),
  });
  const active = createActiveWork();
  const { settingsService, taskWaits } = services;
  const reserve = createReserve(directory.dir);
  const directories = createDirectories({ ...base, taskWaits });
  const freeSpace = createFreeSpace({
    dataDir: directory.dir,
    tempDir,
    minFreeMb: settingsService.minFreeDiskMb,
    onLow: (freeMb) => void reserve.keep(freeMb),
  });
  const missingPrograms = createMissingPrograms({ ...base, ...services, ...clis });
  const slots = createRunSlots(config["max-concurrent-runs"]);
  // Nothing starts that could not be stored where people find it.
  data.watch.subscribe((trouble) => (trouble === null ? slots.open() : slots.close()));
  const loopDeps: LoopDeps = {
    ...base,
    ...services,
    active,
    directories,
    repositoryFiles: repositories.repositoryFiles,
    freeSpace,
    missingPrograms,
    slots,
    noteFailure: (error) => void data.watch.note(error),
    transcripts,
    deletedTexts,
    engineOf: clis.engineOf,
    engineHealth: clis.health,
    maxTranscriptMb: config["max-transcript-mb"],
    pollMs: config["runner-poll-interval"],
    executeActions: createActions({ ...services, unit, logger }),
    installation: () => ({
      clis: clis.health.known(),
      is_mail_configured: notifier.isSetUp("email"),
    }),
    malamarInstruction: () => malamarInstruction(writeKnowledge(tempDir)),
  };
  const taskWorkers = createTaskWorkers(loopDeps);
  const chatWorkers = createChatWorkers(loopDeps);
  const taskMoves = createTaskMoves({
    ...loopDeps,
    ...services,
    taskWorkers,
    leaveBranch: repositories.leaveBranch,
  });
  const repositoryRequests = createRepositoryRequests({
    ...repositories,
    data,
    services,
    whileNobodyWorks: createWhileNobodyWorks({ ...loopDeps, taskWorkers }),
    dataDir: directory.dir,
    clock,
    logger,
  });
  const attachments = createAttachments({
    tempDir,
    maxUploadMb: config["max-upload-mb"],
    requireChat: (id) => requireChat(stores.chatStore, id),
    noteUpload: (...note) => services.chatService.noteUpload(...note),
  });
  const stopFirst = createStopFirst({
    ...loopDeps,
    ...services,
    taskWorkers,
    abandonUploads: (id) => attachments.abandon(id),
    spendReserve: () => reserve.spend(),
    requireWritable: () => data.watch.requireWritable(),
  });
  const leftovers = createLeftovers({ ...base, dataDir: directory.dir });
  bus.subscribe(({ event: { type } }) => {
    if (type === "task.deleted" || type === "workspace.deleted") leftovers.removeOutputsSoon();
  });
  const demo = createDemo({
    ...base,
    loadDemo: deps.loadDemo,
    stopFirst,
    eraseRepository: repositories.eraseRepository,
    dataDir: directory.dir,
  });
  /** What another installation's backup says about repositories, nobody here has seen yet. */
  const onceDecided =
    (remove: (isWanted: () => boolean) => Promise<number>) => async (isWanted: () => boolean) =>
      services.settingsService.isDecided() ? remove(isWanted) : 0;
  const cleanup = createCleanup({
    ...base,
    ...services,
    removeExpiredTask: (actor, id) => stopFirst.removeExpiredTask(actor, id),
    // Anything older than the database belongs to another one, which someone moved away.
    removeStrayTranscripts: (before, isWanted) =>
      transcripts.removeStrays({
        unknownOf: (ids) => stores.runStore.unknownOf(ids),
        written: { after: databaseSince(data.db), before },
        isWanted,
      }),
    removeDueWorktrees: onceDecided((isWanted) => repositoryRequests.removeDueWorktrees(isWanted)),
    removeExpiredWork: onceDecided((isWanted) =>
      repositoryRequests.keptWork.removeExpired(isWanted),
    ),
    removeLeftovers: (isWanted) => leftovers.remove(isWanted),
  });

  return {
    notifier,
    transcripts,
    deletedTexts,
    previewInput: createInputPreview(loopDeps),
    taskWorkers,
    chatWorkers,
    stopFirst,
    demo,
    taskMoves,
    changeTasks: createChangeTasks({ taskMoves, stopFirst }),
    attachments,
    cleanup,
    repositoryRequests,
    setupTrials: repositories.setupTrials,

    /** What the previous process left behind. */
    async putInOrder(): Promise<void> {
      const recordPath = join(directory.dir, "processes.json");
      const escaped = readEscapes(recordPath);
      startSupervision({
        installationId,
        recordPath,
        onStrays: (ended) => logger.warn("Ended processes that had outlived their run", { ended }),
      });
      await recover({
        ...loopDeps,
        afterCrash: data.afterCrash,
        endProcesses: (runIds) => endProcessesOfLostRuns({ installationId, runIds, escaped }),
        removeUnfinishedUploads: () =>
          attachments.removeUnfinished((id) => stores.chatStore.get(id) !== null),
      });
      await demo.recover();
      await repositories.recover({ afterCrash: data.afterCrash });
      await repositoryRequests.recover();
      repositories.setupTrials.recover();
      await deletedTexts.finish();
    },

    /** Starts the periodic jobs; the returned function ends them. */
    startJobs(): () => Promise<void> {
      const stopHealthChecks = repeatCliHealthChecks({
        ...base,
        ...services,
        cliHealth: clis.health,
        tryEngines: () => services.taskEngines.tryAll(SYSTEM),
      });
      const stopCleanup = cleanup.start();
      return () => {
        stopHealthChecks();
        return stopCleanup();
      };
    },
  };
}

export type Work = ReturnType<typeof createWork>;
