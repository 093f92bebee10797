import { AppError, messageOf } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";
import { StartupError } from "#lib/startup-error.ts";
import {
  requireJsonBody,
  requireKnownHost,
  requireOwnOrigin,
  type AccessPolicy,
} from "./access.ts";
import type { Api } from "./api.ts";
import { errorResponse } from "./error-response.ts";
import type { Session } from "./session.ts";
import { LOGIN_PATH } from "./session-routes.ts";
import type { WebAssets } from "./web-assets.ts";

interface Deps {
  api: Api;
  assets: WebAssets;
  session: Session;
  policy: () => AccessPolicy;
  logger: Logger;
}

/** What a request comes with besides itself; tests give their own. */
export interface Connection {
  address: string;
  keepOpen: () => void;
}

export type RequestHandler = (request: Request, connection: Connection) => Promise<Response>;

/** The one way in: host, then origin, body and token for the API, then the route or the page. */
export async function createRequestHandler(deps: Deps): Promise<RequestHandler> {
  const { api, assets, session, policy, logger } = deps;
  const headers = Object.entries({
    "Content-Security-Policy": await assets.contentSecurityPolicy(),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    // What the API says is true now; files of the page set their own.
    "Cache-Control": "no-store",
  });

  async function answer(request: Request, connection: Connection): Promise<Response> {
    const path = pathOf(request.url);
    const isApi = path === "/api" || path.startsWith("/api/");
    try {
      requireKnownHost(request.headers, policy());
      if (!isApi) return await assets.serve(request.method, path, request.headers);
      requireOwnOrigin(request.headers, policy());
      if (path !== LOGIN_PATH) session.require(request.headers, addressOf(request, connection));
      requireJsonBody(request.headers);
      return await api.fetch(request, {
        address: addressOf(request, connection),
        keepOpen: connection.keepOpen,
      });
    } catch (error) {
      const response = errorResponse(error, logger);
      logger.debug("Refused a request", { status: response.status, method: request.method, path });
      // Somebody looks at this in a browser: the sentence, without the JSON around it.
      return isApi || !(error instanceof AppError) ? response : plainText(response.status, error);
    }
  }

  return async (request, connection) => {
    const response = await answer(request, connection);
    for (const [name, value] of headers) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  };

  /** Behind a trusted proxy, the address that this proxy itself added. */
  function addressOf(request: Request, connection: Connection): string {
    const forwarded = policy().trustProxy && request.headers.get("x-forwarded-for");
    return (forwarded && forwarded.split(",").at(-1)?.trim()) || connection.address;
  }
}

function plainText(status: number, error: AppError): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  return new Response(`${error.message}\n`, { status, headers });
}

function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start === -1) return "/";
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}

export interface RunningServer {
  port: number;
  stop: () => Promise<void>;
}

export function listen(handler: RequestHandler, host: string, port: number): RunningServer {
  try {
    const server = Bun.serve({
      hostname: host,
      port,
      // Larger than any JSON body; routes that take uploads stream them and count for themselves.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      // Seconds without a byte: long enough for a slow upload, and no place to park connections.
      idleTimeout: 60,
      fetch: (request, bun) =>
        handler(request, {
          address: bun.requestIP(request)?.address ?? "unknown",
          keepOpen: () => bun.timeout(request, 0),
        }),
    });
    return { port: server.port ?? port, stop: () => server.stop(true) };
  } catch (cause) {
    throw new StartupError(listenProblem(cause, host, port), { cause });
  }
}

function listenProblem(cause: unknown, host: string, port: number): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "EADDRINUSE") {
    return `Port ${port} is already in use on ${host}. Stop the program that uses it, or choose another port with --port or MALAMAR_PORT.`;
  }
  if (code === "EACCES") {
    return `Port ${port} needs more rights than this user has. Choose a port above 1023 with --port or MALAMAR_PORT.`;
  }
  return `Malamar cannot listen on ${host}:${port}: ${messageOf(cause)}. Check --host and --port.`;
}
