import { addressOf, type Config } from "#config/config.ts";
import { closeDatabase } from "#db/open.ts";
import { SYSTEM, type Actor } from "#domain/actor/actor.ts";
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
import { createEventBus } from "#events/event-bus.ts";
import type { UnitOfWork } from "#events/unit-of-work.ts";
import type { AccessPolicy } from "#http/access.ts";
import { systemClock, systemTimers, type Clock, type Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import { createClis, requireTempDirectory, type CreateEngines } from "./app/clis.ts";
import { claimDataDirectory, openData, type Data } from "./app/data.ts";
import { createDoor } from "./app/door.ts";
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
  /** What executes agents; an engine for each CLI if nothing else is said. */
  createEngines?: CreateEngines | undefined;
  /** Whether a run sends a request; asked of the kernel if nothing else is said. */
  isFromRun?: IsFromRun | undefined;
  /** Whether people may choose the Demo CLI. */
  offersDemoCli?: boolean;
  /** Called once the data directory belongs to this process. */
  onClaimed?: () => void;
  /** What a first start finds; the sample team if nothing else is said. */
  createFirstWorkspace?: ((services: FirstServices) => void) | undefined;
}

interface FirstServices {
  unit: UnitOfWork;
  workspaceService: WorkspaceService;
  agentService: AgentService;
  taskService: TaskService;
  settingsService: SettingsService;
  importWorkspace: ImportWorkspace;
  clock: Clock;
}

/** Longer than any version command takes on a machine at rest, and no long wait for a page. */
const FIRST_CHECK_MS = 3000;

/** The composition root: builds every room once, from the bottom up. */
export async function createApp(options: AppOptions) {
  const { config, environment, webRoot, logger, offersDemoCli = false } = options;
  const { clock = systemClock, timers = systemTimers } = options;
  const { createFirstWorkspace = createSampleWorkspace, createEngines = createCliEngines } =
    options;
  const tempDir = config["temp-dir"];
  requireTempDirectory(tempDir);
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
  // The sample team should run on a CLI that is there. Asked before there is a database, so that a
  // first start that is interrupted here is a first start again.
  if (isFirst) await Promise.race([cliHealth.refresh(), Bun.sleep(FIRST_CHECK_MS)]);

  const data = openData(path, base);
  data.watch.subscribe((database_trouble) => directory.record.update({ database_trouble }));
  const services = createServices({
    data,
    dataDir: directory.dir,
    databasePath: path,
    cliHealth,
    labelOf: clis.labelOf,
    tempDir,
    clock,
    timers,
  });
  clis.useSettings(services.settingsService);
  if (isFirst) createFirstWorkspace({ ...services, unit: data.unit, clock });

  const policy: AccessPolicy = {
    host: config.host,
    port: config.port,
    allowedHosts: config["allowed-hosts"],
    trustProxy: config["trust-proxy"],
  };
  const address = () => config["public-url"] ?? addressOf(config.host, policy.port);
  const loadDemo = async () => {
    const { createDemoWorkspace } = await import("@malamar/demo/demo-workspaces.ts");
    return (actor: Actor) => createDemoWorkspace({ ...services, unit: data.unit, clock }, actor);
  };
  const work = createWork({ ...base, data, services, clis, loadDemo, address });
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

    /** Works what is queued, without a door to the outside. */
    async startLoop(): Promise<void> {
      await (inOrder = work.putInOrder());
      taskWorkers.start();
      chatWorkers.start();
    },

    /** Opens the door, and starts the loop and the jobs; answers with the port it got. */
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

    /** Ends active work, closes the door, then the streams, then the database. */
    async stop(): Promise<void> {
      directory.record.update({ is_stopping: true });
      const jobsEnded = stopJobs();
      const commandsEnded = endCommands();
      // A start that is cut short still ends what it has begun to end.
      await inOrder.catch(() => {});
      await Promise.all([
        jobsEnded,
        commandsEnded,
        taskWorkers.stop(),
        chatWorkers.stop(),
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
