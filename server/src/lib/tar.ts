/**
 * The ustar form of tar, as far as a few plain files need it: names of at most 100 bytes, no links, no
 * directories. Any tar program reads what is written here.
 */
const BLOCK = 512;
const PLAIN_FILE = "0";
/** Larger sizes do not fit into eleven octal digits and are written in binary, as GNU tar does. */
const LARGEST_OCTAL = 8 ** 11 - 1;

export interface TarEntry {
  name: string;
  isPlainFile: boolean;
  size: number;
  /** Must be read before the next entry; the rest is skipped. */
  content: AsyncIterable<Uint8Array>;
}

export const TAR_END = Buffer.alloc(2 * BLOCK);

export function tarHeader(name: string, size: number, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for a tar entry`);
  header.write(name, 0);
  header.write("0000600\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.set(encodedSize(size), 124);
  header.write(octal(Math.floor(modifiedAt.getTime() / 1000)), 136);
  header.write(PLAIN_FILE, 156);
  header.write("ustar\0", 257);
  header.write("00", 263);
  header.write(`${checksum(header).toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** The padding of a file's last block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc(paddingOf(size));
}

/** Throws when the archive is cut short or not a tar at all. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const bytes = byteReader(chunks);
  for (;;) {
    const header = await bytes.take(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    if (checksum(header) !== readOctal(header, 148, 8)) throw new Error("no tar header");
    const size = decodedSize(header);
    const content = bytes.stream(size);
    yield {
      // A prefix is for longer names than ours; shown in front, so that no name looks like another.
      name: [text(header, 345, 155), text(header, 0, 100)].filter(Boolean).join("/"),
      isPlainFile: [PLAIN_FILE, ""].includes(text(header, 156, 1)),
      size,
      content,
    };
    for await (const _ of content);
    await bytes.take(paddingOf(size));
  }
}

function byteReader(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();

  async function more(): Promise<void> {
    const { value, done } = await source.next();
    if (done) throw new Error("unexpected end of file");
    rest = value;
  }

  async function* stream(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0;) {
      if (rest.length === 0) await more();
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  return {
    stream,
    take: async (size: number) => Buffer.concat(await Array.fromAsync(stream(size))),
  };
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function octal(value: number): string {
  return value.toString(8).padStart(11, "0");
}

function encodedSize(size: number): Buffer {
  if (size <= LARGEST_OCTAL) return Buffer.from(octal(size));
  const field = Buffer.alloc(12);
  field.writeBigUInt64BE(BigInt(size), 4);
  field[0] = 0x80;
  return field;
}

function decodedSize(header: Buffer): number {
  const size =
    header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : readOctal(header, 124, 12);
  if (!Number.isSafeInteger(size)) throw new Error("no tar header");
  return size;
}

function readOctal(header: Buffer, at: number, length: number): number {
  const digits = text(header, at, length).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

function text(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString();
}

/** The sum of the header's bytes, with its own field counted as spaces. */
function checksum(header: Buffer): number {
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte;
  return sum;
}
