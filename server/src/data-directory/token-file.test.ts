import { expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { accessToken } from "./token-file.ts";

test("nobody is asked for a token on loopback", () => {
  using dir = tempDir();
  expect(accessToken(dir.path, null, false)).toEqual({ value: null, file: null });
  expect(existsSync(join(dir.path, "token"))).toBe(false);
});

test("a chosen token is used and not written down", () => {
  using dir = tempDir();
  expect(accessToken(dir.path, "chosen", true)).toEqual({ value: "chosen", file: null });
  expect(existsSync(join(dir.path, "token"))).toBe(false);
});

test("a required token is made once, kept private, and the same after a restart", () => {
  using dir = tempDir();
  const first = accessToken(dir.path, null, true);
  expect(first.file).toBe(join(dir.path, "token"));
  expect(first.value).toMatch(/^[\w-]{43}$/);
  expect(statSync(join(dir.path, "token")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(dir.path, "token"), "utf8").trim()).toBe(first.value!);
  expect(accessToken(dir.path, null, true)).toEqual(first);
});

test("a token file that others can read is refused", () => {
  using dir = tempDir();
  accessToken(dir.path, null, true);
  chmodSync(join(dir.path, "token"), 0o644);
  expect(() => accessToken(dir.path, null, true)).toThrow(/can be read by other users/);
});
