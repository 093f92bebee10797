import { isLoopback, type Config } from "#config/config.ts";
import { accessToken } from "#data-directory/token-file.ts";
import type { CliHealthMonitor } from "#engines/health.ts";
import type { EventBus } from "#events/event-bus.ts";
import type { AccessPolicy } from "#http/access.ts";
import { createApi } from "#http/api.ts";
import { createEventStream } from "#http/event-stream.ts";
import { createRequestHandler, listen, type RunningServer } from "#http/http-server.ts";
import { createRunStreams } from "#http/run-stream.ts";
import { createSession } from "#http/session.ts";
import { createWebAssets } from "#http/web-assets.ts";
import type { Logger } from "#lib/logger.ts";
import { VERSION } from "#lib/version.ts";
import type { DataDirectory } from "./data.ts";
import type { Services } from "./services.ts";
import type { Work } from "./work.ts";

interface Deps {
  config: Config;
  /** Its port is the one that was asked for, until the door is open. */
  policy: AccessPolicy;
  directory: DataDirectory;
  services: Services;
  work: Work;
  cliHealth: CliHealthMonitor;
  /** The folder of the built page. */
  webRoot: string;
  bus: EventBus;
  logger: Logger;
}

/** The way in from the outside: the API, its streams, and the page. */
export async function createDoor(deps: Deps) {
  const { config, policy, directory, services, work, cliHealth, webRoot, bus, logger } = deps;
  const { transcripts, attachments, stopFirst, notifier } = work;
  const token = accessToken(directory.dir, config.token, isReachableFromOutside(config));
  const session = createSession({
    token: token.value,
    tokenFile: token.file,
    installationId: directory.installationId,
  });
  const events = createEventStream({ bus, transcripts, version: VERSION, logger });
  const runStreams = createRunStreams({ transcripts, logger });
  const api = createApi({
    ...services,
    attachments,
    stopFirst,
    transcripts,
    runStreams,
    sendTest: (channel, failure) => notifier.test(channel, failure),
    cliHealth,
    events,
    session,
    policy,
    version: VERSION,
    logger,
  });
  const assets = createWebAssets(webRoot);
  const handle = await createRequestHandler({ api, assets, session, policy, logger });
  let server: RunningServer | null = null;

  return {
    api,
    events,
    handle,
    /** null when nobody is asked for one. */
    token,

    /** Answers with the port it got. */
    open(): number {
      server = listen(handle, config.host, config.port);
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

/** From another machine, or under a name that others may know: then a token is needed. */
function isReachableFromOutside(config: Config): boolean {
  return !isLoopback(config.host) || config["allowed-hosts"].length > 0;
}
