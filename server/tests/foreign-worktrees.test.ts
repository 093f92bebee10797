import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "#lib/clock.ts";
import { createCleanedApp } from "#testing/cleanup-app.ts";
import { gitEnvironment } from "#testing/git-repository.ts";
import { createRepositoryInTime, writes as writesFiles } from "#testing/repository-in-time.ts";
import { malamar } from "#testing/run-malamar.ts";
import { createRepositoryApp, writes } from "#testing/repository-app.ts";
import { tempDir } from "#testing/temp-dir.ts";

test("a row that leads elsewhere is refused", async () => {
  await using app = await createRepositoryApp({ team: { Builder: writes("a.txt", "1\n") } });
  const { id } = await app.worked();
  const { path } = app.worktreeOf(id);
  const own = join(app.dir, "own");
  app.repository.git("worktree", "add", "-q", own);
  const continued = async (changes: string, ...values: string[]) => {
    app.db.run(`UPDATE worktrees SET ${changes}`, values);
    await app.comment(id, "Continue");
    await app.taskWorkers.drain();
    return (await app.task(id)).last_error;
  };
  const refusal = "CLI could not be started: the record of this task's worktree is not Malamar's";
  expect(await continued("prefix = '../../../../escaped/'")).toBe(refusal);
  expect(existsSync(join(path, "../../../../escaped"))).toBe(false);
  expect(await continued("prefix = '', path = ?", own)).toBe(refusal);
  expect(existsSync(join(own, "a.txt"))).toBe(false);
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

test("the end of the demo takes no worktree of another repository along, whatever its row says", async () => {
  await using app = await createRepositoryApp({ team: { Builder: writes("a.txt", "1\n") } });
  const { id } = await app.worked();
  const { path } = app.worktreeOf(id);
  const demo = join(realpathSync(app.dataDir), "demo");
  mkdirSync(join(demo, ".git"), { recursive: true });
  app.db.run("UPDATE worktrees SET repository = ?", [join(demo, ".git")]);
  expect((await app.call("DELETE", "/api/demo")).status).toBe(204);
  expect([existsSync(demo), existsSync(join(path, "a.txt"))]).toEqual([false, true]);
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

test("nothing that another installation's backup calls due is removed before a decision, or on the day of it", async () => {
  await using app = await createRepositoryInTime({
    team: { Builder: writesFiles({ "a.txt": "1\n" }) },
  });
  const [done, open] = [await app.workedOn(), await app.workedOn()];
  await app.move(done.id, "done");
  const { path } = await app.worktreeOf(done);
  const refs = () => app.repository.git("for-each-ref", "--format=%(refname)", "refs/malamar");
  const before = refs();
  expect(before.split("\n")).toHaveLength(2);
  const longAgo = "2020-01-01T00:00:00.000Z";
  app.db.run("UPDATE worktrees SET removable_at = ? WHERE task_id = ?", [longAgo, done.id]);
  app.db.run("UPDATE checkpoints SET abandoned_at = ?", [longAgo]);
  app.db.run(
    `INSERT INTO kept_work SELECT id, workspace_id, task_id, task_summary, repository, branch, ref,
       (SELECT commit_id FROM checkpoints c WHERE c.task_id = w.task_id ORDER BY rowid DESC LIMIT 1), ?, ?
     FROM worktrees w WHERE task_id = ?`,
    [longAgo, longAgo, open.id],
  );
  await app.stop();
  const { dataDir } = app;
  const file = join(app.dir, "theirs.tar.gz");
  await malamar(["backup", file, "--data-dir", dataDir]);
  rmSync(join(dataDir, "installation.key"));
  const restored = await malamar(["restore", file, "--data-dir", dataDir]);
  expect(restored.stdout).toContain("comes from another installation");

  const environment = gitEnvironment(join(app.dir, "home"));
  await using theirs = await createCleanedApp({ dataDir, environment });
  const left = () => [existsSync(path), refs()];
  await theirs.cleanUp();
  await theirs.pass(2 * DAY_MS);
  expect(left()).toEqual([true, before]);
  await theirs.call("POST", "/api/restored/discard");
  await theirs.cleanUp();
  expect(left()).toEqual([true, before]);
  await theirs.pass(2 * DAY_MS);
  expect(existsSync(path)).toBe(false);
  expect(refs().split("\n")).toHaveLength(2);
}, 30_000);
