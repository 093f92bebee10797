import { expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLoopApp } from "#testing/loop-app.ts";
import { digestsIn } from "#testing/file-digests.ts";
import type { TestRepository } from "#testing/git-repository.ts";
import { createRepositoryApp, writes } from "#testing/repository-app.ts";
import { rounds } from "#testing/rounds.ts";
import { asksForReview } from "#testing/scripted-team.ts";

/** A checkout in the middle of a person's work: staged, changed, new, stashed, with hooks. */
function makeBusy({ path, write, git, commit }: TestRepository): void {
  commit({ "a.txt": "1\n", "b.txt": "1\n", "run.sh": "echo\n", ".gitignore": "*.log\n" });
  write({ "a.txt": "stashed\n" });
  git("stash", "--quiet");
  write({ "a.txt": "staged\n", "new.txt": "new\n", "trace.log": "ignored\n" });
  git("add", "a.txt");
  write({ "a.txt": "and changed\n", "b.txt": "changed\n" });
  for (const hook of [
    "post-checkout",
    "pre-commit",
    "post-index-change",
    "reference-transaction",
  ]) {
    writeFileSync(join(path, ".git/hooks", hook), `#!/bin/sh\ntouch '${path}/../hooked'\n`);
    chmodSync(join(path, ".git/hooks", hook), 0o755);
  }
}

/** A hundred tasks wait a hundred times for the next second of git's clock. */
const PATIENCE_MS = rounds(120_000, 600_000);

/** Where git stores objects, what is ours, and branches that were made for a task. */
const isOfNobody = (path: string) =>
  /^\.git\/(objects|refs\/(malamar|heads\/malamar)|logs\/refs\/heads\/malamar)(\/|$)/.test(path);

const isOfPerson = (path: string) => !isOfNobody(path) && !/^\.git\/worktrees(\/|$)/.test(path);

test(
  "a repository is as it was after many tasks: only objects, kept work and the tasks' branches are new",
  async () => {
    const tasks = rounds(4, 100);
    await using app = await createRepositoryApp({
      prepare: makeBusy,
      team: { Builder: writes("built.txt", "1\n") },
    });
    const { path, git } = app.repository;
    const before = digestsIn(path, isOfPerson);
    const ids: string[] = [];
    for (let count = 0; count < tasks; count++) {
      const { id } = await app.createTask({ summary: `Task ${count}` });
      ids.push(id);
      await app.taskWorkers.drain();
      const { status, body } = await app.move(id, "done");
      expect([status, body.outcome, body.last_error]).toEqual([200, "left", null]);
    }
    expect(digestsIn(path, isOfPerson)).toEqual(before);
    for (const id of ids) {
      const removed = await app.call("DELETE", `/api/worktrees/${app.worktreeOf(id).id}`);
      expect(removed.status).toBe(204);
    }
    // Now not even git's own record of them is left.
    expect(digestsIn(path, (name) => !isOfNobody(name))).toEqual(before);
    expect(existsSync(join(app.dir, "hooked"))).toBe(false);
    expect(git("fsck", "--no-dangling")).toBe("");
    expect(git("branch", "--list", "malamar/*").split("\n")).toHaveLength(tasks);
    const refs = git("for-each-ref", "--format=%(refname)", "refs/malamar").split("\n");
    expect(refs).toHaveLength(tasks);
    expect(refs.filter((ref) => !/^refs\/malamar\/[0-9a-f]{16}\/kept\//.test(ref))).toEqual([]);
  },
  PATIENCE_MS,
);

test("checkpoints of a person's own checkout leave its index and HEAD as they are, bit for bit", async () => {
  const runs = rounds(4, 50);
  let count = 0;
  await using app = await createRepositoryApp({
    prepare: makeBusy,
    team: {
      Builder: (turn) => {
        writeFileSync(join(turn.request.cwd, "built.txt"), `${count++}\n`);
        return asksForReview(turn);
      },
    },
    workspace: { working_directory_mode: "static", checkpoints: true },
  });
  const { path, git } = app.repository;
  const isOurs = (name: string) => name !== "built.txt" && isOfPerson(name);
  const before = digestsIn(path, isOurs);
  const { id } = await app.worked();
  for (let at = 1; at < runs; at++) {
    await app.comment(id, "Again");
    await app.taskWorkers.drain();
  }
  expect(count).toBe(runs);
  expect(digestsIn(path, isOurs)).toEqual(before);
  expect(existsSync(join(app.dir, "hooked"))).toBe(false);
  const checkpoints = app.checkpointsOf(id);
  expect(checkpoints.filter(({ kind }) => kind === "run")).toHaveLength(runs);
  const last = checkpoints.at(-1)!;
  expect(git("cat-file", "blob", `${last.commit_id}:built.txt`)).toBe(String(runs - 1));
  expect(git("cat-file", "blob", `${last.commit_id}:a.txt`)).toBe("and changed");
});

test("two Malamars in one repository touch neither each other's refs nor directories", async () => {
  const tasks = rounds(2, 20);
  await using first = await createRepositoryApp({ team: { Builder: writes("first.txt", "1\n") } });
  await using second = await createLoopApp({
    environment: first.environment,
    team: { Builder: writes("second.txt", "1\n") },
    workspace: {
      working_directory_mode: "git",
      working_directory_path: first.repository.path,
    },
  });
  const finish = async (app: typeof second) => {
    const ids: string[] = [];
    for (let count = 0; count < tasks; count++) ids.push((await app.createTask()).id);
    await app.taskWorkers.drain();
    for (const id of ids) {
      const { body } = await app.move(id, "done");
      expect(body.outcome).toBe("left");
    }
    return app.db
      .query<{ path: string; ref: string; branch: string }, []>(
        "SELECT path, ref, branch FROM worktrees",
      )
      .all();
  };
  const [ours, theirs] = await Promise.all([finish(first), finish(second)]);
  const { git } = first.repository;
  for (const [rows, name, dataDir] of [
    [ours, "first.txt", first.dataDir],
    [theirs, "second.txt", second.dataDir],
  ] as const) {
    expect(rows).toHaveLength(tasks);
    for (const { path, ref, branch } of rows) {
      expect(path).toStartWith(`${dataDir}/worktrees/`);
      expect(readFileSync(join(path, name), "utf8")).toBe("1\n");
      expect(git("ls-tree", "--name-only", ref)).toBe(`README.md\n${name}`);
      expect(git("ls-tree", "--name-only", branch)).toBe(`README.md\n${name}`);
    }
  }
  const [installation] = new Set(ours.map(({ ref }) => ref.split("/")[2]));
  expect(theirs.some(({ ref }) => ref.split("/")[2] === installation)).toBe(false);
  expect(git("fsck", "--no-dangling")).toBe("");
});
