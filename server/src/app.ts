import { join } from "node:path";
import { CLIS, DEMO_CLI, type CliType } from "@malamar/contract/cli.ts";
import { createActions } from "#actions/execute-actions.ts";
import { addressOf, isLoopback, type Config } from "#config/config.ts";
import { closeToOthers, databasePath, prepareDataDirectory } from "#db/data-directory.ts";
import { lockDataDirectory } from "#db/data-lock.ts";
import { databaseSince } from "#db/migrate.ts";
import { installationId } from "#db/installation-id.ts";
import {
  closeDatabase,
  isFirstStart,
  openBeside,
  openDatabase,
  requireUsableDatabase,
  wasLeftOpen,
} from "#db/open.ts";
import { finishInterruptedRestore } from "#db/restore.ts";
import { accessToken } from "#db/token-file.ts";
import { createAgentService, type AgentService } from "#domain/agent/agent-service.ts";
import { createAgentStore } from "#domain/agent/agent-store.ts";
import { createChatQueueStore } from "#domain/queue/chat-queue-store.ts";
import { createFinishedItemsStore } from "#domain/queue/finished-items-store.ts";
import { createTaskQueueStore } from "#domain/queue/task-queue-store.ts";
import { createQuotaStore } from "#domain/run/quota-store.ts";
import { createRunService } from "#domain/run/run-service.ts";
import { createRunStore } from "#domain/run/run-store.ts";
import { createChatAnswers } from "#domain/chat/chat-answers.ts";
import { createChatJournal } from "#domain/chat/chat-journal.ts";
import { createChatService, requireChat } from "#domain/chat/chat-service.ts";
import { createChatStore } from "#domain/chat/chat-store.ts";
import { createMessageStore } from "#domain/chat/message-store.ts";
import { createSettingsService, type SettingsService } from "#domain/settings/settings-service.ts";
import { createSettingsStore } from "#domain/settings/settings-store.ts";
import { createActivityStore } from "#domain/task/activity-store.ts";
import { createCommentStore } from "#domain/task/comment-store.ts";
import { createPassSteps } from "#domain/task/pass-steps.ts";
import { createRetention } from "#domain/task/retention.ts";
import { createTaskJournal } from "#domain/task/task-journal.ts";
import { createTaskLoop } from "#domain/task/task-loop.ts";
import { createTaskQuota } from "#domain/task/task-quota.ts";
import { createTaskService, requireTask, type TaskService } from "#domain/task/task-service.ts";
import { createTaskStore } from "#domain/task/task-store.ts";
import { createDeleteAgent } from "#domain/use-cases/delete-agent.ts";
import { exportWorkspace } from "#domain/use-cases/export-workspace.ts";
import { createImportWorkspace } from "#domain/use-cases/import-workspace.ts";
import { createSearch } from "#domain/use-cases/search.ts";
import { createSearchStore } from "#domain/use-cases/search-store.ts";
import { createSampleTeam, createSampleWorkspace } from "#domain/use-cases/sample-team.ts";
import { createWorkspaceExportStore } from "#domain/use-cases/workspace-export-store.ts";
import {
  createWorkspaceService,
  type WorkspaceService,
} from "#domain/workspace/workspace-service.ts";
import { createWorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { askCli } from "#engines/ask-cli.ts";
import type { CliSetup } from "#engines/detect.ts";
import type { Engine } from "#engines/engine.ts";
import { createCliHealth } from "#engines/health.ts";
import { endShortCommands } from "#engines/processes/process.ts";
import { ENGINES } from "#engines/registry.ts";
import {
  endProcessesOfLostRuns,
  startSupervision,
  stopSupervision,
} from "#engines/processes/supervision.ts";
import { createEventBus } from "#events/event-bus.ts";
import { createUnitOfWork, type UnitOfWork } from "#events/unit-of-work.ts";
import type { AccessPolicy } from "#http/access.ts";
import { createApi } from "#http/api.ts";
import { createEventStream } from "#http/event-stream.ts";
import { createRunStreams } from "#http/run-stream.ts";
import { createRequestHandler, listen, type RunningServer } from "#http/http-server.ts";
import { createSession } from "#http/session.ts";
import { createWebAssets } from "#http/web-assets.ts";
import { createCleanup } from "#jobs/cleanup.ts";
import { repeatCliHealthChecks } from "#jobs/cli-health-check.ts";
import { malamarInstruction, writeKnowledge } from "#knowledge/knowledge.ts";
import { systemClock, systemTimers, type Clock, type Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import { StartupError } from "#lib/startup-error.ts";
import { VERSION } from "#lib/version.ts";
import { createNotifier } from "#notify/notifier.ts";
import { createActiveWork } from "#runner/active-work.ts";
import { createAttachments } from "#runner/attachments.ts";
import { recover } from "#runner/recovery.ts";
import { createChatRunner } from "#runner/chat-runner.ts";
import { createRunSlots } from "#runner/run-slots.ts";
import { createRunner } from "#runner/runner.ts";
import { createStopFirst } from "#runner/stop-first.ts";
import { prepareTempRoot } from "#runner/temp-files.ts";
import { createTranscripts } from "#transcripts/transcripts.ts";

export interface AppOptions {
  config: Config;
  /** What every CLI inherits. */
  environment: Record<string, string>;
  /** The folder of the built page. */
  webRoot: string;
  logger: Logger;
  clock?: Clock;
  timers?: Timers;
  /** What executes agents. */
  engines?: Readonly<Record<CliType, Engine>>;
  /** Whether people may choose the Demo CLI. */
  offersDemoCli?: boolean;
  /** What a first start finds; the sample team if nothing else is said. */
  createFirstWorkspace?: ((services: FirstServices) => void) | undefined;
}

interface FirstServices {
  unit: UnitOfWork;
  workspaces: WorkspaceService;
  agents: AgentService;
  tasks: TaskService;
  settings: SettingsService;
}

/** The composition root: builds every room once, from the bottom up. */
export async function createApp(options: AppOptions) {
  const { config, environment, logger, clock = systemClock, timers = systemTimers } = options;
  const { engines = ENGINES, createFirstWorkspace = createSampleWorkspace } = options;
  const dataDir = config["data-dir"];
  const tempDir = config["temp-dir"];
  requireTempDirectory(tempDir);
  const path = databasePath(dataDir);
  prepareDataDirectory(dataDir);
  finishInterruptedRestore(dataDir);
  const isFirst = isFirstStart(path);
  if (!isFirst) requireUsableDatabase(path);
  const lock = lockDataDirectory(dataDir);
  if (!closeToOthers(dataDir)) {
    logger.warn("Other users may look into the data directory", { data_dir: dataDir });
  }

  const installation = installationId(dataDir);
  const bus = createEventBus({ logger });
  let cliSettings: SettingsService["cliSettings"] = () => NO_SETUP;
  const setupOf = (type: CliType) => (type === DEMO_CLI.type ? NO_SETUP : cliSettings(type));
  const cliHealth = createCliHealth({
    clis: options.offersDemoCli ? [...CLIS, DEMO_CLI] : CLIS,
    setupOf,
    environment,
    clock,
    ask: (type, signal) => {
      // Whoever tidies up temporary files may have taken it away since the start.
      requireTempDirectory(tempDir);
      const setup = setupOf(type);
      const question = { setup, environment, installationId: installation, tempDir, signal };
      return askCli(engines[type], question);
    },
    onChange: (clis) => bus.publish({ type: "cli.health_changed", clis }),
  });
  // The sample team should run on a CLI that is there. Asked before there is a database, so that a
  // first start that is interrupted here is a first start again.
  if (isFirst) await Promise.race([cliHealth.refresh(), Bun.sleep(FIRST_CHECK_MS)]);

  const afterCrash = wasLeftOpen(path);
  const db = openDatabase(path);
  const unit = createUnitOfWork(db, bus);
  const stores = {
    workspaces: createWorkspaceStore(db),
    agents: createAgentStore(db),
    chats: createChatStore(db),
    messages: createMessageStore(db),
    comments: createCommentStore(db),
    activity: createActivityStore(db),
    queue: createTaskQueueStore(db),
    quotas: createQuotaStore(db),
  };
  const chatQueue = createChatQueueStore(db);
  const taskStore = createTaskStore(db);
  const runStore = createRunStore(db);
  const settings = createSettingsService({ unit, settings: createSettingsStore(db) });
  cliSettings = settings.cliSettings;
  const workspaces = createWorkspaceService({ unit, settings, clock, ...stores });
  const agents = createAgentService({ unit, clock, defaultCli: cliHealth.defaultCli, ...stores });
  const journal = createTaskJournal({ unit, clock, ...stores, tasks: taskStore });
  const taskDeps = { unit, clock, journal, ...stores, tasks: taskStore, runs: runStore, tempDir };
  const tasks = createTaskService(taskDeps);
  const steps = createPassSteps(taskDeps);
  const quota = createTaskQuota({ ...taskDeps, steps });
  const loop = createTaskLoop({ ...taskDeps, steps, quota });
  const chatJournal = createChatJournal({ unit, clock, ...stores });
  const { firstHealthy: firstHealthyCli } = cliHealth;
  const chatDeps = {
    unit,
    clock,
    ...stores,
    journal: chatJournal,
    queue: chatQueue,
    runs: runStore,
    firstHealthyCli,
    tempDir,
  };
  const chats = createChatService(chatDeps);
  const answers = createChatAnswers(chatDeps);
  const deleteAgent = createDeleteAgent({ unit, clock, ...stores, chatJournal });
  const runs = createRunService({
    runs: runStore,
    requireTask: (id) => requireTask(taskStore, id),
    requireChat: (id) => requireChat(stores.chats, id),
  });
  if (isFirst) createFirstWorkspace({ unit, workspaces, agents, tasks, settings });

  const transcripts = createTranscripts({ dir: join(dataDir, "runs"), clock, logger });
  const active = createActiveWork();
  const runnerDeps = {
    active,
    slots: createRunSlots(config["max-concurrent-runs"]),
    transcripts,
    engineOf: (type: CliType) => engines[type],
    setupOf,
    cliHealth,
    environment,
    installationId: installation,
    pollMs: config["runner-poll-interval"],
    bus,
    timers,
    logger,
  };
  const runner = createRunner({ ...taskDeps, ...runnerDeps, loop, quota });
  const chatRunner = createChatRunner({
    ...chatDeps,
    ...runnerDeps,
    answers,
    executeActions: createActions({
      unit,
      logger,
      workspaces,
      agents,
      deleteAgent,
      tasks,
      chatJournal,
    }),
    cliStatus: cliHealth.known,
    isMailConfigured: () => notifier.isSetUp("email"),
    malamarInstruction: () => malamarInstruction(writeKnowledge(tempDir)),
  });
  const attachments = createAttachments({
    tempDir,
    maxUploadMb: config["max-upload-mb"],
    requireChat: (id) => requireChat(stores.chats, id),
    noteUpload: (id, path) => chats.noteUpload(id, path),
  });
  const retention = createRetention({ ...stores, tasks: taskStore, clock });
  const stopFirst = createStopFirst({
    runner,
    active,
    tasks,
    chats,
    retention,
    workspaces,
    runs: runStore,
    transcripts,
  });

  const cleanup = createCleanup({
    ...stores,
    retention,
    items: createFinishedItemsStore(db),
    removeExpiredTask: (id) => stopFirst.removeExpiredTask(id),
    // What is older than the database belongs to another one, which somebody has put aside.
    removeStrayTranscripts: (before) =>
      transcripts.removeStrays((id) => runStore.get(id) !== null, {
        after: databaseSince(db),
        before,
      }),
    clock,
    timers,
    logger,
  });

  const token = accessToken(dataDir, config.token, isReachableFromOutside(config));
  const session = createSession({ token: token.value, installationId: installation });
  const policy: AccessPolicy = {
    host: config.host,
    port: config.port,
    allowedHosts: config["allowed-hosts"],
    trustProxy: config["trust-proxy"],
  };
  const notifier = createNotifier({
    ...stores,
    tasks: taskStore,
    settings,
    address: () => config["public-url"] ?? addressOf(config.host, policy.port),
    bus,
    clock,
    timers,
    logger,
  });
  const events = createEventStream({ bus, transcripts, version: VERSION, logger });
  const runStreams = createRunStreams({ transcripts, logger });
  const api = createApi({
    workspaces,
    agents,
    deleteAgent,
    addSampleTeam: createSampleTeam({ unit, workspaces, agents }),
    exportWorkspace: (id) =>
      exportWorkspace(createWorkspaceExportStore(openBeside(path)), id, clock()),
    importWorkspace: createImportWorkspace(taskDeps),
    tasks,
    chats,
    attachments,
    runs,
    stopFirst,
    transcripts,
    runStreams,
    search: createSearch({ titles: createSearchStore(db) }),
    settings,
    sendTest: (channel, failure) => notifier.test(channel, failure),
    cliHealth,
    events,
    session,
    policy: () => policy,
    version: VERSION,
    logger,
  });
  const assets = createWebAssets(options.webRoot);
  const handle = await createRequestHandler({ api, assets, session, policy: () => policy, logger });

  let recovery: Promise<void> = Promise.resolve();

  /** Whatever an earlier life of Malamar left behind. */
  function putInOrder(): Promise<void> {
    if (afterCrash) tidyAttachments();
    startSupervision({ installationId: installation });
    recovery = recover({
      ...taskDeps,
      loop,
      answers,
      transcripts,
      afterCrash,
      endProcesses: (runIds) => endProcessesOfLostRuns({ installationId: installation, runIds }),
      logger,
    });
    return recovery;
  }

  function tidyAttachments(): void {
    try {
      attachments.tidyUp((id) => stores.chats.get(id) !== null);
    } catch (error) {
      logger.error("Uploads that a crash has cut off cannot be removed", { error });
    }
  }

  let server: RunningServer | null = null;
  let stopJobs = async () => {};

  return {
    handle,
    api,
    bus,
    db,
    workspaces,
    agents,
    tasks,
    settings,
    cliHealth,
    runner,
    chatRunner,
    notifier,
    cleanup,
    events,
    /** null when nobody is asked for one. */
    token,

    /** Works what is queued, without a door to the outside. */
    async startLoop(): Promise<void> {
      await putInOrder();
      runner.start();
      chatRunner.start();
    },

    /** Opens the door, and starts the loop and the jobs; answers with the port it got. */
    async start(): Promise<number> {
      await putInOrder();
      server = listen(handle, config.host, config.port);
      policy.port = server.port;
      runner.start();
      chatRunner.start();
      const stopHealthChecks = repeatCliHealthChecks({ cliHealth, settings, bus, timers, logger });
      const stopCleanup = cleanup.start();
      stopJobs = () => {
        stopHealthChecks();
        return stopCleanup();
      };
      return server.port;
    },

    /** Ends what runs, closes the door, then the streams, then the database. */
    async stop(): Promise<void> {
      const jobsEnded = stopJobs();
      endShortCommands();
      // A start that is cut short still ends what it has begun to end.
      await recovery.catch(() => {});
      await Promise.all([
        jobsEnded,
        runner.stop(),
        chatRunner.stop(),
        cliHealth.stop(),
        notifier.stop(),
      ]);
      await stopSupervision();
      events.close();
      runStreams.close();
      await server?.stop();
      attachments.stop();
      closeDatabase(db);
      lock.release();
    },
  };
}

export type App = Awaited<ReturnType<typeof createApp>>;

const NO_SETUP: CliSetup = { binary_path: null, env_vars: {} };

function requireTempDirectory(tempDir: string): void {
  const problem = prepareTempRoot(tempDir);
  if (!problem) return;
  throw new StartupError(
    `The temp directory ${tempDir} ${problem}. Choose another one with --temp-dir or MALAMAR_TEMP_DIR.`,
  );
}

/** Longer than any version command takes on a machine at rest, and no long wait for a page. */
const FIRST_CHECK_MS = 3000;

/** From another machine, or under a name that others may know: then a token is needed. */
function isReachableFromOutside(config: Config): boolean {
  return !isLoopback(config.host) || config["allowed-hosts"].length > 0;
}
