import { expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { shortHex } from "#repository/names.ts";
import { gitAt, gitEnvironment, makeRepository } from "#testing/git-repository.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { createRepositoryApp, writes } from "#testing/repository-app.ts";
import { heldAt, inTurn, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

test("a worktree whose directory is gone is recreated from its newest checkpoint", async () => {
  await using app = await createRepositoryApp({
    files: { ".gitignore": "setup.log\n" },
    workspace: { setup_command: "echo x >> setup.log; echo made > made.txt" },
    team: { Builder: inTurn(writes("one.txt", "1\n"), writes("two.txt", "2\n")) },
  });
  const { id } = await app.worked();
  const before = app.worktreeOf(id);
  rmSync(before.path, { recursive: true });
  app.repository.git("worktree", "remove", "-f", "-f", before.path);
  app.repository.git("branch", "-D", before.branch);
  await app.comment(id, "Continue");
  await app.taskWorkers.drain();
  const after = app.worktreeOf(id);
  expect(after).toMatchObject({ id: before.id, path: before.path, branch: before.branch });
  const read = (name: string) => readFileSync(join(after.path, name), "utf8");
  expect([read("one.txt"), read("two.txt"), read("setup.log")]).toEqual(["1\n", "2\n", "x\n"]);
  // With what the setup makes.
  expect((await app.task(id)).changes?.files).toBe(3);
});

test("a worktree that was away for a while is not recreated over what is in it", async () => {
  await using app = await createRepositoryApp({
    files: { ".gitignore": ".env\n" },
    team: { Builder: inTurn(writes("one.txt", "1\n"), skip) },
  });
  const { id } = await app.worked();
  const { path } = app.worktreeOf(id);
  // As when a disk is not there, and is there again.
  const [away, repositoryAway] = [join(app.dir, "away"), join(app.dir, "repository")];
  renameSync(path, away);
  renameSync(app.repository.path, repositoryAway);
  await app.comment(id, "Continue");
  await app.taskWorkers.drain();
  expect((await app.task(id)).last_error).toBe(
    `CLI could not be started: the repository ${app.repository.path} is gone`,
  );
  writeFileSync(join(away, "one.txt"), "by a person\n");
  writeFileSync(join(away, ".env"), "secret\n");
  renameSync(away, path);
  renameSync(repositoryAway, app.repository.path);
  await app.comment(id, "And now?");
  await app.taskWorkers.drain();
  expect((await app.task(id)).last_error).toBeNull();
  const read = (name: string) => readFileSync(join(path, name), "utf8");
  expect([read("one.txt"), read(".env")]).toEqual(["by a person\n", "secret\n"]);
});

test("a directory where a worktree belongs is never removed to make one", async () => {
  await using app = await createRepositoryApp({
    workspace: { setup_command: "exit 1" },
    team: { Builder: skip },
  });
  const { id } = await app.createTask();
  await app.taskWorkers.drain();
  const { path } = app.worktreeOf(id);
  app.repository.git("worktree", "remove", "-f", "-f", path);
  mkdirSync(path);
  writeFileSync(join(path, "mine.txt"), "mine\n");
  await app.comment(id, "Continue");
  await app.taskWorkers.drain();
  expect((await app.task(id)).last_error).toContain(
    "move that folder away, and the next run recreates it",
  );
  expect(readFileSync(join(path, "mine.txt"), "utf8")).toBe("mine\n");
});

test("a repository that has moved is found by the path of the workspace", async () => {
  await using app = await createRepositoryApp({
    team: { Builder: inTurn(writes("one.txt", "1\n"), writes("two.txt", "2\n")) },
  });
  const { id } = await app.worked();
  const { path } = app.worktreeOf(id);
  const moved = join(app.dir, "elsewhere");
  renameSync(app.repository.path, moved);
  await app.comment(id, "Continue");
  await app.taskWorkers.drain();
  expect((await app.task(id)).last_error).toBe(
    `CLI could not be started: the repository ${app.repository.path} is gone; the files of this task are in ${path}`,
  );
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, {
    body: { working_directory_path: moved },
  });
  await app.comment(id, "Now");
  await app.taskWorkers.drain();
  expect(app.worktreeOf(id)).toMatchObject({
    path,
    repository: join(moved, ".git"),
    problem: null,
  });
  expect(readFileSync(join(path, "two.txt"), "utf8")).toBe("2\n");
  expect(gitAt(path, app.environment, "status", "--porcelain")).toBe("?? one.txt\n?? two.txt");
});

test("a worktree without its .git file gets it back", async () => {
  await using app = await createRepositoryApp({
    team: { Builder: inTurn(writes("one.txt", "1\n"), writes("two.txt", "2\n")) },
  });
  const { id } = await app.worked();
  const { path } = app.worktreeOf(id);
  rmSync(join(path, ".git"));
  await app.comment(id, "Continue");
  await app.taskWorkers.drain();
  expect((await app.task(id)).last_error).toBeNull();
  expect(gitAt(path, app.environment, "status", "--porcelain")).toBe("?? one.txt\n?? two.txt");
});

test("files that the repository no longer knows are never replaced", async () => {
  await using app = await createRepositoryApp({ team: { Builder: writes("one.txt", "1\n") } });
  const { id } = await app.worked();
  const { path, repository } = app.worktreeOf(id);
  rmSync(join(repository, "worktrees"), { recursive: true });
  await app.comment(id, "Continue");
  await app.taskWorkers.drain();
  expect((await app.task(id)).last_error).toBe(
    `CLI could not be started: the repository ${app.repository.path} no longer knows the worktree ${path}: move that folder away, and the next run recreates it from its last checkpoint`,
  );
  expect(existsSync(join(path, "one.txt"))).toBe(true);
});

test("what a killed git left of a worktree, and of our locks, is cleared; locks of others stay", async () => {
  using dir = tempDir();
  const environment = gitEnvironment(join(dir.path, "home"));
  const repository = makeRepository(join(dir.path, "website"), environment);
  const dataDir = join(dir.path, "data");
  const options = {
    environment,
    dataDir,
    workspace: {
      working_directory_mode: "git",
      working_directory_path: repository.path,
      setup_command: "exit 1",
    } as const,
  };
  let taskId = "";
  {
    await using app = await createLoopApp({ ...options, team: { Builder: skip } });
    taskId = (await app.createTask()).id;
    await app.taskWorkers.drain();
    cpSync(dataDir, join(dir.path, "crashed"), { recursive: true });
  }
  // As after a kill: the database was not closed.
  rmSync(dataDir, { recursive: true });
  renameSync(join(dir.path, "crashed"), dataDir);
  rmSync(join(dataDir, "malamar.lock"), { force: true });
  const hex = shortHex(taskId);
  const branch = repository.git("branch", "--list", "--format=%(refname:short)", "malamar/*");
  const shared = join(repository.path, ".git");
  // What is there is half made: git was killed while it checked it out.
  const [, made = ""] = repository
    .git("worktree", "list", "--porcelain")
    .split("worktree ")
    .slice(1);
  const path = made.split("\n")[0]!;
  repository.git("worktree", "remove", "-f", "-f", path);
  const half = join(dirname(dirname(path)), ".making", basename(path));
  mkdirSync(half, { recursive: true });
  writeFileSync(join(half, "README.md"), "half");
  const unfinished = join(shared, "worktrees", `website-${hex}7`);
  const theirs = join(shared, "index.lock");
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, "locked"), "initializing");
  writeFileSync(join(shared, `refs/heads/${branch}.lock`), "");
  writeFileSync(theirs, "");
  mkdirSync(join(dataDir, "checkpoints"), { recursive: true });
  writeFileSync(join(dataDir, "checkpoints/some.index.lock"), "");
  {
    await using app = await createLoopApp({
      ...options,
      others: { Builder: writes("a.txt", "1\n") },
    });
    await app.call("PUT", `/api/workspaces/${(await app.task(taskId)).workspace_id}`, {
      body: { setup_command: null },
    });
    await app.comment(taskId, "Continue");
    await app.taskWorkers.drain();
    expect(await app.task(taskId)).toMatchObject({ status: "in_review", last_error: null });
    expect(existsSync(unfinished)).toBe(false);
    expect(existsSync(half)).toBe(false);
    expect(readFileSync(join(path, "README.md"), "utf8")).toBe("# Website\n");
    expect(existsSync(join(shared, `refs/heads/${branch}.lock`))).toBe(false);
    expect(existsSync(join(dataDir, "checkpoints/some.index.lock"))).toBe(false);
    expect(existsSync(theirs)).toBe(true);
    const statuses = app.db.query<{ status: string }, []>("SELECT status FROM check_runs").all();
    expect(statuses).toEqual([{ status: "failed" }]);
  }
});

