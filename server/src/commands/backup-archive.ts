import { createReadStream, createWriteStream } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { DATABASE_FILE } from "#data-directory/data-directory.ts";
import { MIGRATIONS } from "#db/migrations/index.ts";
import { messageOf } from "#lib/app-error.ts";
import { quoted } from "#lib/quoted.ts";
import { StartupError } from "#lib/startup-error.ts";
import { readTar, TAR_END, tarHeader, tarPadding, type TarEntry } from "#lib/tar.ts";
import { inMegabytes } from "./files.ts";

const FORMAT = "malamar-backup";
const VERSION = 1;
/** The first entry, so that a foreign or newer file is known before anything is unpacked. */
const MANIFEST = "malamar-backup.json";
const LARGEST_MANIFEST = 64 * 1024;
/** More runs than anybody has, with two files each; every file costs a name in memory. */
const MOST_ENTRIES = 2_000_000;
/** tar fills up its last record, which is never that large. */
const LONGEST_TAIL = 1024 * 1024;
/** What even the smallest file takes of a disk. */
const BLOCK = 4096;

/** What every version of it has. */
const Head = z.object({ format: z.literal(FORMAT), version: z.number() });
const Manifest = Head.extend({
  malamar_version: z.string(),
  /** The newest migration in the database. */
  schema: z.number(),
  created_at: z.iso.datetime(),
  /** Not in backups of before 0.2. */
  installation_id: z.string().optional(),
  seal: z.string().optional(),
});
type Manifest = z.infer<typeof Manifest>;

/** The place of a run's file in the archive is its place in the data directory. */
const RUN_FILE = /^runs\/[\w-]{1,64}\.(?:jsonl|input\.md)$/;

/** What runs are counted by. */
export function isTranscript(name: string): boolean {
  return name.endsWith(".jsonl");
}

interface Source {
  /** Where it goes in the archive. */
  name: string;
  path: string;
}

/** Writes a backup: what it is, then the files as they come, one at a time. */
export async function writeArchive(
  path: string,
  about: Omit<Required<Manifest>, "format" | "version">,
  files: Iterable<Source>,
  signal: AbortSignal,
): Promise<void> {
  const manifest: Manifest = { format: FORMAT, version: VERSION, ...about };
  await pipeline(
    Readable.from(archive(manifest, files)),
    createGzip(),
    createWriteStream(path, { flags: "wx", mode: 0o600 }),
    { signal },
  );
}

async function* archive(manifest: Manifest, files: Iterable<Source>): AsyncGenerator<Uint8Array> {
  const about = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  const at = new Date(manifest.created_at);
  yield tarHeader(MANIFEST, about.length, at);
  yield about;
  yield tarPadding(about.length);
  for (const file of files) yield* entry(file, at);
  yield TAR_END;
}

async function* entry({ name, path }: Source, at: Date): AsyncGenerator<Uint8Array> {
  // A run that was deleted since the database was copied has no file any more.
  const file = await open(path).catch(() => null);
  if (!file) return;
  try {
    const { size } = await file.stat();
    yield tarHeader(name, size, at);
    let written = 0;
    // Somebody may be writing to it: what comes later is not part of this backup.
    for await (const chunk of firstBytes(file, size)) {
      written += chunk.length;
      yield chunk;
    }
    // A partial line was removed in the meantime; to a reader of lines, this is nothing.
    yield Buffer.alloc(size - written, "\n");
    yield tarPadding(size);
  } finally {
    await file.close();
  }
}

/** A stream cannot end before its first byte, and a run that has just begun has none. */
function firstBytes(file: FileHandle, size: number): AsyncIterable<Buffer> | [] {
  return size === 0 ? [] : file.createReadStream({ end: size - 1, autoClose: false });
}

/** Where a backup is to be unpacked, and how many bytes have a place there. */
export interface Room {
  place: string;
  bytes: number;
}

export function requireRoom(path: string, { place, bytes: free }: Room, needed: number): void {
  if (needed <= free) return;
  throw new StartupError(
    `There is no room for ${path}: it unpacks to at least ${inMegabytes(needed)}, and ${inMegabytes(free)} is free in ${place}. ` +
      "Nothing was changed. Free up space there, or choose another directory with --data-dir.",
  );
}

