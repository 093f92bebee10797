import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { UpdateWorkspace, Workspace } from "@malamar/contract/workspace.ts";
import { shortHex } from "#repository/names.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { gitEnvironment, makeRepository } from "#testing/git-repository.ts";
import { until } from "#testing/live-processes.ts";
import { createRepositoryApp } from "#testing/repository-app.ts";
import { asksForReview, says, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

type RepositoryApp = Awaited<ReturnType<typeof createRepositoryApp>>;

/** What a new task says that works with these settings. */
async function errorWith(app: RepositoryApp, settings: UpdateWorkspace = {}) {
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, { body: settings });
  const { id } = await app.createTask();
  await app.taskWorkers.drain();
  const { last_error } = await app.task(id);
  await app.call("DELETE", `/api/tasks/${id}`);
  return last_error?.replace("CLI could not be started: ", "");
}

test("a task says why it cannot work in its repository", async () => {
  await using app = await createRepositoryApp({ team: { Builder: skip } });
  const { path } = app.repository;
  const at = (working_directory_path: string) => errorWith(app, { working_directory_path });
  const empty = makeRepository(join(app.dir, "empty"), app.environment, {});
  mkdirSync(join(app.dir, "plain"));
  expect(await at(join(app.dir, "plain"))).toBe(`${app.dir}/plain is not a git repository`);
  expect(await at(join(app.dir, "nothing"))).toBe(`${app.dir}/nothing is not a git repository`);
  expect(await at(empty.path)).toBe(`the repository ${empty.path} has no commit yet`);
  expect(await errorWith(app, { working_directory_path: path, base_branch: "gone" })).toBe(
    "the branch gone does not exist",
  );
  app.repository.git("branch", "malamar");
  expect(await errorWith(app, { base_branch: null })).toBe(
    "a branch named malamar exists: choose another branch prefix",
  );
  expect(await errorWith(app, { branch_prefix: "team/" })).toBeUndefined();
  expect(await errorWith(app, { working_directory_path: null })).toBe(
    "the workspace names no working directory",
  );
});

test("no link in a commit, or made by an agent, leads anyone out of the worktree", async () => {
  await using app = await createRepositoryApp({
    files: { "web/a.txt": "1\n" },
    team: {
      Builder: (turn) => {
        rmSync(turn.request.cwd, { recursive: true });
        symlinkSync(outside(), turn.request.cwd);
        return says("linked")(turn);
      },
    },
    workspace: { setup_command: "touch by-setup" },
  });
  function outside(): string {
    return join(app.dir, "outside");
  }
  mkdirSync(outside());
  const { git, path } = app.repository;
  git("switch", "-q", "-c", "linked");
  git("rm", "-q", "-r", "web");
  symlinkSync(outside(), join(path, "web"));
  git("add", "web");
  git("commit", "-q", "-m", "link");
  git("switch", "-q", "main");
  const leadsOut = /^\S+\/web leads out of the worktree through a link: remove the link/;
  const settings = { working_directory_path: join(path, "web") };
  expect(await errorWith(app, { ...settings, base_branch: "linked" })).toMatch(leadsOut);
  expect(await errorWith(app, { ...settings, base_branch: "main" })).toMatch(leadsOut);
  expect(readdirSync(outside())).toEqual([]);
});

test("the same is a warning when the settings are saved", async () => {
  await using app = await createRepositoryApp();
  const warningWith = async (body: UpdateWorkspace) =>
    (await app.call<Workspace>("PUT", `/api/workspaces/${app.workspace.id}`, { body })).body
      .working_directory_warning;
  expect(await warningWith({})).toBeNull();
  expect(await warningWith({ base_branch: "gone" })).toBe(
    "Agents cannot start: the branch gone does not exist.",
  );
  expect(await warningWith({ base_branch: null, working_directory_path: app.dir })).toBe(
    `Agents cannot start: ${app.dir} is not a git repository.`,
  );
  expect(await warningWith({ working_directory_path: null })).toBe(
    "No directory is set. Agents cannot start until you set one.",
  );
});

test("a workspace in a checkout says what it shares with one whose tasks have worktrees of it", async () => {
  await using app = await createRepositoryApp({ workspace: { title: "First" } });
  const warningIn = async (mode: string) => {
    const { path } = app.repository;
    const body = { title: mode, working_directory_mode: mode, working_directory_path: path };
    return (await app.call<Workspace>("POST", "/api/workspaces", { body })).body
      .working_directory_warning;
  };
  expect(await warningIn("git")).toBeNull();
  expect(await warningIn("static")).toEndWith(
    "uses the same repository. Its tasks have their own files; its chats work in this directory.",
  );
  expect(await warningIn("static")).toStartWith(
    "The workspace “static” works in the same directory. Each team sees and changes",
  );
});

test("a directory with Malamar's own data is not a project", async () => {
  await using app = await createRepositoryApp({ team: { Builder: skip } });
  const { path } = makeRepository(dirname(app.dataDir), app.environment);
  expect(await errorWith(app, { working_directory_path: path })).toBe(
    `${path} is your home directory, or holds Malamar's data: choose a project`,
  );
});

