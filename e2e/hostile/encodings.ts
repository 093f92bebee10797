import { gzipSync } from "node:zlib";
import type { Dice } from "./dice.ts";

export interface EncodedBody {
  bytes: Buffer;
  what: string;
  /** The declaration needed to read it. */
  contentEncoding?: string;
}

/** A text in bytes that only a broken or malicious client sends. */
export function badlyEncoded(text: string, dice: Dice): EncodedBody {
  const bytes = Buffer.from(text);
  const at = dice.below(bytes.length + 1);
  const [what, damaged] = dice.pick(DAMAGES);
  return { what, ...damaged(bytes, at) };
}

type Damaged = Omit<EncodedBody, "what">;

const insert =
  (...inserted: number[]) =>
  (bytes: Buffer, at: number): Damaged => ({
    bytes: Buffer.concat([bytes.subarray(0, at), Buffer.from(inserted), bytes.subarray(at)]),
  });

const around =
  (before: string, after: string) =>
  (bytes: Buffer): Damaged => ({
    bytes: Buffer.concat([Buffer.from(before, "latin1"), bytes, Buffer.from(after, "latin1")]),
  });

const DAMAGES: readonly (readonly [what: string, (bytes: Buffer, at: number) => Damaged])[] = [
  ["a byte that is not UTF-8", insert(0xff)],
  ["half a character in UTF-8", insert(0xe6, 0x97)],
  ["an overlong slash", insert(0xc0, 0xaf)],
  ["a surrogate in UTF-8", insert(0xed, 0xa0, 0x80)],
  ["beyond Unicode", insert(0xf5, 0x80, 0x80, 0x80)],
  ["NUL", insert(0)],
  ["a BOM in front", around("\xef\xbb\xbf", "")],
  ["two BOMs in front", around("\xef\xbb\xbf\xef\xbb\xbf", "")],
  ["UTF-16", (bytes) => ({ bytes: Buffer.from(`\ufeff${bytes.toString()}`, "utf16le") })],
  ["big-endian UTF-16", (bytes) => ({ bytes: Buffer.from(bytes.toString(), "utf16le").swap16() })],
  ["cut off", (bytes, at) => ({ bytes: bytes.subarray(0, at) })],
  ["nothing", () => ({ bytes: Buffer.alloc(0) })],
  ["white space only", () => ({ bytes: Buffer.from(" \r\n\t ") })],
  ["something behind it", around("", " {}")],
  ["a comma behind it", around("", ",")],
  ["in brackets", around("(", ")")],
  ["for another language", around(")]}',\n", "")],
  ["as a form", () => ({ bytes: Buffer.from("title=x&summary=y") })],
  [
    "as XML",
    () => ({ bytes: Buffer.from('<?xml version="1.0"?><!DOCTYPE a SYSTEM "/etc/passwd"><a/>') }),
  ],
  ["packed", (bytes) => ({ bytes: gzipSync(bytes), contentEncoding: "gzip" })],
  ["said to be packed", (bytes) => ({ bytes, contentEncoding: "gzip" })],
];