test("data that has moved takes its worktrees along; a copy leaves them to the original", async () => {
  using dir = tempDir();
  const environment = gitEnvironment(join(dir.path, "home"));
  const repository = makeRepository(join(dir.path, "website"), environment);
  const [first, copied, moved] = [
    join(dir.path, "first"),
    join(dir.path, "copied"),
    join(dir.path, "moved"),
  ];
  const parts = (text: string) => ({ environment, others: { Builder: writes(text, "1\n") } });
  let id = "";
  {
    await using app = await createLoopApp({
      ...parts("one.txt"),
      dataDir: first,
      team: { Builder: writes("one.txt", "1\n") },
      workspace: { working_directory_mode: "git", working_directory_path: repository.path },
    });
    ({ id } = await app.createTask());
    await app.taskWorkers.drain();
  }
  const goOn = async (dataDir: string, file: string) => {
    await using app = await createLoopApp({ ...parts(file), dataDir });
    await app.comment(id, "Continue");
    await app.taskWorkers.drain();
    expect((await app.task(id)).last_error).toBeNull();
    return app.db
      .query<{ path: string; ref: string; branch: string }, [string]>(
        "SELECT path, ref, branch FROM worktrees WHERE task_id = ?",
      )
      .get(id)!;
  };
  cpSync(first, copied, { recursive: true, filter: (path) => !path.includes("worktrees") });
  const theirs = await goOn(copied, "two.txt");
  expect(theirs.path).toStartWith(`${copied}/worktrees/`);
  expect(theirs.branch).toEndWith("-2");
  expect(existsSync(join(theirs.path, "one.txt"))).toBe(true);
  renameSync(first, moved);
  const ours = await goOn(moved, "three.txt");
  expect(ours.path).toStartWith(`${moved}/worktrees/`);
  expect(ours.ref).not.toBe(theirs.ref);
  expect(existsSync(join(ours.path, "two.txt"))).toBe(false);
  expect(gitAt(ours.path, environment, "status", "--porcelain")).toBe("?? one.txt\n?? three.txt");
  expect(existsSync(dirname(dirname(ours.path)))).toBe(true);
});

test("a row that is not Malamar's moves no branch and no ref of others", async () => {
  const held = gate();
  await using app = await createRepositoryApp({ team: { Builder: heldAt(held, skip) } });
  held.open();
  const { id } = await app.worked();
  const main = app.repository.git("rev-parse", "main");
  for (const change of ["branch = 'main'", "ref = 'refs/heads/main'", "id = '../../escaped'"]) {
    app.db.run("SAVEPOINT forged");
    app.db.run(`UPDATE worktrees SET ${change}`);
    app.db.run("RELEASE forged");
    await app.comment(id, "Continue");
    await app.taskWorkers.drain();
    expect((await app.task(id)).last_error).toBe(
      "CLI could not be started: the record of this task's worktree is not Malamar's",
    );
  }
  expect(app.repository.git("rev-parse", "main")).toBe(main);
});