test.if(process.getuid?.() === 0)(
  "a repository of another user is refused as git refuses it",
  async () => {
    await using app = await createRepositoryApp({ team: { Builder: skip } });
    const { path } = app.repository;
    Bun.spawnSync(["chown", "--recursive", "4321", path]);
    expect(await errorWith(app)).toBe(
      `git refuses ${path}, which belongs to another user; if you trust it: git config --global --add safe.directory ${path}`,
    );
  },
);

test("without git, or with one that is too old, a task says so", async () => {
  await using app = await createRepositoryApp({
    team: { Builder: skip },
    prepare: ({ path }) => {
      mkdirSync(join(path, "../bin"));
      fakeProgram(join(path, "../bin"), "git", 'echo "git version 2.34.1"');
    },
    environment: { PATH: "" },
  });
  expect(await errorWith(app)).toBe("git was not found");
  await using older = await createRepositoryApp({
    team: { Builder: skip },
    environment: { PATH: `${app.dir}/bin:/usr/bin:/bin` },
  });
  expect(await errorWith(older)).toBe("git 2.34.1 is too old, 2.38 or newer is needed");
});

test("a failing setup command shows its last words; the next attempt continues where it failed", async () => {
  const time = virtualTime();
  await using app = await createRepositoryApp({
    files: { ".gitignore": "tries\n" },
    ...time,
    team: { Builder: asksForReview },
    workspace: {
      setup_command:
        'echo x >> tries; seq 9000; printf "\\033[31mno such package\\033[0m" >&2; [ $(wc -l < tries) = 2 ] || exit 7',
    },
  });
  const { id } = await app.createTask();
  await app.taskWorkers.drain();
  const { last_error } = await app.task(id);
  const [said, ...output] = last_error!.split("\n");
  expect(said).toMatch(/^CLI could not be started: the setup command failed \(exit code 7\): \d+$/);
  expect(output.join("\n")).toEndWith("9000\nno such package");
  expect(Buffer.byteLength(last_error!)).toBeLessThan(4096 + 100);
  expect(app.worktreeOf(id)).toMatchObject({ state: "creating" });
  time.advanceToNext();
  await app.taskWorkers.drain();
  expect(await app.task(id)).toMatchObject({ status: "in_review", last_error: null });
  expect(app.worktreeOf(id)).toMatchObject({ state: "ready", problem: null });
  const runs = app.db
    .query<{ attempt: number; status: string }, []>("SELECT attempt, status FROM check_runs")
    .all();
  expect(runs).toEqual([
    { attempt: 1, status: "failed" },
    { attempt: 2, status: "passed" },
  ]);
});

test("a checkpoint that fails before a run stops it; one that fails after it does not", async () => {
  let breaks = () => {};
  await using app = await createRepositoryApp({
    team: {
      Builder: (turn) => {
        writeFileSync(join(turn.request.cwd, "new.txt"), "1\n");
        breaks();
        return asksForReview(turn);
      },
    },
  });
  const checkpoints = join(app.dataDir, "checkpoints");
  const problem = `${checkpoints} cannot be used: EEXIST: file already exists, mkdir '${checkpoints}'`;
  writeFileSync(checkpoints, "in the way");
  expect(await errorWith(app)).toBe(
    `the checkpoint failed: ${problem}. Nothing was run, so that nothing can be lost`,
  );
  expect(app.script.played).toEqual([]);
  rmSync(checkpoints);
  breaks = () => {
    rmSync(checkpoints, { recursive: true });
    writeFileSync(checkpoints, "in the way");
  };
  const { id, status } = await app.worked();
  expect(status).toBe("in_review");
  const [run] = await app.runs(id);
  expect(await app.text(`/api/runs/${run!.id}/transcript`)).toContain(
    `No checkpoint was stored after this run: ${problem}`,
  );
  expect(app.worktreeOf(id)).toMatchObject({
    state: "ready",
    problem: `the checkpoint failed: ${problem}`,
  });
  const refused = async (method: string, path: string, body: object) => {
    const answer = await app.call<ErrorBody>(method, `/api/tasks/${id}${path}`, { body });
    return [answer.status, answer.body.error.message.includes(problem)];
  };
  const [{ id: checkpoint_id }] = app.checkpointsOf(id) as [Checkpoint];
  expect(await refused("PUT", "", { status: "done" })).toEqual([409, true]);
  expect(await refused("POST", "/checkpoints", {})).toEqual([409, true]);
  expect(await refused("POST", "/restore", { checkpoint_id })).toEqual([409, true]);
});

