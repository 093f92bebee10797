import { SQLiteError, type Database } from "bun:sqlite";
import type { ServerEvent } from "@malamar/contract/event.ts";
import type { EventBus } from "./event-bus.ts";

type Emit = (event: ServerEvent) => void;

/** Runs one transaction; what it emits is published after the commit, never before, or not at all. */
export type UnitOfWork = <Result>(work: (emit: Emit) => Result) => Result;

export function createUnitOfWork(db: Database, bus: EventBus): UnitOfWork {
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  const rollback = db.prepare("ROLLBACK");

  let current: Emit | null = null;

  return (work) => {
    // A part of a larger unit: it commits, fails and publishes with the whole.
    if (current) return work(current);
    const events: ServerEvent[] = [];
    begin.run();
    let result: ReturnType<typeof work>;
    try {
      current = (event) => events.push(event);
      result = work(current);
      commit.run();
    } catch (error) {
      if (db.inTransaction) rollback.run();
      throw error;
    } finally {
      current = null;
    }
    for (const event of events) bus.publish(event);
    return result;
  };
}

/** The database cannot be written now, for a reason that may pass: a full disk, another one's lock. */
export function isStorageTrouble(error: unknown): boolean {
  const code = error instanceof SQLiteError ? (error.code ?? "") : "";
  return /^SQLITE_(FULL|BUSY|LOCKED|IOERR|READONLY|CANTOPEN|NOMEM)/.test(code);
}
