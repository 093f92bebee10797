import type { SessionId } from "@malamar/contract/ids.ts";
import type { TokenState } from "@malamar/contract/session.ts";
import { createHash, scryptSync, timingSafeEqual } from "node:crypto";
import { SYSTEM } from "#domain/actor/actor.ts";
import { SESSION_DAYS, type SessionService } from "#domain/session/session-service.ts";
import { AppError } from "#lib/app-error.ts";
import type { Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import { ONE_USER, principalOf, userActor, type Principal } from "./principal.ts";
import { createWrongProofs } from "./wrong-proofs.ts";

interface SessionOptions {
  /** null: no token is required. */
  token: string | null;
  /** Where it is kept, if Malamar generated it. */
  tokenFile: string | null;
  installationId: string;
  sessionService: Pick<SessionService, "begin" | "find" | "end" | "keepOnly">;
  logger: Logger;
  timers: Timers;
}

/** Who was let in, and with which session, if any. */
export interface Admission {
  principal: Principal;
  sessionId: SessionId | null;
}

interface LoginAttempt {
  token: string;
  headers: Headers;
  address: string;
  scheme: "http" | "https";
}

const USER: Admission = { principal: ONE_USER, sessionId: null };

/** Knows who has shown the token: scripts on every request, browsers once per session. */
export function createSession(options: SessionOptions) {
  const { token, tokenFile, installationId, sessionService } = options;
  /** Cookies do not tell ports apart, so two installations on one machine need two names. */
  const cookieName = `malamar_${installationId}`;
  const wrongProofs = createWrongProofs(options);
  const madeWith = token === null ? null : fingerprint(token, installationId);
  if (madeWith !== null) sessionService.keepOnly(SYSTEM, madeWith);

  return {
    about: { token_required: token !== null, token_file: tokenFile } satisfies TokenState,

    /**
     * Who is asking. Refuses a request that needs the token and does not show it. Only guessers
     * wait.
     */
    require(headers: Headers, address: () => string): Admission | Promise<Admission> {
      if (token === null) return USER;
      const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
      if (bearer !== undefined) return withToken(bearer, address(), () => USER);
      const cookie = cookieOf(headers);
      const session = cookie === null ? null : sessionService.find(SYSTEM, cookie);
      const principal = session && principalOf(session.user_id);
      if (principal) return { principal, sessionId: session.id };
      // A browser whose session is over forgets it, and does not try again and again.
      const forget = cookie === null ? {} : { "Set-Cookie": cookieLine("", 0, "http") };
      const missing = new AppError(
        "UNAUTHORIZED",
        "A token is required: log in on the page, or send it as Authorization: Bearer TOKEN.",
        { "WWW-Authenticate": "Bearer", ...forget },
      );
      throw cookie === null ? missing : wrongProofs.refusal("cookie", address(), missing);
    },

    /** The Set-Cookie line for a browser that sent the right token; null if none is required. */
    async login({ token: given, headers, address, scheme }: LoginAttempt): Promise<string | null> {
      if (madeWith === null) return null;
      return withToken(given, address, () => {
        const before = cookieOf(headers);
        const secret = sessionService.begin(userActor(ONE_USER, "page"), {
          madeWith,
          userAgent: headers.get("user-agent"),
          replaces: (before && sessionService.find(SYSTEM, before)?.id) || null,
        });
        return cookieLine(secret, SESSION_DAYS * 24 * 60 * 60, scheme);
      });
    },

    /** Ends the session for good: a copy of its cookie is then worthless. */
    logout({ principal, sessionId }: Admission, scheme: "http" | "https"): string {
      if (sessionId !== null) sessionService.end(userActor(principal, "page"), sessionId);
      return cookieLine("", 0, scheme);
    },
  };

  /** Continues with the right token: at once, or when its turn comes. */
  function withToken<Next>(given: string, address: string, next: () => Next): Next | Promise<Next> {
    const goOn = () => {
      requireToken(given, address);
      return next();
    };
    return wrongProofs.turn(address)?.then(goOn) ?? goOn();
  }

  function requireToken(given: string, address: string): void {
    if (token !== null && sameText(given, token)) return wrongProofs.trust(address);
    const wrong = new AppError("UNAUTHORIZED", "That token isn't right.", {
      "WWW-Authenticate": "Bearer",
    });
    throw wrongProofs.refusal("token", address, wrong);
  }

  function cookieOf(headers: Headers): string | null {
    const pairs = headers.get("cookie")?.split(/; */);
    const pair = pairs?.find((part) => part.startsWith(`${cookieName}=`));
    return pair === undefined ? null : pair.slice(cookieName.length + 1);
  }

  function cookieLine(value: string, seconds: number, scheme: "http" | "https"): string {
    const secure = scheme === "https" ? "; Secure" : "";
    return `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
  }
}

export type Session = ReturnType<typeof createSession>;

/**
 * Slow on purpose: it is in every backup, and nobody should be able to recover the token from it.
 */
function fingerprint(token: string, installationId: string): string {
  return scryptSync(token, installationId, 32).toString("base64url");
}

/** In constant time, whatever the lengths. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
