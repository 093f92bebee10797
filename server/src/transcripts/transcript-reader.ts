import { open } from "node:fs/promises";
import { MAX_LINE_BYTES, readLine, type TranscriptLine } from "./transcript-line.ts";

/** A file, as far as it is read: tests count the reads. */
export interface ByteSource {
  size: number;
  read: (offset: number, length: number) => Promise<Buffer>;
}

/** Some lines, and where the next ones begin. */
interface Chunk {
  lines: TranscriptLine[];
  end: number;
}

/** Read at once: some hundred events, and little enough to hold for each of many clients. */
const CHUNK_BYTES = 64 * 1024;

/** Read at one place of the file: a line begins within it, unless the lines are long. */
const PROBE_BYTES = 4 * 1024;

/**
 * A page ends here even with fewer events than requested: a thousand long ones would be a gigabyte.
 */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** Calls back with the file open; returns `missing` when there is none. */
export async function withFile<Result>(
  path: string,
  size: number | undefined,
  missing: Result,
  use: (source: ByteSource) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!file) return missing;
  try {
    const end = size ?? (await file.stat()).size;
    return await use({
      size: end,
      async read(offset, length) {
        const wanted = Math.min(length, end - offset);
        if (wanted <= 0) return Buffer.alloc(0);
        const { buffer, bytesRead } = await file.read(
          Buffer.allocUnsafe(wanted),
          0,
          wanted,
          offset,
        );
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await file.close();
  }
}

/**
 * The events after `after`, at most `limit` and about 4 MiB of them. So a short page is not the
 * last one; an empty one is.
 */
export async function readPage(
  source: ByteSource,
  { after, limit }: { after: number; limit: number },
): Promise<TranscriptLine[]> {
  const page: TranscriptLine[] = [];
  const start = await offsetAfter(source, after);
  let offset = start;
  while (page.length < limit && (page.length === 0 || offset - start < MAX_PAGE_BYTES)) {
    const { lines, end } = await readChunk(source, offset);
    if (end === offset) break;
    for (const line of lines) {
      if (page.length < limit && line.seq > (page.at(-1)?.seq ?? after)) page.push(line);
    }
    offset = end;
  }
  return page;
}

/** The last `count` events, or fewer where they are more than about 4 MiB. Read from the end. */
export async function readLast(source: ByteSource, count: number): Promise<TranscriptLine[]> {
  const found: TranscriptLine[] = [];
  let begin = source.size;
  // The end of a line whose beginning is not read yet.
  let rest: Buffer = Buffer.alloc(0);
  while (begin > 0 && found.length < count) {
    if (found.length > 0 && source.size - begin >= MAX_PAGE_BYTES) break;
    const end = begin;
    begin = Math.max(0, end - CHUNK_BYTES);
    const bytes = Buffer.concat([await source.read(begin, end - begin), rest]);
    const first = begin === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
    const isBroken = begin > 0 && first === 0;
    rest = isBroken ? bytes : bytes.subarray(0, first);
    // Not one of our lines, however long it is. The part before it then has no line end, and is torn.
    if (rest.length > MAX_LINE_BYTES) rest = Buffer.alloc(0);
    if (isBroken) continue;
    const lines = linesOf(bytes.toString("utf8", first, bytes.lastIndexOf(NEWLINE) + 1));
    for (const line of lines.toReversed()) {
      if (found.length < count && line.seq < (found.at(-1)?.seq ?? Infinity)) found.push(line);
    }
  }
  return found.toReversed();
}

/** The complete lines that begin at `offset`, at least one of them unless the file ends before. */
export async function readChunk(source: ByteSource, offset: number): Promise<Chunk> {
  let begin = offset;
  let bytes: Buffer = Buffer.alloc(0);
  for (;;) {
    const more = await source.read(begin + bytes.length, CHUNK_BYTES);
    if (more.length === 0) return { lines: [], end: begin };
    bytes = bytes.length === 0 ? more : Buffer.concat([bytes, more]);
    const last = bytes.lastIndexOf(NEWLINE);
    if (last !== -1)
      return { lines: linesOf(bytes.toString("utf8", 0, last)), end: begin + last + 1 };
    if (bytes.length <= MAX_LINE_BYTES) continue;
    // Not one of our lines, however long it is: none of it is worth keeping.
    begin += bytes.length;
    bytes = Buffer.alloc(0);
  }
}

/**
 * Where to start reading to find the first event after `after`, not much more than a chunk before
 * it. A binary search, because events are in the order of their numbers.
 */
export async function offsetAfter(source: ByteSource, after: number): Promise<number> {
  if (after === 0) return 0;
  let low = 0;
  let high = source.size;
  while (high - low > CHUNK_BYTES) {
    const middle = low + Math.floor((high - low) / 2);
    const line = await lineBehind(source, middle, high);
    if (line && line.seq <= after) low = line.offset;
    if (!line || line.seq > after) high = middle;
  }
  return low;
}

/** Enough to contain the number of an event. */
const NUMBER_BYTES = 32;
const NUMBER = /^\{"seq":(\d{1,15}),/;

/**
 * A line that begins after `offset`, searched for up to `limit`. A number split between two reads
 * is skipped: the next line will do.
 */
async function lineBehind(
  source: ByteSource,
  offset: number,
  limit: number,
): Promise<{ offset: number; seq: number } | null> {
  let begin = offset;
  for (let length = PROBE_BYTES; begin < limit; length = Math.min(length * 2, CHUNK_BYTES)) {
    const bytes = await source.read(begin, length);
    for (let at = bytes.indexOf(NEWLINE) + 1; at > 0; at = bytes.indexOf(NEWLINE, at) + 1) {
      const number = NUMBER.exec(bytes.toString("latin1", at, at + NUMBER_BYTES));
      if (number) return { offset: begin + at, seq: Number(number[1]) };
    }
    if (bytes.length === 0) return null;
    begin += bytes.length;
  }
  return null;
}

function linesOf(text: string): TranscriptLine[] {
  return text.split("\n").flatMap((json) => readLine(json) ?? []);
}

const NEWLINE = 0x0a;