test("what only a person can fix ends in In Review, with what to do", async () => {
  const time = virtualTime();
  await using app = await createRepositoryApp({
    ...time,
    team: { Builder: skip },
    workspace: { base_branch: "gone" },
  });
  const { id } = await app.createTask();
  while ((await app.task(id)).status !== "in_review") {
    await app.taskWorkers.drain();
    time.advanceToNext();
  }
  expect((await app.said(id)).at(-1)).toMatch(
    /^System: Stopped after \d+ failed attempts in \d+ minutes .* Fix what the error says, or choose another place to work in the workspace settings\. Then comment, or move the task to Todo\.$/,
  );
});

test("a checkpoint has ten minutes for all of its commands", async () => {
  using bin = tempDir();
  const begun = join(bin.path, "begun");
  const git = Bun.which("git", { PATH: process.env["PATH"]! });
  fakeProgram(
    bin.path,
    "git",
    `[ "$2" != status ] || { touch ${begun}; exec sleep 1000; }\nexec ${git} "$@"`,
  );
  const time = virtualTime();
  const environment = {
    ...gitEnvironment(join(bin.path, "home")),
    PATH: `${bin.path}:${process.env["PATH"]}`,
  };
  await using app = await createRepositoryApp({ ...time, environment, team: { Builder: skip } });
  const { id } = await app.createTask();
  await until(() => existsSync(begun));
  time.advance(10 * 60_000);
  await app.taskWorkers.drain();
  expect((await app.task(id)).last_error).toBe(
    "CLI could not be started: the checkpoint failed: it took longer than 10 minutes. Nothing was run, so that nothing can be lost",
  );
});

test("worktrees are never inside a checkout of the repository, not even in one that a person has added", async () => {
  using place = tempDir();
  const side = join(place.path, "side");
  await using app = await createRepositoryApp({
    prepare: ({ git }) => git("worktree", "add", "--quiet", "-b", "side", side),
    workspace: { working_directory_path: side },
    config: { "worktree-dir": join(side, "trees") },
    team: { Builder: asksForReview },
  });
  const { last_error } = await app.worked();
  expect(last_error).toStartWith(
    `CLI could not be started: the worktree directory ${join(side, "trees")} is inside the repository ${side}: choose another`,
  );
  expect(readdirSync(side).toSorted()).toEqual([".git", "README.md"]);
});

test.if(process.getuid?.() === 0)(
  "a full disk for worktrees is named, and the task continues once there is room again",
  async () => {
    const time = virtualTime();
    const mount = join("/tmp", `malamar-worktrees-${shortHex(String(process.pid))}`);
    mkdirSync(mount, { recursive: true });
    const mounted = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", mount]);
    // Not every container may mount.
    if (mounted.exitCode !== 0) return;
    try {
      await using app = await createRepositoryApp({
        ...time,
        team: { Builder: asksForReview },
        files: { "big.bin": "x".repeat(3 * 1024 * 1024) },
        config: { "worktree-dir": join(mount, "trees") },
      });
      await app.call("PUT", "/api/settings", { body: { min_free_disk_mb: 100 } });
      const { id } = await app.createTask();
      await app.taskWorkers.drain();
      expect((await app.task(id)).last_error).toBe(
        `CLI could not be started: ${mount}/trees has 4 MB free, 100 are wanted`,
      );
      await app.call("PUT", "/api/settings", { body: { min_free_disk_mb: 0 } });
      writeFileSync(join(mount, "other"), "x".repeat(3 * 1024 * 1024));
      time.advance(60_000);
      await app.taskWorkers.drain();
      expect((await app.task(id)).last_error).toStartWith(
        `CLI could not be started: ${mount}/trees is full: `,
      );
      expect(app.repository.git("fsck", "--no-dangling")).toBe("");
      rmSync(join(mount, "other"));
      time.advance(60 * 60_000);
      await app.taskWorkers.drain();
      expect(await app.task(id)).toMatchObject({ status: "in_review", last_error: null });
    } finally {
      Bun.spawnSync(["umount", "--lazy", mount]);
      rmSync(mount, { recursive: true, force: true });
    }
  },
);

test.if(process.getuid?.() === 0)(
  "a read-only repository is named, nothing is changed, and the task continues once it is writable",
  async () => {
    const time = virtualTime();
    await using app = await createRepositoryApp({ ...time, team: { Builder: asksForReview } });
    const { path, git } = app.repository;
    const mounted = Bun.spawnSync(["mount", "--bind", "-o", "ro", path, path]);
    if (mounted.exitCode !== 0) return;
    try {
      const { id } = await app.createTask();
      await app.taskWorkers.drain();
      const { branch } = app.worktreeOf(id);
      expect((await app.task(id)).last_error).toStartWith(
        `CLI could not be started: the repository ${path} cannot be written: `,
      );
      expect(git("branch", "--list", "malamar/*")).toBe("");
      Bun.spawnSync(["umount", path]);
      time.advance(60_000);
      await app.taskWorkers.drain();
      expect(await app.task(id)).toMatchObject({ status: "in_review", last_error: null });
      expect(app.worktreeOf(id)).toMatchObject({ state: "ready", branch });
    } finally {
      Bun.spawnSync(["umount", "--lazy", path]);
    }
  },
);
