import { expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Changes } from "@malamar/contract/changes.ts";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import type { KeptWork, Worktrees } from "@malamar/contract/worktree.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { endCommands } from "#processes/command.ts";
import { breakableGit } from "#testing/breakable-git.ts";
import { gitEnvironment } from "#testing/git-repository.ts";
import {
  createRepositoryInTime,
  gitIn,
  writeFiles,
  writes,
  type RepositoryInTime,
} from "#testing/repository-in-time.ts";
import { tempDir } from "#testing/temp-dir.ts";

/** Stops the application as a crash would leave it, and starts it again on the same data. */
async function restarted(app: RepositoryInTime) {
  await app.stop();
  const again = await createTestApp({
    dataDir: app.dataDir,
    environment: gitEnvironment(join(app.dir, "home")),
  });
  await again.startLoop();
  const get = async <Body>(path: string) => (await again.call<Body>("GET", path)).body;
  return {
    ...again,
    worktrees: async () =>
      (await get<Worktrees>(`/api/workspaces/${app.workspace.id}/worktrees`)).worktrees,
    kept: () => get<KeptWork[]>(`/api/workspaces/${app.workspace.id}/kept`),
    get,
  };
}

async function doneTask(app: RepositoryInTime) {
  const task = await app.workedOn();
  await app.move(task.id, "done");
  const worktree = await app.worktreeOf(task);
  const trash = join(dirname(dirname(worktree.path)), ".trash", worktree.id);
  mkdirSync(dirname(trash), { recursive: true });
  return { task, worktree, trash };
}

const isRemoving = (app: RepositoryInTime, id: string) =>
  app.db.run("UPDATE worktrees SET state = 'removing' WHERE id = ?", [id]);

test("a removal that a crash has interrupted continues, wherever it was", async () => {
  const steps: ((app: RepositoryInTime, done: Awaited<ReturnType<typeof doneTask>>) => void)[] = [
    // Everything was asked, and nothing moved yet.
    () => {},
    (_app, { worktree, trash }) => renameSync(worktree.path, trash),
    (app, { worktree, trash }) => {
      renameSync(worktree.path, trash);
      app.repository.git("worktree", "remove", "-f", "-f", worktree.path);
    },
  ];
  for (const step of steps) {
    await using app = await createRepositoryInTime({
      team: { Builder: writes({ "a.txt": "a\n" }) },
    });
    const done = await doneTask(app);
    isRemoving(app, done.worktree.id);
    step(app, done);
    await using again = await restarted(app);
    expect(await again.worktrees()).toEqual([]);
    expect(existsSync(done.worktree.path)).toBe(false);
    expect(app.repository.git("worktree", "list").split("\n")).toHaveLength(1);
    expect(app.repository.git("show", `${done.worktree.branch}:a.txt`)).toBe("a");
    expect(app.repository.git("fsck", "--no-dangling")).toBe("");
  }
}, 30_000);

test("what was changed after its last checkpoint comes back from the trash", async () => {
  await using app = await createRepositoryInTime({ team: { Builder: writes({ "a.txt": "a\n" }) } });
  const { worktree, trash } = await doneTask(app);
  isRemoving(app, worktree.id);
  renameSync(worktree.path, trash);
  writeFileSync(join(trash, "a.txt"), "at the last moment\n");
  await using again = await restarted(app);
  expect(await again.worktrees()).toMatchObject([
    { state: "ready", problem: "it was changed while it was being removed" },
  ]);
  expect(readFileSync(join(worktree.path, "a.txt"), "utf8")).toBe("at the last moment\n");
  expect(gitIn(worktree.path, "status", "--porcelain")).toBe(" M a.txt");
  expect(await again.kept()).toEqual([]);
}, 30_000);

