import { expect, test } from "bun:test";
import { quoted } from "./quoted.ts";

test("a text is shown as it is, in quotes", () => {
  expect(quoted('/opt/my "own" ünïcode')).toBe('"/opt/my \\"own\\" ünïcode"');
});

test("nothing in it sends commands to a terminal, or reverses or hides the text around it", () => {
  expect(quoted("a\u001b[2Jb\u009b2J\u202ec\u2028")).toBe(
    '"a\\u001b[2Jb\\u{9b}2J\\u{202e}c\\u{2028}"',
  );
});
