import { expect, test } from "bun:test";
import { createLineSplitter } from "./line-splitter.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** All lines of these chunks, the last one included. */
function linesOf(chunks: readonly Uint8Array[]): string[] {
  const splitter = createLineSplitter();
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

test("lines come out whole, however the chunks were cut", () => {
  const text = 'one\n{"a":"zwölf Ü € 😀"}\n\nlast';
  const whole = bytes(text);
  for (let size = 1; size <= whole.length; size++) {
    const chunks = [];
    for (let at = 0; at < whole.length; at += size) chunks.push(whole.subarray(at, at + size));
    expect(linesOf(chunks)).toEqual(text.split("\n"));
  }
});

test("a line comes out with the chunk that completes it, not before", () => {
  const splitter = createLineSplitter();
  expect(splitter.push(bytes("par"))).toEqual([]);
  expect(splitter.push(bytes("tial\nnext"))).toEqual(["partial"]);
  expect(splitter.push(bytes("\n"))).toEqual(["next"]);
  expect(splitter.end()).toEqual([]);
});

test("invalid UTF-8 is replaced", () => {
  expect(linesOf([new Uint8Array([0x61, 0xff, 0x62, 0x0a, 0xe2, 0x82])])).toEqual([
    "a\ufffdb",
    "\ufffd",
  ]);
});

const MEBIBYTE = 1024 * 1024;

test("a line of 8 MiB is kept whole, a longer one is cut and says by how much", () => {
  const piece = bytes("x".repeat(MEBIBYTE));
  const eight = Array.from({ length: 8 }, () => piece);
  expect(linesOf([...eight, bytes("\nnext\n")]).map((line) => line.length)).toEqual([
    8 * MEBIBYTE,
    4,
  ]);

  const [cut, next] = linesOf([...eight, piece, bytes("yz\nnext")]);
  expect(next).toBe("next");
  expect(cut!.length).toBeLessThanOrEqual(64 * 1024);
  const [, kept, more] = /^(x+)… \[cut: (\d+) more characters\]$/.exec(cut!)!;
  expect(kept!.length + Number(more)).toBe(9 * MEBIBYTE + 2);
});

test("a cut does not split a character", () => {
  const faces = bytes("😀".repeat(MEBIBYTE / 4));
  const chunks = [bytes("x"), ...Array.from({ length: 20 }, () => faces)];
  const even = linesOf(chunks)[0]!;
  const odd = linesOf(chunks.slice(1))[0]!;
  expect([even.isWellFormed(), odd.isWellFormed()]).toEqual([true, true]);
});
