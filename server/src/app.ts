import { addressOf, type Config } from "#config/config.ts";
import { closeDatabase } from "#db/open.ts";
import { SYSTEM } from "#domain/actor/actor.ts";
import type { AgentService } from "#domain/agent/agent-service.ts";
import type { SettingsService } from "#domain/settings/settings-service.ts";
import type { TaskService } from "#domain/task/task-service.ts";
import type { ImportWorkspace } from "#domain/workspace-file/import-workspace.ts";
import { createSampleWorkspace } from "#domain/team/sample-team.ts";
import type { WorkspaceService } from "#domain/workspace/workspace-service.ts";
import { createCliEngines } from "#engines/cli/registry.ts";
import { endCommands } from "#processes/command.ts";
import type { IsFromRun } from "#processes/run-guard.ts";
import { stopSupervision } from "#processes/supervision.ts";
import { createGit, type Git } from "#git/git.ts";
import { findStart } from "#git/starting-place.ts";
import { createEventBus } from "#events/event-bus.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { AccessPolicy } from "#http/access.ts";
import { systemClock, systemTimers, type Clock, type Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import { createPatientDisk } from "#lib/patient-disk.ts";
import { createClis, requireTempDirectory, type CreateEngines } from "./app/clis.ts";
import { claimDataDirectory, openData, type Data } from "./app/data.ts";
import { createDoor } from "./app/door.ts";
import { createRepositories, requireWorktreeDirectory } from "./app/repositories.ts";
import { createServices } from "./app/services.ts";
import { createWork } from "./app/work.ts";

export interface AppOptions {
  config: Config;
  /** What every CLI inherits. */
  environment: Record<string, string>;
  /** The folder of the built page. */
  webRoot: string;
  logger: Logger;
  clock?: Clock;
  timers?: Timers;
  /** What executes agents; by default an engine for each CLI. */
  createEngines?: CreateEngines | undefined;
  /** Lets real time pass, where git compares the times of files. */
  pauseGit?: ((ms: number) => Promise<void>) | undefined;
  /** Whether a run sends a request; by default the kernel is asked. */
  isFromRun?: IsFromRun | undefined;
  /** Whether people may choose the Demo CLI. */
  offersDemoCli?: boolean;
  /** Called once the data directory belongs to this process. */
  onClaimed?: () => void;
  /** What a first start creates; by default the sample team. */
  createFirstWorkspace?: ((services: FirstServices) => void | Promise<void>) | undefined;
}

interface FirstServices {
  unit: UnitOfWork;
  workspaceService: WorkspaceService;
  agentService: AgentService;
  taskService: TaskService;
  settingsService: SettingsService;
  importWorkspace: ImportWorkspace;
  git: Git;
  clock: Clock;
}

/**
 * Longer than any version command takes on an idle machine, and not too long to wait for a page.
 */
const FIRST_CHECK_MS = 3000;

/** The composition root: builds every room once, from the bottom up. */
export async function createApp(options: AppOptions) {
  const { config, environment, webRoot, logger, offersDemoCli = false } = options;
  const { clock = systemClock, timers = systemTimers } = options;
  const { createFirstWorkspace = createSampleWorkspace, createEngines = createCliEngines } =
    options;
  const tempDir = config["temp-dir"];
  requireTempDirectory(tempDir);
  requireWorktreeDirectory(config);
  const directory = await claimDataDirectory(config, logger);
  options.onClaimed?.();
  const { installationId, path, isFirst } = directory;

  const bus = createEventBus({ logger });
  const base = { config, environment, directory, bus, clock, timers, logger };
  const clis = createClis({
    ...base,
    createEngines,
    offersDemoCli,
    installationId,
    tempDir,
  });
  const cliHealth = clis.health;
  // The sample team should run on an installed CLI. Checked before there is a database, so that a
  // first start interrupted here still counts as the first.
  if (isFirst) await Promise.race([cliHealth.refresh(), Bun.sleep(FIRST_CHECK_MS)]);

  const data = openData(path, base);
  data.watch.subscribe((database_trouble) => directory.record.update({ database_trouble }));
  const { pauseGit: pause } = options;
  const git = createGit({ environment, tempDir, ...(pause && { pause }) });
  const disk = createPatientDisk({ timers });
  const services = createServices({
    data,
    dataDir: directory.dir,
    databasePath: path,
    cliHealth,
    labelOf: clis.labelOf,
    tempDir,
    repositoryProblem: async (path, baseBranch) =>
      (await findStart(git, path, { baseBranch, dataDir: directory.dir, disk })).problem,
    disk,
    clock,
    logger,
  });
  clis.useSettings(services.settingsService);
  const given = { ...services, unit: data.unit, git, clock };
  if (isFirst) await createFirstWorkspace(given);

  const policy: AccessPolicy = {
    host: config.host,
    port: config.port,
    allowedHosts: config["allowed-hosts"],
    trustProxy: config["trust-proxy"],
  };
  const address = () => config["public-url"] ?? addressOf(config.host, policy.port);
  const loadDemo = async () => {
    const { prepareDemo } = await import("@malamar/demo/demo-workspaces.ts");
    return prepareDemo(given);
  };
  const repositories = createRepositories({ ...base, data, services, git, disk });
  const work = createWork({ ...base, data, services, repositories, clis, loadDemo, address });
  const { isFromRun } = options;
  const door = await createDoor({
    ...base,
    policy,
    services,
    work,
    database: data.watch,
    cliHealth,
    webRoot,
    isFromRun,
  });
  const { taskWorkers, chatWorkers, notifier } = work;

  let inOrder = Promise.resolve();
  let stopJobs = async () => {};
  let stopWatch = () => {};

  return {
    handle: door.handle,
    api: door.api,
    events: door.events,
    token: door.token,
    bus,
    db: data.db,
    database: data.watch,
    workspaceService: services.workspaceService,
    agentService: services.agentService,
    taskService: services.taskService,
    commentService: services.commentService,
    chatService: services.chatService,
    settingsService: services.settingsService,
    cliHealth,
    taskWorkers,
    chatWorkers,
    notifier,
    cleanup: work.cleanup,

    /** Works on what is queued, without listening for requests. */
    async startLoop(): Promise<void> {
      await (inOrder = work.putInOrder());
      taskWorkers.start();
      chatWorkers.start();
    },

    /** Starts listening, then the loop and the jobs; returns the actual port. */
    async start(): Promise<number> {
      await (inOrder = work.putInOrder());
      const port = door.open();
      directory.record.update({ address: addressOf(config.host, port) });
      stopWatch = data.watch.start();
      taskWorkers.start();
      chatWorkers.start();
      stopJobs = work.startJobs();
      return port;
    },

    /** Ends active work, stops listening, then closes the streams and the database. */
    async stop(): Promise<void> {
      directory.record.update({ is_stopping: true });
      const jobsEnded = stopJobs();
      const commandsEnded = endCommands();
      // A start that is cut short still finishes ending what it found.
      await inOrder.catch(() => {});
      await Promise.all([
        jobsEnded,
        commandsEnded,
        taskWorkers.stop(),
        chatWorkers.stop(),
        work.setupTrials.stop(),
        cliHealth.stop(),
        notifier.stop(),
      ]);
      await stopSupervision();
      await door.close();
      work.attachments.stop();
      data.watch.rescueAtEnd(SYSTEM);
      endDatabase(data);
      stopWatch();
      directory.record.remove();
      directory.lock.release();
    },
  };
}

/** A damaged database cannot be checkpointed, but that must not prevent a stop. */
function endDatabase({ db, watch }: Data): void {
  try {
    watch.requireSound();
    closeDatabase(db);
  } catch (error) {
    watch.note(error);
    if (watch.trouble() !== "damaged") throw error;
    db.close(true);
  }
}

export type App = Awaited<ReturnType<typeof createApp>>;
