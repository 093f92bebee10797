import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { isThere, unfinishedFolders } from "./worktree-links.ts";

test("what a killed git has begun is found, whatever it makes of the name", () => {
  using dir = tempDir();
  const folder = (name: string) => join(dir.path, "worktrees", name);
  for (const name of [
    "my-app-12345678",
    "my-app-123456787",
    "my-app-87654321",
    "my-app-12345678-2",
  ]) {
    mkdirSync(folder(name), { recursive: true });
  }
  mkdirSync(folder("other-12345678"));
  writeFileSync(join(folder("other-12345678"), "gitdir"), "/somewhere/.git\n");
  const found = unfinishedFolders(dir.path, "/trees/abc/my app-12345678");
  expect(found.toSorted()).toEqual([folder("my-app-12345678"), folder("my-app-123456787")]);
});

test("what cannot be there is not, and what nobody can tell may be", () => {
  using dir = tempDir();
  writeFileSync(join(dir.path, "file"), "");
  symlinkSync("loop", join(dir.path, "loop"));
  for (const name of ["nothing", "file/x", "x".repeat(300)]) {
    expect([name, isThere(join(dir.path, name))]).toEqual([name, false]);
  }
  for (const name of ["file", "loop", "loop/x"]) {
    expect([name, isThere(join(dir.path, name))]).toEqual([name, true]);
  }
});
