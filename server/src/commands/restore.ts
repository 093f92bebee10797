import { createWriteStream, existsSync, rmSync, statfsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Restored } from "@malamar/contract/restored.ts";
import { DATABASE_FILE, prepareDataDirectory } from "#data-directory/data-directory.ts";
import { tryLockDataDirectory } from "#data-directory/data-lock.ts";
import { isFromHere, type ClaimedOrigin } from "#data-directory/installation-key.ts";
import {
  commitRestore,
  finishInterruptedRestore,
  FOLDERS,
  keepTranscripts,
  stageRestore,
} from "#data-directory/restore.ts";
import { copyDatabaseFile, isDatabaseFile, sizeWithLog } from "#db/database-file.ts";
import { inspectCopy, type AcceptSchema } from "#db/inspect-copy.ts";
import { changeCopy } from "#db/open.ts";
import { endAllSessions } from "#domain/session/session-store.ts";
import { createSettingsStore } from "#domain/settings/settings-store.ts";
import { switchOff } from "#domain/settings/untrusted-settings.ts";
import { switchOffCommands } from "#domain/workspace/workspace-store.ts";
import { messageOf } from "#lib/app-error.ts";
import { stampOf, systemClock } from "#lib/clock.ts";
import { expandHome } from "#lib/expand-home.ts";
import { fileDigest } from "#lib/file-digest.ts";
import { StartupError } from "#lib/startup-error.ts";
import {
  isTranscript,
  readArchive,
  requireRoom,
  surveyArchive,
  type Room,
} from "./backup-archive.ts";
import { counted } from "./files.ts";
import { interruptible } from "./interruptible.ts";
import { switchedOffText } from "./switched-off-text.ts";

interface RestoreOptions {
  /** A person vouches for the backup, wherever it comes from. */
  isTrusted: boolean;
}

/** Replaces the data with a backup, and keeps the old data alongside. */
export async function restore(
  dataDir: string,
  file: string,
  { isTrusted }: RestoreOptions,
): Promise<string> {
  const path = resolve(expandHome(file));
  if (!existsSync(path)) throw new StartupError(`There is no file ${path}. Nothing was changed.`);
  prepareDataDirectory(dataDir);
  finishInterruptedRestore(dataDir);
  const lock = tryLockDataDirectory(dataDir);
  if (!lock) {
    throw new StartupError(
      `Malamar is running on the data directory ${dataDir}. Stop it first: a restore replaces everything it works with. Nothing was changed.`,
    );
  }
  const restoredAt = systemClock();
  // To the millisecond: data kept by an earlier restore is never overwritten.
  const stamp = stampOf(restoredAt);
  try {
    const { contents, replaced, switchedOff } = await interruptible((signal) =>
      stage({ path, dataDir, stamp, restoredAt, isTrusted, signal }),
    );
    const before = replaced.filter((name) => existsSync(join(dataDir, name)));
    commitRestore(dataDir, stamp);
    return [
      `Restored ${path} to ${dataDir}: ${contents}.`,
      ...before.map((name) => `The previous ${name} is kept as ${name}.before-restore-${stamp}.`),
      ...(switchedOff
        ? switchedOffText(switchedOff)
        : ["Tasks that were open in the backup continue at the next start."]),
    ].join("\n");
  } finally {
    lock.release();
  }
}

interface Staging {
  path: string;
  dataDir: string;
  stamp: string;
  restoredAt: string;
  isTrusted: boolean;
  signal: AbortSignal;
}

interface Staged {
  /** In words. */
  contents: string;
  /** What it replaces. */
  replaced: string[];
  /** null for what is trusted. */
  switchedOff: Restored | null;
}

/**
 * Unpacks into a separate folder; when this returns, the content is complete, checked and safe to
 * start with.
 */
async function stage(staging: Staging): Promise<Staged> {
  const { path, dataDir, stamp, restoredAt, isTrusted, signal } = staging;
  const folder = stageRestore(dataDir, stamp);
  const database = join(folder, DATABASE_FILE);
  try {
    const unpack = isDatabaseFile(path) ? copyIn : unpackArchive;
    const { origin, ...unpacked } = await unpack(path, folder, roomIn(dataDir), signal);
    requireOurs(path, database);
    const isKnown = isTrusted || isFromHere(dataDir, origin, await fileDigest(database));
    // A browser that has logged out since the backup must not be logged in again.
    changeIn(path, database, endAllSessions);
    const switchedOff = isKnown
      ? null
      : changeIn(path, database, (db) => {
          switchOffCommands(db, restoredAt);
          return switchOff(createSettingsStore(db), restoredAt);
        });
    signal.throwIfAborted();
    return { ...unpacked, switchedOff };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    signal.throwIfAborted();
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `${path} cannot be unpacked to ${dataDir}: ${messageOf(error)}. Nothing was changed.`,
      { cause: error },
    );
  }
}

type Unpacked = Omit<Staged, "switchedOff"> & { origin: ClaimedOrigin };

async function unpackArchive(
  path: string,
  folder: string,
  room: Room,
  signal: AbortSignal,
): Promise<Unpacked> {
  // All of it is checked before the first byte is written.
  const origin = await surveyArchive(path, room, signal);
  let transcripts = 0;
  for await (const { name, content } of readArchive(path, room)) {
    const target = createWriteStream(join(folder, name), { flags: "wx", mode: 0o600 });
    await pipeline(content, target, { signal });
    if (isTranscript(name)) transcripts++;
  }
  const contents = `the database and the inputs and transcripts of ${counted(transcripts, "run")}`;
  return { contents, replaced: [DATABASE_FILE, ...FOLDERS], origin };
}

/**
 * A copy that Malamar made next to its database: before an update or a restore, or to rescue it.
 */
async function copyIn(path: string, folder: string, room: Room): Promise<Unpacked> {
  requireRoom(path, room, sizeWithLog(path));
  orUnusable(path, () => copyDatabaseFile(path, join(folder, DATABASE_FILE), refusing(path)));
  keepTranscripts(folder);
  const contents = "the database; the transcripts stay as they are";
  return { contents, replaced: [DATABASE_FILE], origin: {} };
}

function roomIn(place: string): Room {
  const { bavail, bsize } = statfsSync(place);
  return { place, bytes: bavail * bsize };
}

/** Checked before anything in it is run or written: its definitions, then its pages. */
function requireOurs(path: string, database: string): void {
  orUnusable(path, () => inspectCopy(database, refusing(path)));
}

function refusing(path: string): AcceptSchema {
  return (strange) => {
    if (strange.length > 0) throw new StartupError(refusal(path, strange));
  };
}

/** More than a person reads. */
const MOST_NAMED = 20;

function refusal(path: string, strange: readonly string[]): string {
  const rest = strange.length - MOST_NAMED;
  const named = [...strange.slice(0, MOST_NAMED), ...(rest > 0 ? [`${rest} more`] : [])];
  return (
    `The database in ${path} differs from what Malamar creates: it has ${named.join("; ")}. ` +
    "Such things can change your data or your limits without asking you. Nothing was changed. " +
    "If you did not put them there, do not use this file. If you did, undo it in the database that the backup came from, and back up again."
  );
}

function changeIn<Result>(
  path: string,
  database: string,
  change: Parameters<typeof changeCopy<Result>>[1],
): Result {
  return orUnusable(path, () => changeCopy(database, change));
}

function orUnusable<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(
      `The database in ${path} cannot be used: ${messageOf(cause)}. Nothing was changed.`,
      { cause },
    );
  }
}
