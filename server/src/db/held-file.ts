import type { Database } from "bun:sqlite";
import { randomInt } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { MAGIC } from "./database-file.ts";
import { damageOf } from "./inspect-copy.ts";
import { openBeside } from "./open.ts";
import { isDamage } from "./sqlite-error.ts";

/** The largest number that SQLite accepts as a user version. */
const HIGHEST_MARK = 2 ** 31 - 1;

/**
 * Notices when someone changes the file in place. SQLite may not notice for a long time, because it
 * caches pages. Every start writes its own mark into the database, as the user version that SQLite
 * leaves to applications, because otherwise two databases of the same Malamar begin alike. A copy
 * of this very database that was made since the start has the same mark.
 */
export function holdFile(db: Database, path: string) {
  // Kept open: closing any handle of a process releases all its locks on the file.
  const file = openSync(path, "r");
  const index = openSync(`${path}-shm`, "r");
  const mark = randomInt(1, HIGHEST_MARK);
  /**
   * Until the new one has moved from the write-ahead log into the file, older ones are valid as
   * well.
   */
  let marks = [markIn(file), markOf(db), mark];
  setMark(db, mark);
  let seen = stateOf(file, index);

  return {
    /** Another file begins there now, perhaps another database of Malamar. */
    isOverwritten(): boolean {
      const found = markIn(file);
      if (found === mark) marks = [mark];
      return found === null || !marks.includes(found);
    },

    /** Its end is gone, or pages of it are not what SQLite wrote. Only asked while the file is in its place. */
    isHarmed(): boolean {
      const now = stateOf(file, index);
      const isWritten = now.mtimeNs !== seen.mtimeNs;
      const isByOthers = isWritten && now.checkpoint === seen.checkpoint;
      if ((now.size < seen.size || isByOthers) && hasBadPages(path)) return true;
      seen = now;
      return false;
    },

    release(): void {
      closeSync(file);
      closeSync(index);
    },
  };
}

/** SQLite writes to the file only in a checkpoint, and notes in the index of the WAL how far it came. */
function stateOf(file: number, index: number) {
  const { size, mtimeNs } = fstatSync(file, { bigint: true });
  const noted = Buffer.alloc(INDEX_BYTES);
  readSync(index, noted, 0, INDEX_BYTES, 0);
  const parts = [noted.subarray(...WAL_SALTS), noted.subarray(...COPIED)];
  return { size, mtimeNs, checkpoint: Buffer.concat(parts).toString("hex") };
}

/** Where the index has the mark of this WAL, which every new one changes, and how much of it was copied. */
const WAL_SALTS = [32, 40] as const;
const COPIED = [96, 100] as const;
const INDEX_BYTES = 100;

function markOf(db: Database): number {
  return db.query<{ user_version: number }, []>("PRAGMA user_version").get()!.user_version;
}

function setMark(db: Database, mark: number): void {
  try {
    db.run(`PRAGMA user_version = ${mark}`);
    db.run("PRAGMA wal_checkpoint(PASSIVE)");
  } catch {
    // The disk may be full. Then it is recognized by its current mark.
  }
}

/** Where a database header has these fields, and how long it is. */
const MARK_AT = 60;
const HEADER_BYTES = 100;

/** null for anything that does not begin like a database. Writes change none of these bytes. */
function markIn(file: number): number | null {
  const header = Buffer.alloc(HEADER_BYTES);
  if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) return null;
  return header.readUInt32BE(MARK_AT);
}

/**
 * Malamar never shrinks its file, but an external VACUUM does. The length in the header proves
 * nothing: the end may still be in the WAL. So all of it is read, through a connection without a
 * cache.
 */
function hasBadPages(path: string): boolean {
  const reader = openBeside(path);
  try {
    return damageOf(reader) !== null;
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  } finally {
    reader.close(true);
  }
}
