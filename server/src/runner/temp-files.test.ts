import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import {
  prepareOwnDirectory,
  prepareTempRoot,
  readAnswerFile,
  reserveOutputPath,
} from "./temp-files.ts";
import { writePrivateFile } from "#lib/private-file.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test("the temp root is made private", () => {
  using dir = tempDir();
  const root = join(dir.path, "a/b");
  expect(prepareTempRoot(root)).toBeNull();
  expect(modeOf(root)).toBe("700");
});

test("a temp root of ours that others may look into is closed", () => {
  using dir = tempDir();
  chmodSync(dir.path, 0o755);
  writeFileSync(join(dir.path, "malamar_task_x.md"), "");
  expect(prepareTempRoot(dir.path)).toBeNull();
  expect(modeOf(dir.path)).toBe("700");
});

test("a directory with other things in it is left as it is, and refused if others may write there", () => {
  using dir = tempDir();
  writeFileSync(join(dir.path, "thesis.txt"), "");
  chmodSync(dir.path, 0o755);
  expect(prepareTempRoot(dir.path)).toBeNull();
  expect(modeOf(dir.path)).toBe("755");
  chmodSync(dir.path, 0o777);
  expect(prepareTempRoot(dir.path)).toBe("can be written by other users");
});

test.each([
  ["a file", (path: string) => writeFileSync(path, "")],
  ["a link", (path: string) => symlinkSync("/tmp", path)],
])("%s is no temp root", (_name, make) => {
  using dir = tempDir();
  const root = join(dir.path, "root");
  make(root);
  expect(prepareTempRoot(root)).not.toBeNull();
});

test("a directory of another user is refused", () => {
  if (process.getuid?.() === 0) {
    using dir = tempDir();
    const root = join(dir.path, "theirs");
    mkdirSync(root);
    Bun.spawnSync(["chown", "65534", root]);
    expect(prepareTempRoot(root)).toBe("belongs to another user (uid 65534)");
    return;
  }
  expect(prepareTempRoot("/")).toBe("belongs to another user (uid 0)");
});

test("a file is private and replaces what was there", () => {
  using dir = tempDir();
  const path = join(dir.path, "in.md");
  writePrivateFile(path, "one");
  writePrivateFile(path, "two");
  expect(readFileSync(path, "utf8")).toBe("two");
  expect(modeOf(path)).toBe("600");
});

test("a link in the place of a file is replaced and never followed", () => {
  using dir = tempDir();
  const precious = join(dir.path, "precious");
  writeFileSync(precious, "keep me");
  const path = join(dir.path, "in.md");
  symlinkSync(precious, path);
  writePrivateFile(path, "new");
  expect(readFileSync(precious, "utf8")).toBe("keep me");
  expect(readFileSync(path, "utf8")).toBe("new");
});

test("an output path is a new one every time, and nothing is there", () => {
  using dir = tempDir();
  const path = reserveOutputPath(dir.path, "malamar_output");
  expect(path).toMatch(/\/malamar_output_[\w-]{21}\.json$/);
  expect(reserveOutputPath(dir.path, "malamar_output")).not.toBe(path);
  expect(readAnswerFile(path)).toEqual({ kind: "missing" });
});

test("an answer that is a link, a pipe, a directory or far too large is not read", () => {
  using dir = tempDir();
  const secret = join(dir.path, "secret");
  writeFileSync(secret, '{"actions":[]}');
  const link = join(dir.path, "link");
  symlinkSync(secret, link);
  const pipe = join(dir.path, "pipe");
  Bun.spawnSync(["mkfifo", pipe]);
  const large = join(dir.path, "large");
  Bun.spawnSync(["truncate", "-s", "17M", large]);
  for (const path of [link, pipe, dir.path, large]) {
    expect(readAnswerFile(path).kind).toBe("unusable");
  }
  expect(readAnswerFile(secret)).toEqual({ kind: "text", text: '{"actions":[]}' });
});

test("the task's own directory is made once and used again", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar_task_x");
  expect(prepareOwnDirectory(path)).toBeNull();
  writeFileSync(join(path, "result.txt"), "");
  expect(prepareOwnDirectory(path)).toBeNull();
  expect(modeOf(path)).toBe("700");
  const link = join(dir.path, "link");
  symlinkSync(path, link);
  expect(prepareOwnDirectory(link)).toContain("is not a directory");
});

test("a task's directory of another user is refused", () => {
  if (process.getuid?.() !== 0) return;
  using dir = tempDir();
  const path = join(dir.path, "malamar_task_x");
  mkdirSync(path);
  Bun.spawnSync(["chown", "65534", path]);
  expect(prepareOwnDirectory(path)).toBe(`working directory belongs to another user: ${path}`);
});
