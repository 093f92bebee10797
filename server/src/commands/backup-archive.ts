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
/** The first entry, so that a foreign or newer file is recognized before anything is unpacked. */
const MANIFEST = "malamar-backup.json";
const LARGEST_MANIFEST = 64 * 1024;
/** More runs than anyone has, with two files each; every file costs a name in memory. */
const MOST_ENTRIES = 2_000_000;
/** tar pads its last record, which is never that large. */
const LONGEST_TAIL = 1024 * 1024;
/** The disk space of even the smallest file. */
const BLOCK = 4096;

/** What every version of it has. */
const Head = z.object({ format: z.literal(FORMAT), version: z.number() });
const Manifest = Head.extend({
  malamar_version: z.string(),
  /** The newest migration in the database. */
  schema: z.number(),
  created_at: z.iso.datetime(),
  /** Missing in backups from before 0.2. */
  installation_id: z.string().optional(),
  seal: z.string().optional(),
});
type Manifest = z.infer<typeof Manifest>;

/** A file of a run, or of a command's, has the same path in the archive as in the data directory. */
const DATA_FILE = /^(?:runs\/[\w-]{1,64}\.(?:jsonl|input\.md)|checks\/[\w-]{1,64}\.log)$/;

/** Each run has one transcript, so these are counted. */
export function isTranscript(name: string): boolean {
  return name.endsWith(".jsonl");
}

interface Source {
  /** Its path in the archive. */
  name: string;
  path: string;
}

/** Writes a backup: its manifest, then the files as they come, one at a time. */
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
  // A run that was deleted since the database was copied has no file anymore.
  const file = await open(path).catch(() => null);
  if (!file) return;
  try {
    const { size } = await file.stat();
    yield tarHeader(name, size, at);
    let written = 0;
    // Something may be writing to it: later lines are not part of this backup.
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

/** Where a backup is unpacked, and how many bytes fit there. */
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

/** Reads through a backup without unpacking anything, and returns its manifest. */
export async function surveyArchive(
  path: string,
  room: Room,
  signal: AbortSignal,
): Promise<Manifest> {
  const entries = archiveEntries(path, room, signal);
  const { value: manifest } = await entries.next();
  for await (const _ of entries);
  // An archive without a manifest at the start has thrown by now.
  return manifest as Manifest;
}

/** The files of a backup, one after the other; each must be read before the next. */
export async function* readArchive(path: string, room?: Room): AsyncGenerator<TarEntry> {
  for await (const entry of archiveEntries(path, room)) if ("content" in entry) yield entry;
}

/**
 * Reads a backup to its very end: first the manifest, then the files. Only Malamar's own plain files
 * are allowed: no link, no device, no path that leads elsewhere. Entries that declare more than fits
 * are refused, and none can be longer than it declares.
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

/**
 * The checksum follows the last byte. Before it, a few bytes can unpack to gigabytes of nothing.
 */
async function requireEnd(unpacked: AsyncIterable<Uint8Array>): Promise<void> {
  let length = 0;
  for await (const chunk of unpacked) {
    length += chunk.length;
    if (length > LONGEST_TAIL) throw new Error("it continues after its end");
  }
}

/** Names the file in the error of a failed read. */
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
  return isPlainFile && (name === DATABASE_FILE || DATA_FILE.test(name));
}

async function readManifest(path: string, entry: TarEntry): Promise<Manifest> {
  if (entry.name !== MANIFEST || !entry.isPlainFile || entry.size > LARGEST_MANIFEST) {
    throw notABackup(path, "it does not start like one");
  }
  const text = Buffer.concat(await Array.fromAsync(entry.content)).toString();
  const content: unknown = JSON.parse(text);
  const head = Head.safeParse(content);
  // Before the rest is checked: a newer one can have any form.
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
