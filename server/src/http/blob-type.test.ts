import { expect, test } from "bun:test";
import { blobType } from "./blob-type.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

test.each([
  ["\x89PNG\r\n\x1a\n\0\0", "image/png"],
  ["\xff\xd8\xff\xe0\0", "image/jpeg"],
  ["GIF89a\x01\0", "image/gif"],
  ["RIFF\x10\0\0\0WEBPVP8 ", "image/webp"],
  ["\0\0\0\x1cftypavif\0\0", "image/avif"],
  [
    "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    "text/plain; charset=utf-8",
  ],
  ["<!doctype html><script>alert(1)</script>", "text/plain; charset=utf-8"],
  ["", "text/plain; charset=utf-8"],
  ["RIFF\x10\0\0\0WAVEfmt ", "application/octet-stream"],
  ["%PDF-1.4\n\0", "application/octet-stream"],
])("%j is %s", (content, type) => {
  expect(blobType(bytes(content))).toBe(type);
});
