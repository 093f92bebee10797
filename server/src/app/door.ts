import { isLoopback, type Config } from "#config/config.ts";
import { accessToken } from "#data-directory/token-file.ts";
import type { CliHealthMonitor } from "#engines/cli/cli-health.ts";
import type { EventBus } from "#events/event-bus.ts";
import type { AccessPolicy } from "#http/access.ts";
import { createApi } from "#http/api.ts";
import type { WatchedDatabase } from "#http/database-routes.ts";
import { createEventStream } from "#http/event-stream.ts";
import {
  createRequestHandler,
  listen,
  type RequestHandler,
  type RunningServer,
} from "#http/http-server.ts";
import { createRunStreams } from "#http/run-stream.ts";
import { createSession } from "#http/session.ts";
import { createSetupTrialStreams } from "#http/setup-trial-stream.ts";
import { createStreamLimit } from "#http/stream-limit.ts";
import { createWebAssets } from "#http/web-assets.ts";
import type { Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import { mostOpenFiles } from "#processes/open-files.ts";
import { createRunGuard, type IsFromRun } from "#processes/run-guard.ts";
import { StartupError } from "#lib/startup-error.ts";
import { VERSION } from "#lib/version.ts";
import type { DataDirectory } from "./data.ts";
import { portHolder, portTakenText } from "./port-holder.ts";
import type { Services } from "./services.ts";
import type { Work } from "./work.ts";

interface Deps {
  config: Config;
  /** Its port is the requested one until it listens. */
  policy: AccessPolicy;
  directory: DataDirectory;
  services: Services;
  work: Work;
  /** Watches over the database. */
  database: WatchedDatabase;
  cliHealth: CliHealthMonitor;
  /** The folder of the built page. */
  webRoot: string;
  isFromRun: IsFromRun | undefined;
  bus: EventBus;
  timers: Timers;
  logger: Logger;
}

/** Access from outside: the API, its streams, and the page. */
export async function createDoor(deps: Deps) {
  const { config, policy, directory, services, work, database, cliHealth, webRoot } = deps;
  const { bus, timers, logger } = deps;
  const { transcripts, deletedTexts, previewInput, attachments, stopFirst } = work;
  const { taskMoves, changeTasks, demo, notifier } = work;
  const { installationId } = directory;
  const { sessionService } = services;
  const token = accessToken({
    dataDir: directory.dir,
    chosen: config.token,
    chosenFile: config["token-file"],
    isRequired: isReachableFromOutside(config),
    logger,
  });
  const session = createSession({
    token: token.value,
    tokenFile: token.file,
    installationId,
    sessionService,
    timers,
    logger,
  });
  const events = createEventStream({
    bus,
    transcripts,
    version: VERSION,
    logger,
    onHeartbeat: endAgedSessions,
  });
  const runStreams = createRunStreams({ transcripts, logger });
  const setupTrialStreams = createSetupTrialStreams();
  sessionService.onEnded((id) => {
    events.endSession(id);
    runStreams.endSession(id);
    setupTrialStreams.endSession(id);
  });
  const requireStreamPlace = createStreamLimit({
    mostFiles: mostOpenFiles(),
    count: () => events.clientCount() + runStreams.streamCount(),
    logger,
  });
  const api = createApi({
    ...services,
    database,
    attachments,
    stopFirst,
    taskMoves,
    changeTasks,
    demo,
    transcripts,
    deletedTexts,
    previewInput,
    ...work.repositoryRequests,
    setupTrials: work.setupTrials,
    setupTrialStreams,
    runStreams,
    sendTest: (channel, failure) => notifier.test(channel, failure),
    cliHealth,
    tryEngines: (actor) => services.taskEngines.tryAll(actor),
    events,
    requireStreamPlace,
    session,
    policy,
    version: VERSION,
    logger,
  });
  const assets = createWebAssets(webRoot);
  const isFromRun =
    deps.isFromRun ??
    createRunGuard({
      installationId,
      host: config.host,
      port: () => policy.port,
      onUnknown: () => logger.info("This system cannot tell which process sends a request"),
    });
  const { note } = database;
  const { lastId: lastEventId } = bus;
  const gates = { session, isFromRun, policy, lastEventId, note, logger };
  const handle = await createRequestHandler({ api, assets, ...gates });
  let server: RunningServer | null = null;

  function endAgedSessions(): void {
    try {
      sessionService.tellAged();
    } catch (error) {
      // The next heartbeat checks again.
      logger.error("Sessions cannot be checked", { error: database.note(error) });
    }
  }

  return {
    api,
    events,
    handle,
    /** null when no token is required. */
    token,

    /** Returns the actual port. */
    open(): number {
      server = listenAs(handle, config);
      policy.port = server.port;
      return server.port;
    },

    async close(): Promise<void> {
      events.close();
      runStreams.close();
      await server?.stop();
    },
  };
}

function listenAs(handle: RequestHandler, config: Config): RunningServer {
  try {
    return listen(handle, config.host, config.port);
  } catch (cause) {
    const holder = portHolder(config);
    if (!holder) throw cause;
    throw new StartupError(portTakenText(config, holder), { cause });
  }
}

/**
 * Reachable from another machine, or under a name that others may know: then a token is required.
 */
function isReachableFromOutside(config: Config): boolean {
  return !isLoopback(config.host) || config["allowed-hosts"].length > 0;
}
