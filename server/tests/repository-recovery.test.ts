import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { markLeftOpen } from "#db/open.ts";
import { shortHex } from "#repository/names.ts";
import { gitEnvironment, makeRepository } from "#testing/git-repository.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { writes } from "#testing/repository-app.ts";
import { skip, type Part } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

/** The data as a kill leaves them: the database is not closed. */
function copyAlive(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !path.startsWith(join(from, "worktrees")),
  });
  rmSync(join(to, "malamar.lock"), { force: true });
}

/** A task that has worked, in data that a kill has left in another place. */
async function killedAndMoved(mode: "git" | "static") {
  const dir = tempDir();
  const environment = gitEnvironment(join(dir.path, "home"));
  const repository = makeRepository(join(dir.path, "website"), environment);
  const [first, dataDir] = [join(dir.path, "first"), join(dir.path, "moved")];
  let id = "";
  {
    await using app = await createLoopApp({
      environment,
      dataDir: first,
      team: { Builder: writes("one.txt", "1\n") },
      workspace: { working_directory_mode: mode, working_directory_path: repository.path },
    });
    ({ id } = await app.createTask());
    await app.taskWorkers.drain();
    copyAlive(first, dataDir);
  }
  if (mode === "git") renameSync(join(first, "worktrees"), join(dataDir, "worktrees"));
  const path = join(dataDir, "malamar.db");
  return {
    id,
    repository,
    shared: join(repository.path, ".git"),
    sql(text: string): void {
      const db = new Database(path);
      db.run(text);
      db.close();
      markLeftOpen(path);
    },
    start: (others: Record<string, Part> = {}) =>
      createLoopApp({ environment, dataDir, others: { Builder: skip, ...others } }),
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
}

test("locks that our git left go, of whatever it was writing; those of others stay", async () => {
  using killed = await killedAndMoved("git");
  const { id, repository, shared } = killed;
  // Killed in the first checkpoint of all.
  killed.sql("DELETE FROM checkpoints");
  const [ref = ""] = repository
    .git("for-each-ref", "--format=%(refname)", "refs/malamar")
    .split("\n");
  repository.git("update-ref", "-d", ref);
  const branch = repository.git("branch", "--list", "--format=%(refname:short)", "malamar/*");
  const folder = join(shared, "worktrees", `website-${shortHex(id)}`);
  const ours = [`${shared}/${ref}`, `${shared}/refs/heads/${branch}`, `${folder}/index`].map(
    lockOf,
  );
  const theirs = [`${shared}/index`, `${shared}/refs/heads/main`, `${shared}/refs/malamar/x`].map(
    lockOf,
  );
  mkdirSync(dirname(ours[0]!), { recursive: true });
  for (const lock of [...ours, ...theirs]) writeFileSync(lock, "");
  await using app = await killed.start({ Builder: writes("two.txt", "2\n") });
  for (const lock of ours) expect([lock, existsSync(lock)]).toEqual([lock, false]);
  for (const lock of theirs) expect([lock, existsSync(lock)]).toEqual([lock, true]);
  await app.comment(id, "Continue");
  await app.taskWorkers.drain();
  expect((await app.task(id)).last_error).toBeNull();
}, 30_000);

const lockOf = (path: string) => `${path}.lock`;

test("the locks of a worktree stay while someone's git works there", async () => {
  using killed = await killedAndMoved("git");
  const { id, shared, repository } = killed;
  const lock = lockOf(join(shared, "worktrees", `website-${shortHex(id)}`, "index"));
  writeFileSync(lock, "");
  const git = join(dirname(repository.path), "git");
  writeFileSync(git, "#!/bin/sh\nread nothing\n");
  chmodSync(git, 0o755);
  const process = Bun.spawn([git], { cwd: repository.path, stdin: "pipe" });
  try {
    const app = await killed.start();
    await app[Symbol.asyncDispose]();
    expect(existsSync(lock)).toBe(true);
  } finally {
    await process.stdin.end();
    await process.exited;
  }
}, 30_000);

test("a checkpoint of a person's own checkout, which a kill has cost its row, has one again", async () => {
  using killed = await killedAndMoved("static");
  killed.sql("DELETE FROM checkpoints WHERE kind = 'run'");
  await using app = await killed.start();
  const kinds = app.db
    .query<{ kind: string }, [string]>(
      "SELECT kind FROM checkpoints WHERE task_id = ? ORDER BY rowid",
    )
    .all(killed.id);
  expect(kinds.map(({ kind }) => kind)).toEqual(["created", "run"]);
}, 30_000);

test("a worktree in a place that nobody can look at stops no start", async () => {
  using killed = await killedAndMoved("git");
  killed.sql("UPDATE worktrees SET path = '/etc/passwd/x'");
  await using app = await killed.start();
  const row = app.db.query<{ state: string }, []>("SELECT state FROM worktrees").get();
  expect(row?.state).toBe("missing");
}, 30_000);
