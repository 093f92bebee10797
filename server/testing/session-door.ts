import { join } from "node:path";
import { openDatabase } from "#db/open.ts";
import { createSessionService } from "#domain/session/session-service.ts";
import { createSessionStore } from "#domain/session/session-store.ts";
import { createEventBus } from "#events/event-bus.ts";
import { createUnitOfWork } from "#events/unit-of-work.ts";
import { createSession } from "#http/session.ts";
import { AppError } from "#lib/app-error.ts";
import { createLogger } from "#lib/logger.ts";
import { tempDir } from "./temp-dir.ts";
import { virtualTime } from "./virtual-time.ts";

export const TOKEN = "the-right-token-of-all";

type Lines = Record<string, string>;

/** Sessions and access on a real database and a clock that the test moves. */
export function sessionDoor(token: string | null = TOKEN) {
  const dir = tempDir();
  const db = openDatabase(join(dir.path, "malamar.db"));
  const logLines: string[] = [];
  const logger = createLogger({ level: "debug", format: "json", write: (l) => logLines.push(l) });
  const time = virtualTime();
  const sessionService = createSessionService({
    unit: createUnitOfWork(db, createEventBus({ logger })),
    sessionStore: createSessionStore(db),
    clock: time.clock,
  });
  /** Like a start with this token. */
  const startWith = (value: string | null) =>
    createSession({
      token: value,
      tokenFile: null,
      installationId: "abc",
      sessionService,
      logger,
      timers: time.timers,
    });
  let session = startWith(token);

  const admit = async (headers: Lines, address = "1.1.1.1") =>
    session.require(new Headers(headers), () => address);
  const tryWith = async (headers: Lines, address?: string) => {
    try {
      await admit(headers, address);
      return "ok";
    } catch (error) {
      return error instanceof AppError ? error.code : "crash";
    }
  };
  /** The Set-Cookie line. */
  const login = (given: string, headers: Lines = {}, scheme: "http" | "https" = "http") =>
    session.login({ token: given, headers: new Headers(headers), address: "1.1.1.1", scheme });
  return {
    sessionService,
    logLines,
    admit,
    tryWith,
    bearer: (value: string, address?: string) =>
      tryWith({ authorization: `Bearer ${value}` }, address),
    withCookie: (value: string, address?: string) =>
      tryWith({ cookie: `malamar_abc=${value}` }, address),
    login,
    /** The cookie of a browser that logs in. */
    logIn: async (headers: Lines = {}) => (await login(TOKEN, headers))!.split(";")[0]!,
    logout: async (headers: Lines) => session.logout(await admit(headers), "http"),
    restart: (value: string | null) => void (session = startWith(value)),
    /** Lets this much time pass, with everything that is due. */
    wait: (ms: number) => time.advance(ms),
    db,
    rows: () => db.query<Record<string, string>, []>("SELECT * FROM sessions").all(),
    changes: () => db.query<{ n: number }, []>("SELECT total_changes() AS n").get()!.n,
    [Symbol.dispose]() {
      db.close(true);
      dir[Symbol.dispose]();
    },
  };
}
