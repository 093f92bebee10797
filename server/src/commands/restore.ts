import { createWriteStream, existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { DATABASE_FILE, prepareDataDirectory } from "#data-directory/data-directory.ts";
import { tryLockDataDirectory } from "#data-directory/data-lock.ts";
import { commitRestore, finishInterruptedRestore, stageRestore } from "#data-directory/restore.ts";
import { inspectCopy } from "#db/inspect-copy.ts";
import { messageOf } from "#lib/app-error.ts";
import { systemClock } from "#lib/clock.ts";
import { expandHome } from "#lib/expand-home.ts";
import { StartupError } from "#lib/startup-error.ts";
import { readArchive } from "./backup-archive.ts";
import { counted } from "./files.ts";
import { interruptible } from "./interruptible.ts";

/** Puts a backup in the place of what is there, and keeps that aside. */
export async function restore(dataDir: string, file: string): Promise<string> {
  const path = resolve(expandHome(file));
  if (!existsSync(path)) throw new StartupError(`There is no file ${path}. Nothing was changed.`);
  prepareDataDirectory(dataDir);
  finishInterruptedRestore(dataDir);
  const lock = tryLockDataDirectory(dataDir);
  if (!lock) {
    throw new StartupError(
      `A Malamar is running on the data directory ${dataDir}. Stop it first: a restore replaces everything that it works with. Nothing was changed.`,
    );
  }
  // To the millisecond: what an earlier restore has put aside is never overwritten.
  const stamp = systemClock()
    .replaceAll(/[-:.Z]/g, "")
    .replace("T", "-");
  const before = [DATABASE_FILE, "runs"].filter((name) => existsSync(join(dataDir, name)));
  try {
    const transcripts = await interruptible((signal) => unpack(path, dataDir, stamp, signal));
    commitRestore(dataDir, stamp);
    return [
      `Restored ${path} to ${dataDir}: the database and the transcripts of ${counted(transcripts, "run")}.`,
      ...before.map((name) => `${name} of before is kept as ${name}.before-restore-${stamp}.`),
      "Tasks that were open in the backup go on at the next start.",
    ].join("\n");
  } finally {
    lock.release();
  }
}

/** Into a folder beside; answers with the number of transcripts when all of it is found whole. */
async function unpack(
  path: string,
  dataDir: string,
  stamp: string,
  signal: AbortSignal,
): Promise<number> {
  const staged = stageRestore(dataDir, stamp);
  let transcripts = 0;
  try {
    for await (const { name, content } of readArchive(path)) {
      const target = createWriteStream(join(staged, name), { flags: "wx", mode: 0o600 });
      await pipeline(content, target, { signal });
      if (name !== DATABASE_FILE) transcripts++;
    }
    requireWhole(path, join(staged, DATABASE_FILE));
    return transcripts;
  } catch (error) {
    rmSync(staged, { recursive: true, force: true });
    signal.throwIfAborted();
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `${path} cannot be unpacked to ${dataDir}: ${messageOf(error)}. Nothing was changed.`,
      { cause: error },
    );
  }
}

function requireWhole(path: string, database: string): void {
  try {
    inspectCopy(database);
  } catch (cause) {
    throw new StartupError(
      `The database in ${path} cannot be used: ${messageOf(cause)}. Nothing was changed.`,
      { cause },
    );
  }
}
