import { createHash, randomBytes } from "node:crypto";
import type { SessionId } from "@malamar/contract/ids.ts";
import type { LoginSession } from "@malamar/contract/session.ts";
import type { Actor, User } from "#domain/actor/actor.ts";
import { isStorageTrouble, type UnitOfWork } from "#events/unit-of-work.ts";
import { notFound } from "#lib/app-error.ts";
import { DAY_MS, later, type Clock } from "#lib/clock.ts";
import { newId } from "#lib/id.ts";
import { deviceName } from "./device-name.ts";
import type { SessionStore } from "./session-store.ts";

interface Deps {
  unit: UnitOfWork;
  sessionStore: SessionStore;
  clock: Clock;
}

interface Beginning {
  /** A fingerprint of the token that was shown. */
  madeWith: string;
  userAgent: string | null;
  /** The session that this browser had until now. */
  replaces: SessionId | null;
}

/** Whom a secret lets in. */
interface FoundSession {
  id: SessionId;
  user_id: string;
}

/** After this a browser has to show the token again. */
export const SESSION_DAYS = 30;

/** More than one person's browsers; a script that logs in every time must not fill the table. */
const MOST_SESSIONS = 100;

/** How precise "last seen" is: a write for every request would be too expensive. */
const SEEN_MS = 60_000;

/** The browsers that are logged in. Ending a session ends it for good, even for a copied cookie. */
export function createSessionService({ unit, sessionStore, clock }: Deps) {
  const listeners = new Set<(ended: SessionId) => void>();
  /** When we last tried to record a visit. */
  const noted = new Map<SessionId, string>();

  function end(remove: () => SessionId[]): number {
    const ended = unit(remove);
    ended.forEach(tell);
    return ended.length;
  }

  function tell(ended: SessionId): void {
    noted.delete(ended);
    for (const listener of listeners) listener(ended);
  }

  /** Sessions that began before this are over. */
  function oldest(): string {
    return later(clock(), -SESSION_DAYS * DAY_MS);
  }

  function noteSeen(id: SessionId, lastSeenAt: string, now: string): void {
    const due = later(noted.get(id) ?? lastSeenAt, SEEN_MS);
    if (now < due) return;
    noted.set(id, now);
    try {
      sessionStore.see(id, now);
    } catch (error) {
      // Nobody is locked out because the disk is full.
      if (!isStorageTrouble(error)) throw error;
    }
  }

  return {
    /** Returns the secret that the browser shows from now on, which is not stored here. */
    begin(user: User, { madeWith, userAgent, replaces }: Beginning): string {
      const secret = randomBytes(32).toString("base64url");
      const now = clock();
      end(() => {
        const expired = sessionStore.removeBegunUntil(oldest());
        const replaced = replaces === null ? [] : sessionStore.remove(user.id, replaces);
        const surplus = sessionStore.removeSurplus(user.id, MOST_SESSIONS - 1);
        sessionStore.add({
          id: newId(),
          hash: hashOf(secret),
          made_with: madeWith,
          user_id: user.id,
          device: deviceName(userAgent),
          created_at: now,
          last_seen_at: now,
        });
        return [...expired, ...replaced, ...surplus];
      });
      return secret;
    },

    /** null when the secret lets nobody in, or no longer does. Records the visit. */
    find(_actor: Actor, secret: string): FoundSession | null {
      const found = sessionStore.byHash(hashOf(secret));
      if (!found) return null;
      if (found.created_at <= oldest()) return null;
      noteSeen(found.id, found.last_seen_at, clock());
      return found;
    },

    list(userId: string, current: SessionId | null): LoginSession[] {
      const until = oldest();
      return sessionStore
        .ofUser(userId)
        .filter(({ created_at }) => created_at > until)
        .map(({ id, device, created_at, last_seen_at }) => ({
          id,
          device,
          created_at,
          last_seen_at,
          is_current: id === current,
        }));
    },

    end(user: User, id: SessionId): void {
      if (end(() => sessionStore.remove(user.id, id)) === 0) throw notFound("Session");
    },

    endOthers(user: User, kept: SessionId | null): void {
      end(() => sessionStore.removeOthers(user.id, kept));
    },

    /** Sessions that began with another token are over. */
    keepOnly(_actor: Actor, madeWith: string): void {
      end(() => sessionStore.removeMadeOtherwise(madeWith));
    },

    /** Reports the sessions that have expired; the next login removes them. */
    tellAged: () => sessionStore.begunUntil(oldest()).forEach(tell),

    onEnded: (listener: (ended: SessionId) => void) => void listeners.add(listener),
  };
}

export type SessionService = ReturnType<typeof createSessionService>;

/** The secret is 256 random bits, which nobody can recover from this. */
function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
