import { isLoopback, type Config } from "#config/config.ts";
import { closeToOthers, databasePath, prepareDataDirectory } from "#db/data-directory.ts";
import { lockDataDirectory } from "#db/data-lock.ts";
import { installationId } from "#db/installation-id.ts";
import { closeDatabase, isFirstStart, openDatabase, requireUsableDatabase } from "#db/open.ts";
import { accessToken } from "#db/token-file.ts";
import { createAgentService } from "#domain/agent/agent-service.ts";
import { createAgentStore } from "#domain/agent/agent-store.ts";
import { createChatStore } from "#domain/chat/chat-store.ts";
import { createSettingsService, type SettingsService } from "#domain/settings/settings-service.ts";
import { createSettingsStore } from "#domain/settings/settings-store.ts";
import { createDeleteAgent } from "#domain/use-cases/delete-agent.ts";
import { createSampleWorkspace } from "#domain/use-cases/sample-workspace.ts";
import { createWorkspaceService } from "#domain/workspace/workspace-service.ts";
import { createWorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { createCliHealth } from "#engines/health.ts";
import { endShortCommands } from "#engines/process.ts";
import { createEventBus } from "#events/event-bus.ts";
import { createUnitOfWork } from "#events/unit-of-work.ts";
import type { AccessPolicy } from "#http/access.ts";
import { createApi } from "#http/api.ts";
import { createEventStream } from "#http/event-stream.ts";
import { createRequestHandler, listen, type RunningServer } from "#http/http-server.ts";
import { createSession } from "#http/session.ts";
import { createWebAssets } from "#http/web-assets.ts";
import { repeatCliHealthChecks } from "#jobs/cli-health-check.ts";
import { systemClock, type Clock } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import { VERSION } from "#lib/version.ts";
import { sendMail, TEST_MAIL } from "#notify/mailgun.ts";

export interface AppOptions {
  config: Config;
  /** What every CLI inherits. */
  environment: Record<string, string>;
  /** The folder of the built page. */
  webRoot: string;
  logger: Logger;
  clock?: Clock;
}

/** The composition root: builds every room once, from the bottom up. */
export async function createApp(options: AppOptions) {
  const { config, environment, logger, clock = systemClock } = options;
  const dataDir = config["data-dir"];
  const path = databasePath(dataDir);
  prepareDataDirectory(dataDir);
  const isFirst = isFirstStart(path);
  if (!isFirst) requireUsableDatabase(path);
  const lock = lockDataDirectory(dataDir);
  if (!closeToOthers(dataDir)) {
    logger.warn("Other users may look into the data directory", { data_dir: dataDir });
  }

  const bus = createEventBus({ logger });
  let cliSettings: SettingsService["cliSettings"] = () => ({ binary_path: null, env_vars: {} });
  const cliHealth = createCliHealth({
    setupOf: (type) => cliSettings(type),
    environment,
    clock,
    onChange: (clis) => bus.publish({ type: "cli.health_changed", clis }),
  });
  // The sample team should run on a CLI that is there. Asked before there is a database, so that a
  // first start that is interrupted here is a first start again.
  if (isFirst) await Promise.race([cliHealth.refresh(), Bun.sleep(FIRST_CHECK_MS)]);

  const db = openDatabase(path);
  const unit = createUnitOfWork(db, bus);
  const stores = {
    workspaces: createWorkspaceStore(db),
    agents: createAgentStore(db),
    chats: createChatStore(db),
  };
  const settings = createSettingsService({ unit, settings: createSettingsStore(db) });
  cliSettings = settings.cliSettings;
  const workspaces = createWorkspaceService({ unit, settings, clock, ...stores });
  const agents = createAgentService({ unit, clock, defaultCli: cliHealth.defaultCli, ...stores });
  if (isFirst) createSampleWorkspace({ unit, workspaces, agents });

  const token = accessToken(dataDir, config.token, isReachableFromOutside(config));
  const session = createSession({ token: token.value, installationId: installationId(dataDir) });
  const policy: AccessPolicy = {
    host: config.host,
    port: config.port,
    allowedHosts: config["allowed-hosts"],
    trustProxy: config["trust-proxy"],
  };
  const events = createEventStream({ bus, version: VERSION, logger });
  const api = createApi({
    workspaces,
    agents,
    deleteAgent: createDeleteAgent({ unit, clock, ...stores }),
    settings,
    sendTestMail: () => sendMail(settings.requireMailgunAccount(), TEST_MAIL),
    cliHealth,
    events,
    session,
    policy: () => policy,
    version: VERSION,
    logger,
  });
  const assets = createWebAssets(options.webRoot);
  const handle = await createRequestHandler({ api, assets, session, policy: () => policy, logger });

  let server: RunningServer | null = null;
  let stopJobs = () => {};

  return {
    handle,
    api,
    bus,
    db,
    workspaces,
    agents,
    settings,
    cliHealth,
    events,
    /** null when nobody is asked for one. */
    token,

    /** Opens the door and starts the jobs; answers with the port it got. */
    start(): number {
      server = listen(handle, config.host, config.port);
      policy.port = server.port;
      stopJobs = repeatCliHealthChecks({ cliHealth, settings, bus, logger });
      return server.port;
    },

    /** Closes the door, then the streams, then the database. */
    async stop(): Promise<void> {
      stopJobs();
      endShortCommands();
      events.close();
      await server?.stop();
      closeDatabase(db);
      lock.release();
    },
  };
}

export type App = Awaited<ReturnType<typeof createApp>>;

/** Longer than any version command takes on a machine at rest, and no long wait for a page. */
const FIRST_CHECK_MS = 3000;

/** From another machine, or under a name that others may know: then a token is needed. */
function isReachableFromOutside(config: Config): boolean {
  return !isLoopback(config.host) || config["allowed-hosts"].length > 0;
}
