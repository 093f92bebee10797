import { AppError } from "#lib/app-error.ts";
import type { Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import { shortened } from "#lib/shortened.ts";

interface Deps {
  logger: Logger;
  timers: Timers;
}

interface Window {
  /** How many wrong ones there were. */
  count: number;
  until: number;
  /** Whether the log already says that there were too many. */
  isTold: boolean;
  /** When the last waiting token is checked. */
  lastTurn: number;
}

interface Limit {
  most: number;
  /** After that, tokens are checked one after another, this far apart. */
  paceMs: number;
  whose: string;
}

/** This many wrong ones in a window are plenty for typing errors. */
const MOST_OF_ADDRESS = 10;
const PACE_OF_ADDRESS_MS = 1000;

const OF_ADDRESS: Limit = {
  most: MOST_OF_ADDRESS,
  paceMs: PACE_OF_ADDRESS_MS,
  whose: "from one address",
};
/** For all addresses together, so that having many addresses gains little. */
const OF_ALL: Limit = { most: 100, paceMs: 100, whose: "from many addresses" };
const WINDOW_MS = 60_000;

/** No token waits longer for its turn: this bounds the number of waiting requests. */
const LONGEST_WAIT_MS = 10_000;

/** At most this many addresses are remembered; beyond that the oldest are forgotten. */
const MAX_ADDRESSES = 10_000;

/** Behind a proxy, an address is whatever someone has written. */
const LONGEST_ADDRESS = 64;

/**
 * Makes guessing slow. Wrong tokens and wrong cookies count together; after too many of them every
 * token waits before it is checked, because the right one cannot be known beforehand. Cookies never
 * wait: nobody guesses 256 random bits. The values themselves are neither kept nor logged.
 */
export function createWrongProofs({ logger, timers }: Deps) {
  const addresses = new Map<string, Window>();
  /** Addresses that have shown the right token: guesses from elsewhere do not slow them down. */
  const trusted = new Map<string, true>();
  let all = freshWindow();

  return {
    /** What to wait for before a token is checked; null if it is checked at once. */
    turn(address: string): Promise<void> | null {
      const now = timers.elapsed();
      const turns = exhausted(nameOf(address)).map(({ window, limit }) => ({
        window,
        at: Math.max(window.lastTurn, now) + limit.paceMs,
      }));
      if (turns.length === 0) return null;
      const due = Math.max(...turns.map(({ at }) => at));
      if (due - now > LONGEST_WAIT_MS) throw unchecked(due - now - LONGEST_WAIT_MS);
      for (const { window, at } of turns) window.lastTurn = at;
      return new Promise((resolve) => void timers.after(due - now, resolve));
    },

    /** The right token was shown. */
    trust(address: string): void {
      remember(trusted, nameOf(address), true);
    },

    /** The refusal of a wrong one; `otherwise` while there are not too many. */
    refusal(what: "token" | "cookie", address: string, otherwise: AppError): AppError {
      const from = nameOf(address);
      const [reached] = exhausted(from);
      if (!reached) {
        for (const window of [ofAddress(from), ofAll()]) window.count++;
        logger.warn(`Refused a wrong ${what}`, { address: from });
        return otherwise;
      }
      const { window, limit } = reached;
      // Once a minute: nobody should be able to flood the log either.
      if (!window.isTold) {
        logger.warn(`Too many wrong tokens ${limit.whose}: more of them are not logged`, {
          address: from,
        });
      }
      window.isTold = true;
      return tooMany(
        (seconds) => `Too many wrong tokens. Try again in ${seconds} seconds.`,
        window.until - timers.elapsed(),
        otherwise.headers,
      );
    },
  };

  function exhausted(from: string): { window: Window; limit: Limit }[] {
    const own = { window: ofAddress(from), limit: OF_ADDRESS };
    const together = { window: ofAll(), limit: OF_ALL };
    return (trusted.has(from) ? [own] : [own, together]).filter(
      ({ window, limit }) => window.count >= limit.most,
    );
  }

  function ofAddress(from: string): Window {
    const known = addresses.get(from);
    if (known && known.until > timers.elapsed()) return known;
    const fresh = freshWindow();
    remember(addresses, from, fresh);
    return fresh;
  }

  function ofAll(): Window {
    if (all.until <= timers.elapsed()) all = freshWindow();
    return all;
  }

  function freshWindow(): Window {
    return { count: 0, until: timers.elapsed() + WINDOW_MS, isTold: false, lastTurn: 0 };
  }
}

function nameOf(address: string): string {
  return shortened(address, LONGEST_ADDRESS);
}

function remember<Value>(map: Map<string, Value>, address: string, value: Value): void {
  map.delete(address);
  map.set(address, value);
  const oldest = map.keys().next().value;
  if (map.size > MAX_ADDRESSES && oldest !== undefined) map.delete(oldest);
}

/** It may be the right one, so it must not be called wrong. */
function unchecked(ms: number): AppError {
  return tooMany(
    () => "Too many wrong tokens came in, so this one was not checked. Try again in a moment.",
    ms,
    {},
  );
}

function tooMany(
  sentence: (seconds: number) => string,
  ms: number,
  headers: AppError["headers"],
): AppError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new AppError("TOO_MANY_ATTEMPTS", sentence(seconds), {
    ...headers,
    "Retry-After": String(seconds),
  });
}
