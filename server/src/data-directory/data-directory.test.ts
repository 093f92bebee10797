import { expect, test } from "bun:test";
import { chmodSync, chownSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { closeToOthers, dataDirectoryProblem, prepareDataDirectory } from "./data-directory.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test("a missing data directory is created, with its parents, for its owner alone", () => {
  using dir = tempDir();
  const path = join(dir.path, "a/b");
  prepareDataDirectory(path);
  expect(modeOf(path)).toBe("700");
});

test("a directory with only our own files is closed to others", () => {
  using dir = tempDir();
  for (const files of [
    [],
    ["malamar.db", "malamar.db-wal", "malamar.lock", "token", "server.json", "logs"],
  ]) {
    chmodSync(dir.path, 0o755);
    for (const name of files) writeFileSync(join(dir.path, name), "");
    expect(closeToOthers(dir.path)).toBe(true);
    expect(modeOf(dir.path)).toBe("700");
  }
});

test("a folder that holds other things keeps its owner's mode, at every start", () => {
  using dir = tempDir();
  writeFileSync(join(dir.path, "notes.txt"), "mine");
  chmodSync(dir.path, 0o755);
  expect(closeToOthers(dir.path)).toBe(false);
  writeFileSync(join(dir.path, "malamar.db"), "");
  expect(closeToOthers(dir.path)).toBe(false);
  expect(modeOf(dir.path)).toBe("755");
});

test("a file instead of the data directory is refused", () => {
  using dir = tempDir();
  const path = join(dir.path, "file");
  writeFileSync(path, "");
  expect(() => prepareDataDirectory(path)).toThrow(/data directory .+\/file/);
  expect(() => prepareDataDirectory(join(path, "below"))).toThrow(/cannot be created/);
});

// Only root can give a directory away, so the user running this test decides how it is proved.
test("another user's directory is refused with its owner's number", () => {
  if (process.getuid?.() === 0) {
    using dir = tempDir();
    chownSync(dir.path, 12345, 12345);
    expect(() => prepareDataDirectory(dir.path)).toThrow(/belongs to another user \(uid 12345\)/);
  } else {
    expect(dataDirectoryProblem("/")).toBe("belongs to another user (uid 0)");
  }
});
