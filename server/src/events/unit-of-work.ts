import type { Database } from "bun:sqlite";
import type { ServerEvent } from "@malamar/contract/event.ts";
import { sqliteCode } from "#db/sqlite-error.ts";
import { withoutRows, type EmittedEvent } from "./emitted-event.ts";
import type { EventBus } from "./event-bus.ts";

export type Emit = (event: EmittedEvent) => void;

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
  /** Records a failure, and returns the error to throw for it. */
  note: (error: unknown) => unknown;
}

const NOBODY: Guard = { requireSound: () => {}, note: (error) => error };

export function createUnitOfWork(
  db: Database,
  bus: EventBus,
  guard = NOBODY,
  complete = withoutRows,
): UnitOfWork {
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  const rollback = db.prepare("ROLLBACK");

  const beginPart = db.prepare("SAVEPOINT part");
  const endPart = db.prepare("RELEASE part");
  const undoPart = db.prepare("ROLLBACK TO part");

  let current: Emit | null = null;
  let events: EmittedEvent[] = [];

  const unit = <Result>(work: (emit: Emit) => Result): Result => {
    // A part of a larger unit: it commits, fails and publishes with the whole.
    if (current) return work(current);
    guard.requireSound();
    events = [];
    let result: Result;
    let committed: ServerEvent[];
    try {
      begin.run();
      current = (event) => void events.push(event);
      result = work(current);
      committed = complete(events);
      commit.run();
    } catch (error) {
      if (db.inTransaction) rollback.run();
      throw guard.note(error);
    } finally {
      current = null;
    }
    // A listener may begin its own unit.
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
        // Some failures, such as a full disk, have rolled back the whole transaction already.
        if (db.inTransaction) undoPart.run();
        events.length = before;
        throw error;
      } finally {
        if (db.inTransaction) endPart.run();
      }
    });

  return Object.assign(unit, { part });
}

/**
 * The database cannot be written now, for a reason that may pass: a full disk, another program's
 * lock.
 */
export function isStorageTrouble(error: unknown): boolean {
  return /^SQLITE_(FULL|BUSY|LOCKED|IOERR|READONLY|CANTOPEN|NOMEM)/.test(sqliteCode(error));
}

/**
 * The disk is full. An exceeded disk quota is a different write error, and so is a lack of space
 * for the WAL's index.
 */
export function isOutOfRoom(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR_WRITE|IOERR_SHMSIZE)$/.test(sqliteCode(error));
}
