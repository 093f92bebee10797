import type { Database } from "bun:sqlite";
import type { ServerEvent } from "@malamar/contract/event.ts";
import { sqliteCode } from "#db/sqlite-error.ts";
import type { EventBus } from "./event-bus.ts";

type Emit = (event: ServerEvent) => void;

/** Runs one transaction; what it emits is published after the commit, never before, or not at all. */
export interface UnitOfWork {
  <Result>(work: (emit: Emit) => Result): Result;
  /** A part of a unit that can fail on its own: then nothing of it is written or published. */
  part: <Result>(work: () => Result) => Result;
}

/** The database watch. */
interface Guard {
  /** Throws when nothing more may be written. */
  requireSound: () => void;
  /** Takes note of a failure, and answers with what to throw for it. */
  note: (error: unknown) => unknown;
}

const NOBODY: Guard = { requireSound: () => {}, note: (error) => error };

export function createUnitOfWork(db: Database, bus: EventBus, guard = NOBODY): UnitOfWork {
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  const rollback = db.prepare("ROLLBACK");

  const beginPart = db.prepare("SAVEPOINT part");
  const endPart = db.prepare("RELEASE part");
  const undoPart = db.prepare("ROLLBACK TO part");

  let current: Emit | null = null;
  let events: ServerEvent[] = [];

  const unit = <Result>(work: (emit: Emit) => Result): Result => {
    // A part of a larger unit: it commits, fails and publishes with the whole.
    if (current) return work(current);
    guard.requireSound();
    events = [];
    let result: Result;
    try {
      begin.run();
      current = (event) => void events.push(event);
      result = work(current);
      commit.run();
    } catch (error) {
      if (db.inTransaction) rollback.run();
      throw guard.note(error);
    } finally {
      current = null;
    }
    // Whoever listens may begin a unit of its own.
    const committed = events;
    for (const event of committed) bus.publish(event);
    return result;
  };

  const part = <Result>(work: () => Result): Result =>
    unit(() => {
      const before = events.length;
      beginPart.run();
      try {
        return work();
      } catch (error) {
        // Some failures, such as a full disk, have undone the whole transaction already.
        if (db.inTransaction) undoPart.run();
        events.length = before;
        throw error;
      } finally {
        if (db.inTransaction) endPart.run();
      }
    });

  return Object.assign(unit, { part });
}

/** The database cannot be written now, for a reason that may pass: a full disk, another one's lock. */
export function isStorageTrouble(error: unknown): boolean {
  return /^SQLITE_(FULL|BUSY|LOCKED|IOERR|READONLY|CANTOPEN|NOMEM)/.test(sqliteCode(error));
}

/**
 * The disk is full. A used-up quota is a different write error, and so is no room for the WAL's
 * index.
 */
export function isOutOfRoom(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR_WRITE|IOERR_SHMSIZE)$/.test(sqliteCode(error));
}
