/** The part of the picture that changes, and how long the whole is shown. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  durationMs: number;
  /** A WebP file of that size, as a browser encodes it. */
  image: Uint8Array;
}

export interface Size {
  width: number;
  height: number;
}

/** Puts pictures into one file that loops forever. The container is RIFF, described in RFC 9649. */
export function animatedWebp(size: Size, frames: readonly Frame[]): Uint8Array {
  const chunks = [extendedHeader(size), animation(), ...frames.map(animationFrame)];
  return chunk("RIFF", [ascii("WEBP"), ...chunks]);
}

const HAS_ANIMATION = 0b10;
const FOR_EVER = 0;

function extendedHeader({ width, height }: Size): Uint8Array {
  const flags = littleEndian(4, HAS_ANIMATION);
  return chunk("VP8X", [flags, littleEndian(3, width - 1), littleEndian(3, height - 1)]);
}

function animation(): Uint8Array {
  const background = littleEndian(4, 0);
  return chunk("ANIM", [background, littleEndian(2, FOR_EVER)]);
}

/** Each frame stays, and covers what was there. */
const WITHOUT_BLENDING = 0b10;

function animationFrame({ x, y, width, height, durationMs, image }: Frame): Uint8Array {
  if (x % 2 !== 0 || y % 2 !== 0) {
    throw new Error(`A frame must begin at even coordinates, not at ${x}, ${y}.`);
  }
  return chunk("ANMF", [
    ...[x / 2, y / 2, width - 1, height - 1, durationMs].map((value) => littleEndian(3, value)),
    littleEndian(1, WITHOUT_BLENDING),
    ...pixelChunks(image),
  ]);
}

const PIXELS = ["ALPH", "VP8 ", "VP8L"];

/** Without the file's header and the metadata of a still picture. */
function pixelChunks(file: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (text(file, 0) !== "RIFF" || text(file, 8) !== "WEBP")
    throw new Error("This is not a WebP file.");
  for (let at = 12; at + 8 <= file.length;) {
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (PIXELS.includes(text(file, at))) found.push(file.subarray(at, end));
    at = end;
  }
  if (found.length === 0) throw new Error("There is no picture in this WebP file.");
  return found;
}

/** A name, a length, the content. Ours all have an even length, so none needs padding. */
function chunk(name: string, parts: readonly Uint8Array[]): Uint8Array {
  const content = joined(parts);
  return joined([ascii(name), littleEndian(4, content.length), content]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function littleEndian(bytes: number, value: number): Uint8Array {
  if (!Number.isInteger(value) || value < 0 || value >= 256 ** bytes) {
    throw new Error(`${value} does not fit into ${bytes} bytes.`);
  }
  return Uint8Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256);
}

function ascii(word: string): Uint8Array {
  return new TextEncoder().encode(word);
}

function text(file: Uint8Array, at: number): string {
  return new TextDecoder().decode(file.subarray(at, at + 4));
}
