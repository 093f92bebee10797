import { join } from "node:path";
import type { Agent, CreateAgent } from "@malamar/contract/agent.ts";
import type { ServerEvent } from "@malamar/contract/event.ts";
import type { CreateWorkspace, Workspace } from "@malamar/contract/workspace.ts";
import { loadConfig, type Config } from "#config/config.ts";
import { createRequestHandler } from "#http/http-server.ts";
import type { Principal } from "#http/principal.ts";
import { createWebAssets } from "#http/web-assets.ts";
import type { Clock, Timers } from "#lib/clock.ts";
import { createLogger } from "#lib/logger.ts";
import { createApp, type AppOptions } from "../src/app.ts";
import { tempDir } from "./temp-dir.ts";

export interface TestAppOptions {
  config?: Partial<Config>;
  /** What the CLIs inherit; an empty PATH by default, so that nothing on this machine is found. */
  environment?: Record<string, string>;
  webRoot?: string;
  /** Where the database is; by default a temporary directory. */
  dataDir?: string;
  clock?: Clock;
  timers?: Timers;
  createEngines?: AppOptions["createEngines"];
}

interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** The port in the Host header of requests that use no socket. */
export const TEST_PORT = 3456;

/** The whole application on a real database, used without a socket. */
export async function createTestApp(options: TestAppOptions = {}) {
  const dir = tempDir();
  const logLines: string[] = [];
  const { config: defaults } = loadConfig(new Map(), {});
  const dataDir = options.dataDir ?? join(dir.path, "data");
  const write = (line: string) => logLines.push(line);
  const logger = createLogger({ level: "debug", format: "text", write });
  const app = await createApp({
    config: {
      ...defaults,
      port: TEST_PORT,
      "data-dir": dataDir,
      "temp-dir": join(dir.path, "temp"),
      ...options.config,
    },
    environment: options.environment ?? { PATH: "" },
    webRoot: options.webRoot ?? join(dir.path, "no-page"),
    clock: options.clock ?? tickingClock(),
    ...(options.timers && { timers: options.timers }),
    createEngines: options.createEngines,
    // No test changes a file twice in a second and leaves its size as it was.
    pauseGit: async () => {},
    logger,
  });

  /** The same access, with a session that always identifies this principal. */
  function handlerFor(principal: Principal) {
    return createRequestHandler({
      api: app.api,
      assets: createWebAssets(join(dir.path, "no-page")),
      session: { require: () => ({ principal, sessionId: null }) },
      isFromRun: () => false,
      policy: { host: "127.0.0.1", port: TEST_PORT, allowedHosts: [], trustProxy: false },
      lastEventId: app.bus.lastId,
      note: (error) => app.database.note(error),
      logger,
    });
  }

  /** Sends a request as curl would: our own host, no origin. `body` is sent as JSON. */
  async function send(method: string, path: string, init: SendOptions = {}): Promise<Response> {
    const headers = new Headers({ host: `localhost:${TEST_PORT}`, ...init.headers });
    const content = init.text ?? (init.body === undefined ? null : JSON.stringify(init.body));
    if (content !== null) {
      if (!headers.has("content-type")) headers.set("content-type", "application/json");
      if (!headers.has("content-length")) {
        headers.set("content-length", String(Buffer.byteLength(content)));
      }
    }
    const request = new Request(`http://localhost:${TEST_PORT}${path}`, {
      method,
      headers,
      body: content,
    });
    const handle = init.as ? await handlerFor(init.as) : app.handle;
    return handle(request, {
      address: () => init.address ?? "127.0.0.1",
      // There is no connection, so it belongs to nobody on this machine.
      peer: () => ({ address: "", port: 0 }),
      limitIdle: () => {},
    });
  }

  /** The same, with the answer's body decoded. The test states the type it expects. */
  async function call<Body>(
    method: string,
    path: string,
    init: SendOptions = {},
  ): Promise<Answer<Body>> {
    const response = await send(method, path, init);
    const text = await response.text();
    const body = text === "" ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: body as Body };
  }

  const published: ServerEvent[] = [];
  app.bus.subscribe(({ event }) => published.push(event));

  return {
    ...app,
    dataDir,
    tempDir: options.config?.["temp-dir"] ?? join(dir.path, "temp"),
    logLines,
    /** Everything that was published since the app was built. */
    published,
    send,
    call,
    /** The answer of a path, undecoded. */
    text: async (path: string) => (await send("GET", path)).text(),
    createWorkspace: async (input: CreateWorkspace = { title: "Website" }) =>
      (await call<Workspace>("POST", "/api/workspaces", { body: input })).body,
    createAgent: async (workspaceId: string, input: Partial<CreateAgent> = {}) =>
      (
        await call<Agent>("POST", `/api/workspaces/${workspaceId}/agents`, {
          body: { name: "Planner", instruction: "Plan it.", ...input },
        })
      ).body,
    async [Symbol.asyncDispose]() {
      await app.stop();
      dir[Symbol.dispose]();
    },
  };
}

/** No two moments are the same, so that every order by time is certain. */
export function tickingClock(): Clock {
  let now = Date.parse("2026-01-01T00:00:00.000Z");
  return () => new Date(now++).toISOString();
}

interface SendOptions {
  body?: unknown;
  /** A body that is sent unchanged. */
  text?: string;
  headers?: Record<string, string>;
  address?: string;
  /** The principal of requests, instead of the one user. */
  as?: Principal;
}