/** Goes through a backup without unpacking anything, and answers with what it says of itself. */
export async function surveyArchive(
  path: string,
  room: Room,
  signal: AbortSignal,
): Promise<Manifest> {
  const entries = archiveEntries(path, room, signal);
  const { value: manifest } = await entries.next();
  for await (const _ of entries);
  // Whatever does not begin with one has thrown.
  return manifest as Manifest;
}

/** The files of a backup, one after the other; each must be read before the next. */
export async function* readArchive(path: string, room?: Room): AsyncGenerator<TarEntry> {
  for await (const entry of archiveEntries(path, room)) if ("content" in entry) yield entry;
}

/**
 * Goes through a backup to its very end: first the manifest, then the files. Nothing but plain files of
 * ours has a place in it: no link, no device, no path that leads elsewhere. What does not fit into the
 * room is refused by what it says of its size, and nothing can be longer than it says.
 */
async function* archiveEntries(
  path: string,
  room?: Room,
  signal?: AbortSignal,
): AsyncGenerator<Manifest | TarEntry> {
  const file = createReadStream(path, { signal });
  const unpacked = createGunzip();
  file.on("error", (error) => unpacked.destroy(error));
  try {
    const seen = new Set<string>();
    let bytes = 0;
    for await (const entry of readTar(file.pipe(unpacked))) {
      if (seen.size === 0) yield await readManifest(path, entry);
      else if (!isOurs(entry)) throw foreignEntry(path, entry.name);
      if (seen.has(entry.name)) throw foreignEntry(path, entry.name);
      seen.add(entry.name);
      if (seen.size > MOST_ENTRIES)
        throw notABackup(path, `it contains more than ${MOST_ENTRIES} files`);
      bytes += Math.ceil(entry.size / BLOCK) * BLOCK;
      if (room) requireRoom(path, room, bytes);
      if (entry.name !== MANIFEST) yield { ...entry, content: sound(path, entry.content) };
    }
    await requireEnd(unpacked);
    if (!seen.has(DATABASE_FILE)) throw notABackup(path, "it contains no database");
  } catch (error) {
    throw error instanceof StartupError ? error : notABackup(path, messageOf(error));
  } finally {
    file.destroy();
    unpacked.destroy();
  }
}

/** The checksum is behind the last byte. A few bytes can unpack to gigabytes of nothing before it. */
async function requireEnd(unpacked: AsyncIterable<Uint8Array>): Promise<void> {
  let length = 0;
  for await (const chunk of unpacked) {
    length += chunk.length;
    if (length > LONGEST_TAIL) throw new Error("it continues after its end");
  }
}

/** Says of which file it is that it cannot be read on. */
async function* sound(
  path: string,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw notABackup(path, messageOf(error));
  }
}

function isOurs({ name, isPlainFile }: TarEntry): boolean {
  return isPlainFile && (name === DATABASE_FILE || RUN_FILE.test(name));
}

async function readManifest(path: string, entry: TarEntry): Promise<Manifest> {
  if (entry.name !== MANIFEST || !entry.isPlainFile || entry.size > LARGEST_MANIFEST) {
    throw notABackup(path, "it does not start like one");
  }
  const text = Buffer.concat(await Array.fromAsync(entry.content)).toString();
  const content: unknown = JSON.parse(text);
  const head = Head.safeParse(content);
  // Before the rest is looked at: a newer one can have any form.
  if (head.data && head.data.version > VERSION) {
    throw newer(path, `backup version ${head.data.version}, this one reads ${VERSION}`);
  }
  const manifest = Manifest.safeParse(content);
  if (!manifest.success) throw notABackup(path, "it does not say what it is");
  const { schema } = manifest.data;
  const known = MIGRATIONS.at(-1)?.version ?? 0;
  if (schema > known) throw newer(path, `schema ${schema}, this one knows ${known}`);
  return manifest.data;
}

function newer(path: string, how: string): StartupError {
  return new StartupError(
    `${path} was made by a newer Malamar (${how}). Nothing was changed. Update Malamar first.`,
  );
}

function foreignEntry(path: string, name: string): StartupError {
  return notABackup(path, `${quoted(name)} does not belong in one`);
}

function notABackup(path: string, why: string): StartupError {
  return new StartupError(
    `${path} is not a Malamar backup, or it is damaged: ${why}. Nothing was changed.`,
  );
}
