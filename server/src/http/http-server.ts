import { nanoid } from "nanoid";
import { AppError, messageOf } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";
import { StartupError } from "#lib/startup-error.ts";
import {
  requireBodyType,
  requireKnownHost,
  requireOwnOrigin,
  type AccessPolicy,
} from "./access.ts";
import type { Api } from "./api.ts";
import { compressed } from "./compressed.ts";
import type { WatchedDatabase } from "./database-routes.ts";
import { errorResponse } from "./error-response.ts";
import { headAnswer } from "./head-answer.ts";
import { NOBODY } from "./principal.ts";
import type { Admission, Session } from "./session.ts";
import { LOGIN_PATH } from "./session-routes.ts";
import type { WebAssets } from "./web-assets.ts";

interface Deps {
  api: Pick<Api, "fetch">;
  assets: WebAssets;
  session: Pick<Session, "require">;
  /** Whether a process of a run is at the other end; only checked for the API. */
  isFromRun: (peer: Connection["peer"]) => boolean;
  policy: AccessPolicy;
  /** The current position of the event stream. */
  lastEventId: () => string;
  /** Records a failure, and returns what to say about it. */
  note: WatchedDatabase["note"];
  logger: Logger;
}

/** What comes with a request besides itself; tests provide their own. */
interface Connection {
  address: () => string;
  /** The other end of the connection itself, whatever a proxy says; null if unknown. */
  peer: () => { address: string; port: number } | null;
  limitIdle: (seconds: number) => void;
}

/** A request, with the id that its answer and its log lines carry. */
interface Asked {
  request: Request;
  path: string;
  requestId: string;
  /** Read right before the answer is made: anything after this one is missing in it. */
  eventId: string;
}

export type RequestHandler = (
  request: Request,
  connection: Connection,
) => Response | Promise<Response>;

/**
 * The one entry: host, then who is asking, origin, token and body for the API, then the route or
 * the page.
 */
export async function createRequestHandler(deps: Deps): Promise<RequestHandler> {
  const { api, assets, session, isFromRun, policy, lastEventId, note, logger } = deps;
  const securityHeaders = Object.entries({
    "Content-Security-Policy": await assets.contentSecurityPolicy(),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    // API answers describe the present, so they are not cached; files of the page set their own
    // caching.
    "Cache-Control": "no-store",
  });

  // Answered at once where possible: a promise in between costs a fifth of a short request.
  return (request, connection) => {
    const path = pathOf(request.url);
    const asked = { request, path, requestId: nanoid(REQUEST_ID_LENGTH), eventId: lastEventId() };
    try {
      const response = answer(asked, connection);
      if (response instanceof Response) return finished(response, asked);
      return response
        .then((answered) => finished(answered, asked))
        .catch((error: unknown) => finished(refusal(error, asked), asked));
    } catch (error) {
      return finished(refusal(error, asked), asked);
    }
  };

  function answer(asked: Asked, connection: Connection) {
    const { request, path, requestId } = asked;
    const { headers } = request;
    requireKnownHost(headers, policy);
    if (!isApi(path)) return assets.serve(request.method, path, headers);
    if (isFromRun(connection.peer)) throw new AppError("FORBIDDEN", NOT_FOR_RUNS);
    requireOwnOrigin(headers, policy);
    const address = () => addressOf(headers, connection);
    const goOn = (admission: Admission) => {
      asked.eventId = lastEventId();
      requireBodyType(path, headers);
      const { limitIdle } = connection;
      const env = { ...admission, requestId, address, limitIdle };
      if (request.method === "HEAD") return headAnswer(request, (asked) => api.fetch(asked, env));
      return api.fetch(request, env);
    };
    const admission = path === LOGIN_PATH ? STRANGER : session.require(headers, address);
    return admission instanceof Promise ? admission.then(goOn) : goOn(admission);
  }

  function refusal(cause: unknown, { request, path, requestId }: Asked): Response {
    const error = note(cause);
    const response = errorResponse(error, logger, requestId);
    logger.debug("Refused a request", {
      request_id: requestId,
      status: response.status,
      method: request.method,
      path: shownPath(path),
    });
    // Someone is looking at this in a browser: the sentence, without the JSON around it.
    return isApi(path) || !(error instanceof AppError)
      ? response
      : plainText(response.status, error);
  }

  function finished(
    response: Response,
    { request, path, requestId, eventId }: Asked,
  ): Response | Promise<Response> {
    for (const [name, value] of securityHeaders) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    response.headers.set("X-Request-Id", requestId);
    // The build has already compressed the files of the page.
    if (!isApi(path)) return response;
    // Nothing for a client that was refused.
    if (response.ok) response.headers.set("X-Event-Id", eventId);
    return compressed(request, response);
  }

  /** Behind a trusted proxy, the address that this proxy itself added. */
  function addressOf(headers: Headers, connection: Connection): string {
    const forwarded = policy.trustProxy && headers.get("x-forwarded-for");
    return (forwarded && forwarded.split(",").at(-1)?.trim()) || connection.address();
  }
}

/**
 * Never the client's own, which could name any line in the log, and not a number, which reveals
 * other requests.
 */
const REQUEST_ID_LENGTH = 12;

const NOT_FOR_RUNS = "A run cannot use the API. It answers through its output file.";

const STRANGER: Admission = { principal: NOBODY, sessionId: null };

function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

/** An address may contain a token by mistake, so the log shows only its first word. */
function shownPath(path: string): string {
  const beginning = /^(?:\/api)?(?:\/[a-z-]{1,15}(?=\/|$))?/.exec(path)?.[0] ?? "";
  return beginning === path ? path : `${beginning}/…`;
}

function plainText(status: number, error: AppError): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  return new Response(`${error.message}\n`, { status, headers });
}

function pathOf(url: string): string {
  // Where the Host is invalid, Bun leaves the address without scheme and host.
  const start = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("//") + 2);
  if (start === -1) return "/";
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}

export interface RunningServer {
  port: number;
  stop: () => Promise<void>;
}

/**
 * Seconds without a byte, or with very few: connections cannot be parked here. Uploads set their
 * own.
 */
const IDLE_SECONDS = 60;

export function listen(
  handler: RequestHandler,
  host: string,
  port: number,
  idleSeconds = IDLE_SECONDS,
): RunningServer {
  try {
    const server = Bun.serve({
      hostname: host,
      port,
      // Larger than any JSON body; routes that take uploads stream them and count for themselves.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: idleSeconds,
      fetch: (request, bun) =>
        handler(request, {
          address: () => bun.requestIP(request)?.address ?? "unknown",
          peer: () => bun.requestIP(request),
          limitIdle: (seconds) => bun.timeout(request, seconds),
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