test("a row that is not Malamar's removes nothing of a person", async () => {
  await using app = await createRepositoryInTime({ team: { Builder: writes({ "a.txt": "a\n" }) } });
  const { worktree } = await doneTask(app);
  const main = app.repository.git("rev-parse", "main");
  const set = (column: string, value: string) =>
    app.db.run(`UPDATE worktrees SET ${column} = ? WHERE id = ?`, [value, worktree.id]);
  for (const [column, value] of [
    ["branch", "main"],
    ["ref", "refs/heads/main"],
  ] as const) {
    const [before] = app.db
      .query<Record<string, string>, [string]>("SELECT * FROM worktrees WHERE id = ?")
      .all(worktree.id);
    set(column, value);
    expect(await app.refusal("DELETE", `/api/worktrees/${worktree.id}`)).toBe(
      "409 The worktree is kept: it cannot be checked: the record of this task's worktree is not Malamar's.",
    );
    set(column, before![column]!);
  }
  app.db.run(
    `INSERT INTO kept_work (id, workspace_id, task_id, task_summary, repository, branch, ref, commit_id, kept_at, expires_at)
     VALUES ('kept', ?, 'task', '', ?, '', 'refs/heads/main', ?, '2025', '2025')`,
    [app.workspace.id, join(app.repository.path, ".git"), main],
  );
  await app.cleanUp();
  expect(app.repository.git("rev-parse", "main")).toBe(main);
  expect(existsSync(worktree.path)).toBe(true);
  expect(await app.kept()).toEqual([]);
}, 30_000);

test("a restore that a crash has interrupted is finished, or the task says why not", async () => {
  await using app = await createRepositoryInTime({ team: { Builder: writes({ "a.txt": "1\n" }) } });
  const task = await app.workedOn();
  const { path } = await app.worktreeOf(task);
  const [, wanted] = await app.checkpoints(task.id);
  writeFiles(path, { "a.txt": "2\n", "b.txt": "2\n" });
  app.db.run("INSERT INTO restores (task_id, checkpoint_id) VALUES (?, ?)", [task.id, wanted!.id]);
  const other = await app.createTask({ is_on_hold: true });
  app.db.run("INSERT INTO restores (task_id, checkpoint_id) VALUES (?, ?)", [other.id, wanted!.id]);
  await using again = await restarted(app);
  expect(readFileSync(join(path, "a.txt"), "utf8")).toBe("1\n");
  expect(existsSync(join(path, "b.txt"))).toBe(false);
  const changes = await again.get<Changes>(`/api/tasks/${task.id}/changes`);
  expect(changes.to.tree_id).toBe(wanted!.tree_id);
  // What the crash had left is not lost either.
  const mixed = (await again.get<Checkpoint[]>(`/api/tasks/${task.id}/checkpoints`)).find(
    ({ kind }) => kind === "before_restore",
  );
  expect(gitIn(path, "show", `${mixed!.commit_id}:b.txt`)).toBe("2");
  const said = await again.get<TaskComment[]>(`/api/tasks/${other.id}/comments`);
  expect(said.map(({ content }) => content)).toEqual([
    "Malamar was stopped while it restored a checkpoint, and could not finish that: Checkpoint not found. The files may be a mix of two states: restore the checkpoint again.",
  ]);
  expect(again.db.query("SELECT * FROM restores").all()).toEqual([]);
}, 30_000);

test("a restore that a stop has interrupted is finished by the next start", async () => {
  using dir = tempDir();
  const git = breakableGit(dir.path);
  await using app = await createRepositoryInTime({
    environment: { PATH: git.path },
    team: { Builder: writes({ "a.txt": "1\n" }) },
  });
  const task = await app.workedOn();
  const { path } = await app.worktreeOf(task);
  const [created] = await app.checkpoints(task.id);
  const reached = git.holdAt("read-tree --reset -u");
  const restored = app.refusal("POST", `/api/tasks/${task.id}/restore`, {
    checkpoint_id: created!.id,
  });
  await reached;
  // What a stop does first.
  await endCommands();
  expect(await restored).toContain("was stopped");
  git.mend();
  expect(existsSync(join(path, "a.txt"))).toBe(true);
  await using again = await restarted(app);
  expect(existsSync(join(path, "a.txt"))).toBe(false);
  expect(await again.get<TaskComment[]>(`/api/tasks/${task.id}/comments`)).toEqual([]);
}, 30_000);

