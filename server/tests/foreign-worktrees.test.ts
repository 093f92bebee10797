import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { malamar } from "#testing/run-malamar.ts";
import { createRepositoryApp, writes } from "#testing/repository-app.ts";
import { tempDir } from "#testing/temp-dir.ts";

test("a row that leads elsewhere is refused", async () => {
  await using app = await createRepositoryApp({ team: { Builder: writes("a.txt", "1\n") } });
  const { id } = await app.worked();
  const { path } = app.worktreeOf(id);
  app.db.run("UPDATE worktrees SET prefix = '../../../../escaped/'");
  await app.comment(id, "Continue");
  await app.taskWorkers.drain();
  expect((await app.task(id)).last_error).toBe(
    "CLI could not be started: the record of this task's worktree is not Malamar's",
  );
  expect(existsSync(join(path, "../../../../escaped"))).toBe(false);
});

test("work does not continue in a removed worktree of someone else's row", async () => {
  await using app = await createRepositoryApp({ team: { Builder: writes("a.txt", "1\n") } });
  const { id } = await app.worked();
  const { path } = app.worktreeOf(id);
  app.repository.git("worktree", "remove", "-f", "-f", path);
  app.repository.git("branch", "develop");
  const develop = app.repository.git("rev-parse", "develop");
  app.db.run("UPDATE worktrees SET state = 'removed', branch = 'develop'");
  await app.comment(id, "Continue");
  await app.taskWorkers.drain();
  expect(app.worktreeOf(id).branch).toStartWith("malamar/");
  expect(app.repository.git("rev-parse", "develop")).toBe(develop);
});

test("another installation's backup puts nothing back and removes nothing on its own", async () => {
  using dir = tempDir();
  const dataDir = join(dir.path, "source");
  const app = await createRepositoryApp({ dataDir, team: { Builder: writes("a.txt", "1\n") } });
  const { id } = await app.worked();
  const [checkpoint] = app.checkpointsOf(id);
  app.db.run("INSERT INTO restores (task_id, checkpoint_id) VALUES (?, ?)", [id, checkpoint!.id]);
  app.db.run("UPDATE worktrees SET state = 'removing'");
  await app[Symbol.asyncDispose]();
  const file = join(dir.path, "theirs.tar.gz");
  expect((await malamar(["backup", file, "--data-dir", dataDir])).code).toBe(0);
  const restored = async (name: string, ...trust: string[]) => {
    const to = join(dir.path, name);
    await malamar(["restore", file, "--data-dir", to, ...trust]);
    using db = new Database(join(to, "malamar.db"), { readonly: true });
    return {
      restores: db.query("SELECT * FROM restores").all().length,
      states: db.query<{ state: string }, []>("SELECT state FROM worktrees").all(),
    };
  };
  expect(await restored("new")).toEqual({ restores: 0, states: [{ state: "ready" }] });
  expect(await restored("ours", "--trust")).toEqual({
    restores: 1,
    states: [{ state: "removing" }],
  });
}, 30_000);
