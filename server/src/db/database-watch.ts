import type { Database } from "bun:sqlite";
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type {
  DatabaseState,
  DatabaseTrouble,
  RescuedDatabase,
} from "@malamar/contract/database.ts";
import { AppError } from "#lib/app-error.ts";
import { stampOf, type Clock, type Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";
import { copyDatabase } from "./copy-database.ts";
import { holdFile } from "./held-file.ts";
import { isDamage } from "./sqlite-error.ts";

/**
 * Well below the five seconds within which it is noticed; checking three files takes microseconds.
 */
const LOOK_MS = 2000;

/**
 * The database and its helper files while it is open. SQLite keeps all three until it is closed.
 */
const ENDINGS = ["", "-wal", "-shm"] as const;

const RESCUED = "malamar.rescued-";

interface Deps {
  db: Database;
  path: string;
  clock: Clock;
  timers: Timers;
  logger: Logger;
}

/** Who saves the copy, for the log. */
interface Rescuer {
  name: string;
}

/**
 * Makes sure that what is written can be found again. A removed or replaced file keeps accepting
 * writes, unseen, until the process ends and everything is lost. Until then all of it can still be
 * copied.
 */
export function createDatabaseWatch({ db, path, clock, timers, logger }: Deps) {
  const listeners = new Set<(trouble: DatabaseTrouble | null) => void>();
  const files = new Map<string, string>();
  let trouble: DatabaseTrouble | null = null;
  let held: ReturnType<typeof holdFile> | null = null;
  let rescued: { file: RescuedDatabase; changes: number } | null = null;
  for (const ending of ENDINGS) remember(ending);

  function remember(ending: string): void {
    const file = fileAt(path + ending);
    if (file !== null) files.set(ending, file);
  }

  function look(): void {
    // Damage is permanent, whatever happens to the file.
    if (trouble === "damaged") return;
    try {
      change(
        held?.isOverwritten()
          ? "damaged"
          : (troubleOfFiles() ?? (held?.isHarmed() ? "damaged" : null)),
      );
    } catch (error) {
      // It cannot be checked now, which says nothing about it.
      logger.debug("The database file cannot be checked", { error });
    }
  }

  function troubleOfFiles(): DatabaseTrouble | null {
    for (const ending of ENDINGS) {
      const known = files.get(ending);
      if (known === undefined) remember(ending);
      const now = fileAt(path + ending);
      if (known !== undefined && now !== known) return now === null ? "removed" : "replaced";
    }
    return null;
  }

  function change(now: DatabaseTrouble | null, context: { error?: unknown } = {}): void {
    if (now === trouble) return;
    trouble = now;
    if (now === null) logger.info("The database is back where it was; work continues", { path });
    else logger.error(messageOf(now), context);
    for (const listener of listeners) listener(now);
  }

  function messageOf(kind: DatabaseTrouble): string {
    if (kind === "damaged") {
      return `The database ${path} is damaged or was overwritten, so nothing more is written to it. Stop Malamar, and restore a backup: malamar restore FILE.`;
    }
    return (
      `The database ${path} was ${kind} while Malamar was running, so nothing new is written. Malamar still has all of its data: ` +
      "press Save a copy on the page, or stop Malamar, which saves the copy too. Then restore it as the message about the copy says."
    );
  }

  function errorOf(kind: DatabaseTrouble): AppError {
    const code = kind === "damaged" ? "DATABASE_DAMAGED" : "DATABASE_UNAVAILABLE";
    return new AppError(code, messageOf(kind));
  }

  function changes(): number {
    return db.query<{ count: number }, []>("SELECT total_changes() AS count").get()!.count;
  }

  function rescue(by: Rescuer): RescuedDatabase {
    const folder = dirname(path);
    const target = join(folder, `${RESCUED}${stampOf(clock())}.db`);
    // Whoever removed the database may have removed everything around it.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const before = changes();
    copyDatabase(db, target);
    const file = { path: target, command: restoreCommand(target) };
    rescued = { file, changes: before };
    logger.warn(
      `The data was written to ${file.path} (by ${by.name}). Stop Malamar, then type: ${file.command}`,
    );
    return file;
  }

  return {
    trouble: () => trouble,

    state: (): DatabaseState => ({
      trouble,
      message: trouble && messageOf(trouble),
      can_rescue: isRescuable(trouble),
      rescued: rescued?.file ?? null,
    }),

    /**
     * Checks regularly until the returned function is called, which must be after the database was
     * closed.
     */
    start(): () => void {
      let callOff = () => {};
      const file = (held = holdFile(db, path));
      const repeat = () => {
        look();
        callOff = timers.after(LOOK_MS, repeat);
      };
      repeat();
      return () => {
        callOff();
        held = null;
        file.release();
      };
    },

    /**
     * A failure may mean that the file is damaged: then nothing more is written to it. Returns the
     * error to report.
     */
    note(error: unknown): unknown {
      if (!isDamage(error)) return error;
      change("damaged", { error });
      return errorOf("damaged");
    },

    /** The end of a run is still written to a misplaced file: a rescue includes it. */
    requireSound(): void {
      if (trouble === "damaged") throw errorOf(trouble);
    },

    /** Before anyone learns that something was stored. */
    requireWritable(): void {
      if (trouble !== null) throw errorOf(trouble);
    },

    /** Saves all data to a new file next to it. */
    rescue(by: Rescuer): RescuedDatabase {
      if (isRescuable(trouble)) return rescue(by);
      throw new AppError(
        "CONFLICT",
        trouble === null
          ? "The database is in its place. There is nothing to rescue; for a copy, use malamar backup."
          : messageOf(trouble),
      );
    },

    /** At the end, when nobody has it open anymore. */
    rescueAtEnd(by: Rescuer): void {
      look();
      if (!isRescuable(trouble) || rescued?.changes === changes()) return;
      try {
        rescue(by);
      } catch (error) {
        logger.error("The data could not be written to a new file", { error });
      }
    },

    subscribe(listener: (trouble: DatabaseTrouble | null) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type DatabaseWatch = ReturnType<typeof createDatabaseWatch>;

function isRescuable(trouble: DatabaseTrouble | null): boolean {
  return trouble === "removed" || trouble === "replaced";
}

/** What earlier processes have saved, oldest first. */
export function rescuedCopies(path: string): string[] {
  const folder = dirname(path);
  const names = readdirSync(folder).filter((name) => name.startsWith(RESCUED));
  return names.toSorted().map((name) => join(folder, name));
}

/** Which file is at the path; null if there is none. */
function fileAt(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.dev} ${stats.ino}` : null;
}

function restoreCommand(path: string): string {
  return `malamar restore ${shellWord(path)} --trust --data-dir ${shellWord(dirname(path))}`;
}

/** Quoted where a shell would split it. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
