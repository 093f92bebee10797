import { expect, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { prepareWorktreeRoot, worktreeDirOf, worktreeDirProblem } from "./worktree-root.ts";

const DATA = "/home/me/.malamar";
const problemOf = (chosen: string | null, dataDir = DATA) =>
  worktreeDirProblem({ chosen, dataDir, tempDir: "/var/cache/malamar-1000" });

test("worktrees are not kept in a temporary folder, except where all data is", () => {
  for (const [chosen, folder] of [
    [join(tmpdir(), "trees"), tmpdir()],
    ["/var/cache/malamar-1000/trees", "/var/cache/malamar-1000"],
  ] as const) {
    expect(problemOf(chosen)).toBe(
      `The worktree directory ${chosen} is in the temporary folder ${folder}, whose files may be deleted at any time. Choose another one with --worktree-dir or MALAMAR_WORKTREE_DIR.`,
    );
  }
  for (const chosen of [null, "/srv/trees", `${tmpdir()}-not/trees`]) {
    expect(problemOf(chosen)).toBeNull();
  }
  expect(problemOf(join(tmpdir(), "trees"), join(tmpdir(), "data"))).toBeNull();
});

test("the directory is found through links, private, and never inside the repository", () => {
  using dir = tempDir();
  mkdirSync(join(dir.path, "real/website"), { recursive: true });
  symlinkSync(join(dir.path, "real"), join(dir.path, "link"));
  const chosen = join(dir.path, "link/trees");
  const real = join(dir.path, "real/trees");
  expect(worktreeDirOf({ chosen, dataDir: DATA })).toBe(real);
  expect(prepareWorktreeRoot(chosen, join(dir.path, "real/website"))).toBe(real);
  const inside = join(dir.path, "link/website/trees");
  const checkouts = [join(dir.path, "elsewhere"), join(dir.path, "real/website")];
  expect(() => prepareWorktreeRoot(inside, ...checkouts)).toThrow(
    `the worktree directory ${inside} is inside the repository ${dir.path}/real/website: choose another one`,
  );
  expect(existsSync(inside)).toBe(false);
});
