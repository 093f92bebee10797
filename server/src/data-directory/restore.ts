import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { flush } from "#lib/new-file.ts";
import { DATABASE_FILE } from "./data-directory.ts";
import { lockDataDirectory } from "./data-lock.ts";
import { markLeftOpen } from "#db/open.ts";

/** Being unpacked; worth nothing until it is complete. */
const PART = /^restore-.+\.part$/;
/** Complete: from here on it is the state of this directory. */
const READY = /^restore-(.+)\.ready$/;

/** What belongs to a database, and is replaced with it: the output of runs and commands. */
export const FOLDERS = ["runs", "checks"] as const;

/** Where a restore unpacks to, in the data directory, so that it can be moved and not copied. */
export function stageRestore(dataDir: string, stamp: string): string {
  removeParts(dataDir);
  const staged = join(dataDir, `restore-${stamp}.part`);
  for (const name of FOLDERS) mkdirSync(join(staged, name), { recursive: true, mode: 0o700 });
  return staged;
}

/** A staged database alone: existing transcripts stay. */
export function keepTranscripts(staged: string): void {
  for (const name of FOLDERS) rmdirSync(join(staged, name));
}

/**
 * Replaces the data with the staged one; the old data is moved aside. One rename decides: a crash
 * before it changes nothing, and after it the next start does the rest.
 */
export function commitRestore(dataDir: string, stamp: string, move = renameSync): void {
  const staged = join(dataDir, `restore-${stamp}.part`);
  // Search also for processes of runs that only the previous database knows.
  markLeftOpen(join(staged, DATABASE_FILE));
  flush(join(staged, DATABASE_FILE));
  flush(staged);
  move(staged, join(dataDir, `restore-${stamp}.ready`));
  flush(dataDir);
  finish(dataDir, stamp, move);
}

/** Before anything else happens to a data directory: an interrupted restore is completed. */
export function finishInterruptedRestore(dataDir: string, move = renameSync): void {
  const isCutOff = readdirSync(dataDir).some((name) => PART.test(name) || READY.test(name));
  if (!isCutOff) return;
  const lock = lockDataDirectory(dataDir);
  try {
    removeParts(dataDir);
    for (const name of readdirSync(dataDir)) {
      const stamp = READY.exec(name)?.[1];
      if (stamp) finish(dataDir, stamp, move);
    }
  } finally {
    lock.release();
  }
}

/** Every step can be the first one after a crash: what is still staged has not been moved yet. */
function finish(dataDir: string, stamp: string, move: typeof renameSync): void {
  const staged = join(dataDir, `restore-${stamp}.ready`);
  const aside = (name: string, ending = "") => {
    const path = join(dataDir, name + ending);
    if (existsSync(path)) move(path, join(dataDir, `${name}.before-restore-${stamp}${ending}`));
  };
  if (existsSync(join(staged, DATABASE_FILE))) {
    // With its write-ahead log, so that the kept database is complete.
    for (const ending of ["-wal", "-shm", ""]) aside(DATABASE_FILE, ending);
    move(join(staged, DATABASE_FILE), join(dataDir, DATABASE_FILE));
  }
  const mark = `${DATABASE_FILE}-wal`;
  if (existsSync(join(staged, mark))) move(join(staged, mark), join(dataDir, mark));
  for (const name of FOLDERS) {
    if (!existsSync(join(staged, name))) continue;
    aside(name);
    move(join(staged, name), join(dataDir, name));
  }
  rmdirSync(staged);
  flush(dataDir);
}

function removeParts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (PART.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
