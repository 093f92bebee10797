import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLogger } from "#lib/logger.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { accessToken } from "./token-file.ts";

const CHOSEN = "chosen-by-a-person";

function setUp() {
  const dir = tempDir();
  const logLines: string[] = [];
  const logger = createLogger({ level: "debug", format: "text", write: (l) => logLines.push(l) });
  const base = { dataDir: dir.path, chosen: null, chosenFile: null, isRequired: false, logger };
  return {
    token: (choice: Partial<typeof base> | { chosen: string } | { chosenFile: string }) =>
      accessToken({ ...base, ...choice }),
    own: join(dir.path, "token"),
    /** A user's own file. */
    file(content: string, mode = 0o600): string {
      const path = join(dir.path, "mine");
      writeFileSync(path, content);
      chmodSync(path, mode);
      return path;
    },
    dir: dir.path,
    logLines,
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
}

test("no token is required on loopback", () => {
  using t = setUp();
  expect(t.token({})).toEqual({ value: null, file: null });
  expect(existsSync(t.own)).toBe(false);
});

test("a chosen token is used and not written down", () => {
  using t = setUp();
  const given = { chosen: CHOSEN, isRequired: true };
  expect(t.token(given)).toEqual({ value: CHOSEN, file: null });
  expect(existsSync(t.own)).toBe(false);
});

test("a token is read from the file that a person names, without a word about it", () => {
  using t = setUp();
  expect(t.token({ chosenFile: t.file(`${CHOSEN}\n`) })).toEqual({ value: CHOSEN, file: null });
  expect(existsSync(t.own)).toBe(false);
  expect(t.logLines).toEqual([]);
});

test("a file that others can read gets a warning, with what to do", () => {
  using t = setUp();
  const chosenFile = t.file(CHOSEN, 0o644);
  expect(t.token({ chosenFile }).value).toBe(CHOSEN);
  expect(t.logLines.join()).toContain(`[WARN] Other users can read the token file. Run: chmod 600`);
  expect(t.logLines.join()).not.toContain(CHOSEN);
});

test.each([
  ["is short", "only-15-letters", /must have at least 16 characters/],
  ["has spaces", "sixteen letters and spaces", /must be visible ASCII without spaces/],
  ["is empty", " \n", /is empty/],
])("a token in a file that %s is refused, and not repeated", (_what, content, problem) => {
  using t = setUp();
  const chosenFile = t.file(content);
  expect(() => t.token({ chosenFile })).toThrow(problem);
  try {
    t.token({ chosenFile });
  } catch (error) {
    expect(String(error)).not.toContain(content);
  }
});

test("a missing file, and anything but a file, is named", () => {
  using t = setUp();
  expect(() => t.token({ chosenFile: "/no/such" })).toThrow("There is no token file /no/such");
  mkdirSync(join(t.dir, "folder"));
  expect(() => t.token({ chosenFile: join(t.dir, "folder") })).toThrow("is not a file");
});

test("a required token is created once, kept private, and the same after a restart", () => {
  using t = setUp();
  const first = t.token({ isRequired: true });
  expect(first.file).toBe(t.own);
  expect(first.value).toMatch(/^[\w-]{43}$/);
  expect(statSync(t.own).mode & 0o777).toBe(0o600);
  expect(readFileSync(t.own, "utf8").trim()).toBe(first.value!);
  expect(t.token({ isRequired: true })).toEqual(first);
});

test("our own token is refused if someone made it short", () => {
  using t = setUp();
  writeFileSync(t.own, "short\n", { mode: 0o600 });
  expect(() => t.token({ isRequired: true })).toThrow(/must have at least 16 characters/);
});

test("our own token file is refused if others can read it", () => {
  using t = setUp();
  t.token({ isRequired: true });
  chmodSync(t.own, 0o644);
  expect(() => t.token({ isRequired: true })).toThrow(/Other users can read/);
});
