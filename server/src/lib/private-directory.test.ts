import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { prepareOwnDirectory, prepareTempRoot } from "./private-directory.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test("the temp root is made private", () => {
  using dir = tempDir();
  const root = join(dir.path, "a/b");
  expect(prepareTempRoot(root)).toBeNull();
  expect(modeOf(root)).toBe("700");
});

test("our own temp root is closed if others may read it", () => {
  using dir = tempDir();
  chmodSync(dir.path, 0o755);
  writeFileSync(join(dir.path, "malamar_task_x.md"), "");
  expect(prepareTempRoot(dir.path)).toBeNull();
  expect(modeOf(dir.path)).toBe("700");
});

test("a directory with other content is left as it is, and refused if others may write there", () => {
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
])("%s is not a temp root", (_name, make) => {
  using dir = tempDir();
  const root = join(dir.path, "root");
  make(root);
  expect(prepareTempRoot(root)).not.toBeNull();
});

test("another user's directory is refused", () => {
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

test("a task's own directory is created once and reused", () => {
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

test("another user's directory for a task is refused", () => {
  if (process.getuid?.() !== 0) return;
  using dir = tempDir();
  const path = join(dir.path, "malamar_task_x");
  mkdirSync(path);
  Bun.spawnSync(["chown", "65534", path]);
  expect(prepareOwnDirectory(path)).toBe(`working directory belongs to another user: ${path}`);
});
