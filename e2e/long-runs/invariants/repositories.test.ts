import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { git } from "#support/repositories.ts";
import { createProject } from "../project.ts";
import { violationsOf, type Scene } from "./invariant.ts";
import { createSoundRepositories } from "./sound-repositories.ts";
import { createUntouchedProjects } from "./untouched-projects.ts";
import { createWorktreesInOrder } from "./worktrees-in-order.ts";

// For a machine that is busy with other work.
setDefaultTimeout(60_000);

const REF = "refs/malamar/0123456789abcdef/01234567";

/** A person's repository with one worktree of a task, whose state was stored once. */
function aProject() {
  const dir = mkdtempSync(join(tmpdir(), "malamar-projects-"));
  const project = createProject(join(dir, "shop"), { hasGuests: false });
  project.plantHooks();
  const path = join(dir, "worktrees/12345678/shop-01234567");
  git(
    project.path,
    "-c",
    "core.hooksPath=/dev/null",
    "worktree",
    "add",
    "-q",
    "-b",
    "malamar/1",
    path,
  );
  const commit = git(project.path, "commit-tree", "-m", "Stored", "HEAD^{tree}").trim();
  git(project.path, "-c", "core.hooksPath=/dev/null", "update-ref", REF, commit);
  mkdirSync(join(dir, "checkpoints"));
  const db = new Database(join(dir, "malamar.db"));
  db.run("CREATE TABLE worktrees (id, path, state, problem)");
  db.run("CREATE TABLE restores (task_id)");
  db.run("CREATE TABLE kept_work (id, ref, commit_id, repository)");
  db.run("CREATE TABLE checkpoints (id, commit_id, kind, repository, ref, worktree_id)");
  db.run("INSERT INTO worktrees VALUES ('w', ?, 'ready', NULL)", [path]);
  db.run("INSERT INTO checkpoints VALUES ('c', ?, 'run', ?, ?, 'w')", [
    commit,
    project.repository,
    REF,
  ]);
  const scene = { world: { dataDir: dir } } as unknown as Scene;
  const invariants = [
    createUntouchedProjects([project]),
    createSoundRepositories([project]),
    createWorktreesInOrder([project]),
  ];
  return {
    ...project,
    dir,
    worktree: path,
    db,
    found: async () =>
      (await violationsOf(invariants, scene)).map((what) =>
        what.replaceAll(dir, "").replace(/ \(.*/s, ""),
      ),
    [Symbol.dispose]() {
      db.close();
      rmSync(dir, { recursive: true });
    },
  };
}

test("a repository whose work is stored is sound, and as its person left it", async () => {
  using project = aProject();
  expect(await project.found()).toEqual([]);
});

test("whatever a person had in a checkout is missed, and a hook that has run is noticed", async () => {
  using project = aProject();
  appendFileSync(join(project.path, "b.txt"), "more\n");
  const finding = "In the checkout /shop, this is not as the person left it";
  expect(await project.found()).toEqual([finding]);
  git(project.path, "checkout", "--quiet", "b.txt");
  expect(await project.found()).toEqual([finding]);
});

test("stored work that nothing leads to is found, and so are damage and locks", async () => {
  using project = aProject();
  expect(await project.found()).toEqual([]);
  const commit = git(project.path, "rev-parse", REF).trim();
  writeFileSync(join(project.repository, "refs/heads/release.lock"), "");
  writeFileSync(join(project.dir, "checkpoints/w.index.lock"), "");
  rmSync(join(project.repository, REF));
  project.db.run("INSERT INTO checkpoints VALUES ('d', ?, 'run', '/elsewhere', ?, 'w')", [
    commit,
    REF,
  ]);
  expect(await project.found()).toEqual([
    "Locks in /shop/.git",
    "Checkpoints that no ref of /shop reaches",
    "Newest checkpoints that are not in their ref in /shop",
    "Locks of private indexes",
  ]);
  project.db.run("DELETE FROM checkpoints WHERE id = 'c'");
  rmSync(join(project.repository, "objects", commit.slice(0, 2), commit.slice(2)));
  writeFileSync(join(project.repository, "refs/heads/release"), `${commit}\n`);
  expect((await project.found()).join()).toContain("It could not be checked: Error");
});

test("what a removal or a half-made worktree leaves is found", async () => {
  using project = aProject();
  mkdirSync(join(project.dir, "worktrees/12345678/shop-76543210"), { recursive: true });
  project.db.run("UPDATE worktrees SET state = 'creating', path = '/nowhere'");
  project.db.run("INSERT INTO restores VALUES ('t')");
  expect(await project.found()).toEqual([
    "Worktrees that are neither ready nor removed",
    "Worktrees whose directory is missing",
    "Directories without a row",
    "Worktrees that only git knows",
    "Restores that were not finished",
  ]);
});
