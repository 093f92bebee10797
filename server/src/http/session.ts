import type { Session as SessionState } from "@malamar/contract/session.ts";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "#lib/app-error.ts";
import { ONE_USER, type Principal } from "./principal.ts";

interface SessionOptions {
  /** null: nobody is asked for a token. */
  token: string | null;
  /** Where it is kept, if Malamar made it. */
  tokenFile: string | null;
  installationId: string;
  /** Milliseconds; only differences count. */
  now?: () => number;
}

/** Ten wrong tokens a minute from one address: plenty for typing, nothing for guessing. */
const MAX_FAILURES = 10;
const WINDOW_MS = 60_000;

/** So many addresses are remembered at most; beyond that the oldest are forgotten. */
const MAX_ADDRESSES = 10_000;

const COOKIE_DAYS = 90;

/** Knows who has shown the token: scripts on every request, browsers once for a cookie. */
export function createSession({
  token,
  tokenFile,
  installationId,
  now = Date.now,
}: SessionOptions) {
  /** Cookies do not tell ports apart, so two installations on one machine need two names. */
  const cookieName = `malamar_${installationId}`;
  // Not the token itself: what lies in a browser must not open the API to scripts.
  const cookieValue = token && createHmac("sha256", token).update(cookieName).digest("base64url");
  const failures = new Map<string, { count: number; until: number }>();

  return {
    about: { token_required: token !== null, token_file: tokenFile } satisfies SessionState,

    /** Who asks. Refuses a request that needs the token and does not show it. */
    require(headers: Headers, address: () => string): Principal {
      if (token === null) return ONE_USER;
      const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
      if (bearer !== undefined) {
        requireToken(bearer, address());
        return ONE_USER;
      }
      const cookie = cookieOf(headers.get("cookie"), cookieName);
      if (cookie !== null && cookieValue && sameText(cookie, cookieValue)) return ONE_USER;
      throw new AppError(
        "UNAUTHORIZED",
        "A token is required: log in on the page, or send it as Authorization: Bearer TOKEN.",
        { "WWW-Authenticate": "Bearer" },
      );
    },

    /** The Set-Cookie line of a browser that typed the right token; null where none is asked for. */
    login(given: string, address: string, scheme: "http" | "https"): string | null {
      requireToken(given, address);
      return cookieValue && cookieLine(cookieValue, COOKIE_DAYS * 24 * 60 * 60, scheme);
    },

    logout: (scheme: "http" | "https"): string => cookieLine("", 0, scheme),
  };

  function requireToken(given: string, address: string): void {
    if (token === null) return;
    const record = failures.get(address);
    if (record && record.until <= now()) failures.delete(address);
    else if (record && record.count >= MAX_FAILURES) throw tooMany(record.until - now());
    if (sameText(given, token)) {
      failures.delete(address);
      return;
    }
    const { count, until } = failures.get(address) ?? { count: 0, until: now() + WINDOW_MS };
    failures.set(address, { count: count + 1, until });
    const oldest = failures.keys().next().value;
    if (failures.size > MAX_ADDRESSES && oldest !== undefined) failures.delete(oldest);
    throw new AppError("UNAUTHORIZED", "The token is wrong.", { "WWW-Authenticate": "Bearer" });
  }

  function cookieLine(value: string, seconds: number, scheme: "http" | "https"): string {
    const secure = scheme === "https" ? "; Secure" : "";
    return `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
  }
}

export type Session = ReturnType<typeof createSession>;

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const text = `Too many wrong tokens. Try again in ${seconds} seconds.`;
  return new AppError("TOO_MANY_ATTEMPTS", text, { "Retry-After": String(seconds) });
}

/** In constant time, whatever the lengths. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function cookieOf(header: string | null, name: string): string | null {
  const pair = header?.split(/; */).find((part) => part.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}