test("a worktree on its way out comes back when its task is worked on again, however far it was", async () => {
  await using app = await createRepositoryInTime({ team: { Builder: writes({ "a.txt": "a\n" }) } });
  for (const step of ["asked", "moved", "forgotten"]) {
    const { task, worktree, trash } = await doneTask(app);
    isRemoving(app, worktree.id);
    if (step !== "asked") renameSync(worktree.path, trash);
    if (step === "forgotten") {
      app.repository.git("worktree", "remove", "-f", "-f", worktree.path);
    } else {
      writeFileSync(join(step === "asked" ? worktree.path : trash, "b.txt"), "later\n");
    }
    await app.move(task.id, "todo");
    await app.taskWorkers.drain();
    expect(await app.task(task.id)).toMatchObject({ status: "in_review", last_error: null });
    const now = await app.worktreeOf(task);
    expect(now).toMatchObject({ state: "ready", path: worktree.path, problem: null });
    expect(readFileSync(join(now.path, "a.txt"), "utf8")).toBe("a\n");
    expect(existsSync(join(now.path, "b.txt"))).toBe(step !== "forgotten");
    expect(existsSync(trash)).toBe(false);
    const kept = (await app.kept()).filter(({ task_id }) => task_id === task.id);
    // What was forgotten already is kept, and the task continues from there.
    expect(kept).toHaveLength(step === "forgotten" ? 1 : 0);
  }
}, 30_000);

test("a directory that cannot be moved away stays a worktree", async () => {
  await using app = await createRepositoryInTime({ team: { Builder: writes({ "a.txt": "a\n" }) } });
  const { worktree, trash } = await doneTask(app);
  rmSync(dirname(trash), { recursive: true });
  writeFileSync(dirname(trash), "in the way");
  expect(await app.refusal("DELETE", `/api/worktrees/${worktree.id}`)).toContain("EEXIST");
  const [now] = (await app.worktrees()).worktrees;
  expect(now).toMatchObject({ state: "ready", path: worktree.path });
  expect(await app.kept()).toEqual([]);
}, 30_000);

test("a checkpoint on demand waits for a removal, so nothing is stored that is not kept", async () => {
  using dir = tempDir();
  const git = breakableGit(dir.path);
  await using app = await createRepositoryInTime({
    environment: { PATH: git.path },
    team: { Builder: writes({ "a.txt": "a\n" }) },
  });
  const { task, worktree } = await doneTask(app);
  const reached = git.holdAt("worktree list");
  const removed = app.call("DELETE", `/api/worktrees/${worktree.id}`);
  const goOn = await reached;
  const stored = app.refusal("POST", `/api/tasks/${task.id}/checkpoints`);
  // Long enough to store one, if it did not wait.
  for (let at = 0; at < 3; at++) await app.changes(task.id);
  goOn();
  expect((await removed).status).toBe(204);
  expect(await stored).toStartWith("409 This task has no worktree right now.");
}, 30_000);

test("locks that a killed git left of kept work, or of a branch that a person has named, go; one from before stays", async () => {
  using dir = tempDir();
  const git = breakableGit(dir.path);
  await using app = await createRepositoryInTime({
    environment: { PATH: git.path },
    team: { Builder: writes({ "a.txt": "a\n" }) },
  });
  const { worktree } = await doneTask(app);
  await app.call("DELETE", `/api/worktrees/${worktree.id}`);
  const [kept] = await app.kept();
  const lock = join(app.repository.path, ".git/refs/heads/back.lock");
  const [notes, copy] = [join(app.dataDir, "locks"), join(dir.path, "locks")];
  const path = `/api/kept/${kept!.id}/restore`;

  const reached = git.holdAt("update-ref --end-of-options refs/heads/back");
  const restored = app.refusal("POST", path, { branch: "back" });
  await reached;
  cpSync(notes, copy, { recursive: true });
  await endCommands();
  expect(await restored).toContain("was stopped");
  git.mend();
  await app.stop();
  expect(readdirSync(notes)).toEqual([]);
  const [note = ""] = readdirSync(copy);
  const start = async () => {
    // As a kill would have left it.
    cpSync(copy, notes, { recursive: true });
    utimesSync(join(notes, note), 10, 10);
    await (await restarted(app))[Symbol.asyncDispose]();
    expect(readdirSync(notes)).toEqual([]);
  };
  writeFileSync(lock, "");
  utimesSync(lock, 0, 0);
  await start();
  expect(existsSync(lock)).toBe(true);
  rmSync(lock);
  writeFileSync(lock, "");
  const ref = app.repository.git("for-each-ref", "--format=%(refname)", "refs/malamar");
  const ofKept = join(app.repository.path, `.git/${ref}.lock`);
  writeFileSync(ofKept, "");
  await start();
  expect([existsSync(lock), existsSync(ofKept)]).toEqual([false, false]);
}, 30_000);
