import { expect, test } from "bun:test";
import { animatedWebp, type Frame } from "./animated-webp.ts";

/**
 * One opaque pixel, lossless, as an encoder writes it: 13 bytes, so it needs one byte of padding.
 */
const PIXEL = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");

const frame = (more: Partial<Frame> = {}): Frame => ({
  x: 0,
  y: 0,
  width: 1,
  height: 1,
  durationMs: 100,
  image: PIXEL,
  ...more,
});

interface Chunk {
  name: string;
  content: Buffer;
}

/** Reads chunks one after the other, to the very end. */
function chunksOf(bytes: Buffer): Chunk[] {
  if (bytes.length === 0) return [];
  const length = bytes.readUInt32LE(4);
  const content = bytes.subarray(8, 8 + length);
  expect(content).toHaveLength(length);
  return [
    { name: bytes.toString("latin1", 0, 4), content },
    ...chunksOf(bytes.subarray(8 + length + (length % 2))),
  ];
}

function contentOf(...args: Parameters<typeof animatedWebp>): Chunk[] {
  const [riff, ...rest] = chunksOf(Buffer.from(animatedWebp(...args)));
  expect(rest).toEqual([]);
  expect(riff!.name).toBe("RIFF");
  expect(riff!.content.toString("latin1", 0, 4)).toBe("WEBP");
  return chunksOf(riff!.content.subarray(4));
}

test("the file declares its animation, its size, and that it loops forever", () => {
  const [header, animation, ...frames] = contentOf({ width: 1440, height: 900 }, [frame()]);
  expect(header).toEqual({
    name: "VP8X",
    content: Buffer.from([2, 0, 0, 0, 0x9f, 0x05, 0, 0x83, 0x03, 0]),
  });
  expect(animation).toEqual({ name: "ANIM", content: Buffer.alloc(6) });
  expect(frames.map(({ name }) => name)).toEqual(["ANMF"]);
});

test("a frame has its place, its size and its time, and covers what was there", () => {
  const at = frame({ x: 300, y: 2, width: 640, height: 2, durationMs: 70_000 });
  const [, , { content }] = contentOf({ width: 1440, height: 900 }, [at]) as [Chunk, Chunk, Chunk];
  expect(content.readUIntLE(0, 3) * 2).toBe(300);
  expect(content.readUIntLE(3, 3) * 2).toBe(2);
  expect(content.readUIntLE(6, 3) + 1).toBe(640);
  expect(content.readUIntLE(9, 3) + 1).toBe(2);
  expect(content.readUIntLE(12, 3)).toBe(70_000);
  expect(content[15]).toBe(2);
});

test("only the pixels of a picture are copied, and all of them", () => {
  const wordy = Buffer.concat([
    PIXEL.subarray(0, 12),
    Buffer.from("EXIF\x03\0\0\0abc\0", "latin1"),
    PIXEL.subarray(12),
  ]);
  const size = { width: 2, height: 2 };
  const frames = contentOf(size, [frame(), frame({ image: wordy })]).slice(2);
  for (const { content } of frames) {
    expect(content.subarray(16)).toEqual(PIXEL.subarray(12));
    expect(chunksOf(content.subarray(16)).map(({ name }) => name)).toEqual(["VP8L"]);
  }
  expect(frames).toHaveLength(2);
});

test.each([
  ["even coordinates", frame({ x: 3 })],
  ["does not fit", frame({ durationMs: 2 ** 24 })],
  ["not a WebP file", frame({ image: Buffer.from("\x89PNG and so on, and on") })],
  ["no picture", frame({ image: PIXEL.subarray(0, 12) })],
])("an unreadable file is refused: %s", (words, wrong) => {
  expect(() => animatedWebp({ width: 4, height: 4 }, [wrong])).toThrow(words);
});
