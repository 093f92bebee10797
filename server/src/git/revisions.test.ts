import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { repository } from "#testing/repository.ts";
import { GitError } from "./git-error.ts";
import { fileAt } from "./revisions.ts";

test("a file that is damaged is not taken for one that is not there", async () => {
  using repo = repository();
  repo.write(".worktreeinclude", ".env\n");
  repo.write("folder/file", "x".repeat(2 * 1024 * 1024));
  const commit = repo.commitAll();
  const read = (path: string) => fileAt(repo.door, { at: repo.top, commit, path });
  expect(await read(".worktreeinclude")).toBe(".env\n");
  expect(await read("folder/file")).toBe("x".repeat(1024 * 1024));
  expect([await read("nothing"), await read("folder")]).toEqual([null, null]);
  const id = repo.git("rev-parse", "HEAD:.worktreeinclude");
  rmSync(join(repo.top, ".git", "objects", id.slice(0, 2), id.slice(2)), { force: true });
  expect(await read(".worktreeinclude").catch((error: unknown) => error)).toBeInstanceOf(GitError);
});
