import { AppError } from "#lib/app-error.ts";
import type { IncomingFile } from "#uploads/attachments.ts";

/**
 * The headers of one part: a name of 4,000 characters, and room for whatever else a client adds.
 */
const LONGEST_HEAD = 32 * 1024;
/** Everything that is read and thrown away in one body: form fields, text around the parts. */
const MOST_OTHER_BYTES = 1024 * 1024;

const LINE_END = Buffer.from("\r\n");
const HEAD_END = Buffer.from("\r\n\r\n");
const CLOSING = Buffer.from("--");

/** The boundary that a content type names (RFC 2046), or null. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] =
    /;\s*boundary\s*=\s*(?:"((?:\\.|[^"\\])+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted?.replaceAll(/\\(.)/g, "$1") ?? plain;
  return boundary !== undefined && boundary.length <= 70 ? boundary : null;
}

/**
 * Reads a multipart body as it arrives and yields its files, one after the other. Each must be read
 * to its end before the next one. It never holds more than a chunk, and reads the next only after
 * the previous was taken. A part without a file name is a field, and ignored.
 */
export async function* readFiles(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<IncomingFile> {
  const bytes = createByteReader(body);
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  let otherBytes = MOST_OTHER_BYTES;

  async function ignore(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const { length } of chunks) {
      otherBytes -= length;
      if (otherBytes < 0) throw tooMuchElse();
    }
  }

  try {
    await ignore(bytes.until(delimiter));
    while (!(await bytes.isNext(CLOSING))) {
      const head = await readHead(bytes.until(HEAD_END));
      const content = bytes.until(delimiter);
      const name = fileNameIn(head);
      if (name !== null) {
        yield { name, content };
        continue;
      }
      otherBytes -= head.length + delimiter.length;
      await ignore(content);
    }
    await ignore(bytes.rest());
  } finally {
    await bytes.close();
  }
}

async function readHead(chunks: AsyncIterable<Buffer>): Promise<string> {
  const read: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > LONGEST_HEAD) {
      throw malformed(`the headers of a part are longer than ${LONGEST_HEAD} bytes`);
    }
    read.push(chunk);
  }
  const head = Buffer.concat(read).toString("utf8");
  // It begins after a boundary, whose line may only have white space left.
  if (!/^[ \t]*(?:\r\n|$)/.test(head)) throw malformed("a boundary is followed by something else");
  return head;
}

/**
 * The file name as clients really send it: raw UTF-8, in which browsers and curl write a quote as %22
 * and a line break as %0D%0A, older ones a quote as \". Some libraries send `filename*` (RFC 5987).
 */
export function fileNameIn(head: string): string | null {
  const lines = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const disposition = lines.find((line) => /^content-disposition[ \t]*:/i.test(line)) ?? "";
  const parameters = new Map<string, string>();
  for (const [, key = "", quoted, plain = ""] of disposition.matchAll(PARAMETER)) {
    parameters.set(key.toLowerCase(), quoted?.replaceAll('\\"', '"') ?? plain.trim());
  }
  const extended = /^([\w-]+)'[^']*'(.*)$/s.exec(parameters.get("filename*") ?? "");
  if (extended) return percentDecoded(extended[2]!, extended[1]!);
  const name = parameters.get("filename");
  return name?.replaceAll(/%(?:22|0D|0A)/gi, decodeURIComponent) ?? null;
}

const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:\\"|[^"])*)"|([^;]*))/g;

function percentDecoded(text: string, charset: string): string {
  const bytes = text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const isLatin = charset.toLowerCase() === "iso-8859-1";
  return Buffer.from(bytes, "latin1").toString(isLatin ? "latin1" : "utf8");
}

/** A position in the body, moved forward by whoever reads from it. */
function createByteReader(body: AsyncIterable<Uint8Array>) {
  const source = body[Symbol.asyncIterator]();
  // The first boundary may be the very first thing, without the line break that the others have.
  let ahead: Buffer = LINE_END;

  async function readMore(): Promise<boolean> {
    const { done, value } = await source.next();
    if (done) return false;
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    ahead = ahead.length === 0 ? chunk : Buffer.concat([ahead, chunk]);
    return true;
  }

  function take(length: number): Buffer {
    const taken = ahead.subarray(0, length);
    ahead = ahead.subarray(length);
    return taken;
  }

  return {
    /** What comes before the mark, as it arrives. The mark itself is skipped. */
    async *until(mark: Buffer): AsyncGenerator<Buffer> {
      for (;;) {
        const found = ahead.indexOf(mark);
        if (found !== -1) {
          const last = take(found);
          take(mark.length);
          if (last.length > 0) yield last;
          return;
        }
        // The mark may have begun: each of our marks begins with a carriage return.
        const begun = ahead.indexOf(mark[0]!, Math.max(0, ahead.length - mark.length + 1));
        const certain = take(begun === -1 ? ahead.length : begun);
        if (certain.length > 0) yield certain;
        if (!(await readMore())) throw malformed("it ends too early");
      }
    },

    async isNext(mark: Buffer): Promise<boolean> {
      while (ahead.length < mark.length) {
        if (!(await readMore())) throw malformed("it ends too early");
      }
      return ahead.subarray(0, mark.length).equals(mark);
    },

    async *rest(): AsyncGenerator<Buffer> {
      do yield take(ahead.length);
      while (await readMore());
    },

    /** Stops waiting for the sender. */
    async close(): Promise<void> {
      await source.return?.();
    },
  };
}

function malformed(reason: string): AppError {
  return new AppError("VALIDATION_ERROR", `The multipart body is broken: ${reason}.`);
}

function tooMuchElse(): AppError {
  const limit = MOST_OTHER_BYTES / 1024 / 1024;
  return new AppError(
    "PAYLOAD_TOO_LARGE",
    `The body has more than ${limit} MiB besides its files. A file is a part with a filename.`,
  );
}
