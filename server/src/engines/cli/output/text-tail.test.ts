import { expect, test } from "bun:test";
import { createTextTail } from "./text-tail.ts";

function tailOf(size: number, ...chunks: string[]): string {
  const tail = createTextTail(size);
  for (const chunk of chunks) tail.push(new TextEncoder().encode(chunk));
  return tail.text();
}

test.each([
  [[], ""],
  [["short\n"], "short"],
  [["12345", "67890", "abc"], "4567890abc"],
  [["a long one that is cut"], "hat is cut"],
  [["€€€€€"], "€€€"],
  [["€€", "xx", "€€"], "€xx€€".slice(1)],
  [["ü".repeat(5)], "ü".repeat(5)],
])("of %p the last 10 bytes are %p", (chunks, expected) => {
  expect(tailOf(10, ...chunks)).toBe(expected);
});

test("bytes without any character do not fail it", () => {
  const tail = createTextTail(2);
  tail.push(new Uint8Array([0x80, 0x80, 0x80]));
  expect(tail.text()).toBe("\ufffd\ufffd");
});
