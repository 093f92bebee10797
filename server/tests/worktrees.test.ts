import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { shortHex } from "#repository/names.ts";
import { createCliEngines } from "#engines/cli/registry.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { gitAt, gitEnvironment, makeRepository } from "#testing/git-repository.ts";
import { createRepositoryApp, writes } from "#testing/repository-app.ts";
import { asksForReview, inputOf, says, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

test("a task works in a worktree of its own, on a branch of its own, and the person's checkout stays as it is", async () => {
  await using app = await createRepositoryApp({ team: { Builder: writes("new.txt", "new\n") } });
  const { repository } = app;
  const task = await app.worked({ summary: "Fix the Lögin!" });
  expect(task).toMatchObject({ status: "in_review", last_error: null });
  const worktree = app.worktreeOf(task.id);
  const hex = shortHex(task.id);
  expect(worktree).toMatchObject({
    state: "ready",
    branch: `malamar/fix-the-login-${hex}`,
    base_branch: "main",
    base_commit: repository.git("rev-parse", "main"),
    path: join(app.dataDir, "worktrees", shortHex(app.workspace.id), `website-${hex}`),
  });
  expect(task.working_directory).toBe(worktree.path);
  expect(statSync(join(app.dataDir, "worktrees")).mode & 0o777).toBe(0o700);
  expect(repository.git("status", "--porcelain")).toBe("");
  expect(existsSync(join(repository.path, "new.txt"))).toBe(false);
  expect(gitAt(worktree.path, app.environment, "branch", "--show-current")).toBe(worktree.branch);
  expect(repository.git("worktree", "list", "--porcelain")).toContain(
    `locked Malamar task ${task.id}`,
  );
  expect(repository.git("config", "--list", "--local")).not.toContain("malamar");
  expect(app.checkpointsOf(task.id).map(({ kind, files }) => [kind, files])).toEqual([
    ["created", 0],
    ["run", 1],
  ]);
  expect(task.changes).toEqual({ files: 1, additions: 1, deletions: 0 });
  expect((await app.logs(task.id)).map(({ event_type }) => event_type)).toContain(
    "worktree_created",
  );
});

test("an agent learns where it works, and its CLI too", async () => {
  let input = "";
  let environment: object | undefined;
  await using app = await createRepositoryApp({
    team: {
      Builder: (turn) => {
        input = inputOf(turn);
        ({ environment } = turn.request);
        return asksForReview(turn);
      },
    },
  });
  const task = await app.worked();
  const { path, branch, base_commit } = app.worktreeOf(task.id);
  expect(input).toContain(`## Working Directory

You work in ${path}, a Git worktree that Malamar made for this task.

- Its branch is ${branch}, made from main (${base_commit}).
- Nobody else works in it`);
  expect(environment).toEqual({
    MALAMAR_REPOSITORY: app.repository.path,
    MALAMAR_BRANCH: branch,
    MALAMAR_TASK_ID: task.id,
  });
  const preview = await app.text(`/api/agents/${app.agents[0]!.id}/input?task_id=${task.id}`);
  expect(preview).toContain(branch);
});

test("a CLI gets no variables that would lead its git to another repository", async () => {
  using bin = tempDir();
  fakeProgram(bin.path, "claude", `env > '${bin.path}/env.txt'; exit 1`);
  await using app = await createRepositoryApp({
    createEngines: createCliEngines,
    environment: {
      ...gitEnvironment(join(bin.path, "home")),
      PATH: `${bin.path}:${process.env["PATH"]}`,
      GIT_DIR: "/elsewhere",
      GIT_INDEX_FILE: "/elsewhere/index",
      GIT_SSH_COMMAND: "ssh -4",
    },
    team: { Builder: skip },
  });
  const { id } = await app.worked();
  const { branch } = app.worktreeOf(id);
  const variables = readFileSync(join(bin.path, "env.txt"), "utf8").split("\n");
  expect(
    variables.filter((line) => /^(GIT_|MALAMAR_(REPO|BRANCH|TASK))/.test(line)).toSorted(),
  ).toEqual([
    "GIT_CONFIG_NOSYSTEM=1",
    "GIT_SSH_COMMAND=ssh -4",
    `MALAMAR_BRANCH=${branch}`,
    `MALAMAR_REPOSITORY=${app.repository.path}`,
    `MALAMAR_TASK_ID=${id}`,
  ]);
});

test("agents work in the folder that the workspace names, and a missing one is made", async () => {
  await using app = await createRepositoryApp({
    files: { "packages/web/index.ts": "1\n" },
    prepare: ({ path }) => mkdirSync(join(path, "packages/empty")),
    team: { Builder: writes("made.txt", "1\n") },
  });
  for (const folder of ["packages/web", "packages/empty"]) {
    await app.call("PUT", `/api/workspaces/${app.workspace.id}`, {
      body: { working_directory_path: join(app.repository.path, folder) },
    });
    const task = await app.worked();
    expect(task.last_error).toBeNull();
    const { path } = app.worktreeOf(task.id);
    expect(task.working_directory).toBe(join(path, folder));
    expect(existsSync(join(path, folder, "made.txt"))).toBe(true);
  }
});

test("the base is the branch of the settings, of this repository or of a remote, or a detached commit", async () => {
  await using app = await createRepositoryApp({
    prepare: ({ git, commit }) => {
      git("branch", "release");
      git("update-ref", "refs/remotes/origin/next", "main");
      commit({ "later.txt": "1\n" });
    },
    team: { Builder: skip },
  });
  const { git } = app.repository;
  const baseOf = async (base_branch: string | null) => {
    await app.call("PUT", `/api/workspaces/${app.workspace.id}`, { body: { base_branch } });
    const task = await app.worked();
    expect(task.last_error).toBeNull();
    const row = app.worktreeOf(task.id);
    return [row.base_branch, row.base_commit];
  };
  const [first, second] = [git("rev-parse", "release"), git("rev-parse", "main")];
  expect(await baseOf("release")).toEqual(["release", first]);
  expect(await baseOf("origin/next")).toEqual(["origin/next", first]);
  expect(await baseOf(null)).toEqual(["main", second]);
  git("checkout", "--quiet", "--detach", "release");
  expect(await baseOf(null)).toEqual([null, first]);
});

test("a branch that exists already stays as it is: the next free name is used", async () => {
  await using app = await createRepositoryApp({ team: { Builder: skip } });
  const held = await app.createTask({ is_on_hold: true });
  const name = `malamar/fix-login-${shortHex(held.id)}`;
  app.repository.git("branch", name);
  app.repository.git("branch", `${name}-2/deeper`);
  await app.call("PUT", `/api/tasks/${held.id}`, { body: { is_on_hold: false } });
  await app.taskWorkers.drain();
  expect(app.worktreeOf(held.id)).toMatchObject({ state: "ready", branch: `${name}-3` });
});

describe("copies of ignored files", () => {
  const IGNORED = [".env*", "!.env.example", "secrets/", "deps/", "*.key", ""].join("\n");

  test("get into the worktree where a pattern names them: never over tracked ones, never as links", async () => {
    await using app = await createRepositoryApp({
      files: { ".gitignore": IGNORED, ".env.example": "example\n", "app/main.ts": "1\n" },
      prepare: ({ path, write, git }) => {
        write({
          ".env": "SECRET=1\n",
          "app/.env.local": "LOCAL=1\n",
          "deps/package/.env": "not wanted\n",
          "visible.env": "not ignored\n",
          "other.key": "not named\n",
        });
        git("add", "--force", "app/.env.local");
        git("commit", "--quiet", "--message", "Tracked although ignored");
        write({ "app/.env.local": "changed by the person\n" });
        chmodSync(join(path, ".env"), 0o600);
        symlinkSync("/etc/passwd", join(path, ".env.link"));
        linkSync(join(path, ".env"), join(path, ".env.same"));
      },
      team: { Builder: skip },
    });
    const task = await app.worked();
    const { path } = app.worktreeOf(task.id);
    const read = (name: string) => readFileSync(join(path, name), "utf8");
    expect(read(".env")).toBe("SECRET=1\n");
    expect(statSync(join(path, ".env"))).toMatchObject({ nlink: 1 });
    expect(statSync(join(path, ".env")).mode & 0o777).toBe(0o600);
    expect(read("app/.env.local")).toBe("LOCAL=1\n");
    expect(read(".env.example")).toBe("example\n");
    for (const name of ["deps", "visible.env", "other.key", ".env.link"]) {
      expect([name, existsSync(join(path, name))]).toEqual([name, false]);
    }
    writeFileSync(join(path, ".env"), "changed by an agent\n");
    expect(readFileSync(join(app.repository.path, ".env"), "utf8")).toBe("SECRET=1\n");
    expect(gitAt(path, app.environment, "status", "--porcelain")).toBe("");
  });

  test("follow .worktreeinclude of the base commit; links stay if they stay inside", async () => {
    await using app = await createRepositoryApp({
      files: { ".gitignore": IGNORED, ".worktreeinclude": "secrets/\ndeps/deep/*.key\n" },
      prepare: ({ path, write }) => {
        write({
          ".env": "1\n",
          "secrets/a/one": "1\n",
          "deps/deep/a.key": "1\n",
          "deps/deep/b.txt": "1\n",
          // Nobody has committed this one.
          ".worktreeinclude": ".env\n",
        });
        symlinkSync("a/one", join(path, "secrets/inside"));
        symlinkSync("../.env", join(path, "secrets/outside"));
      },
      team: { Builder: skip },
    });
    const task = await app.worked();
    const { path } = app.worktreeOf(task.id);
    expect(readFileSync(join(path, "secrets/a/one"), "utf8")).toBe("1\n");
    expect(readlinkSync(join(path, "secrets/inside"))).toBe("a/one");
    expect(existsSync(join(path, "deps/deep/a.key"))).toBe(true);
    for (const name of [".env", "secrets/outside", "deps/deep/b.txt"]) {
      expect([name, existsSync(join(path, name))]).toEqual([name, false]);
    }
  });

  test("leave out what would be too much, and the run says so", async () => {
    await using app = await createRepositoryApp({
      files: { ".gitignore": "secrets/\n.env\n", ".worktreeinclude": "secrets/\n.env\n" },
      prepare: ({ path, write }) => {
        write({ ".env": "1\n", "secrets/a": "1\n" });
        Bun.spawnSync(["truncate", "--size", "201M", join(path, "secrets/b")]);
      },
      team: { Builder: skip },
    });
    const task = await app.worked();
    const { path } = app.worktreeOf(task.id);
    expect([existsSync(join(path, "secrets")), existsSync(join(path, ".env"))]).toEqual([
      false,
      true,
    ]);
    const [run] = await app.runs(task.id);
    const said = await app.text(`/api/runs/${run!.id}/transcript`);
    expect(said).toContain("more than 200 MB or 20,000 files: secrets/");
  });

  test("are not written through a link that the repository has", async () => {
    await using app = await createRepositoryApp({
      files: { ".gitignore": ".env\n" },
      prepare: ({ path, git }) => {
        mkdirSync(join(path, "../elsewhere"));
        symlinkSync("../elsewhere", join(path, "conf"));
        git("add", "conf");
        git("commit", "--quiet", "--message", "A link");
        git("rm", "--quiet", "--cached", "conf");
        Bun.spawnSync(["rm", join(path, "conf")]);
        mkdirSync(join(path, "conf"));
        writeFileSync(join(path, "conf/.env"), "1\n");
        writeFileSync(join(path, ".env"), "1\n");
      },
      team: { Builder: skip },
    });
    const task = await app.worked();
    const { path } = app.worktreeOf(task.id);
    expect(lstatSync(join(path, "conf")).isSymbolicLink()).toBe(true);
    expect(existsSync(join(path, ".env"))).toBe(true);
    expect(existsSync(join(app.dir, "elsewhere/.env"))).toBe(false);
    expect(existsSync(join(path, "../elsewhere/.env"))).toBe(false);
  });
});

test("the setup command runs once, in the folder of the agents, and its output is kept", async () => {
  await using app = await createRepositoryApp({
    files: { ".gitignore": "log\n" },
    team: { Builder: says("Done so far.") },
    workspace: {
      setup_command: 'echo "$MALAMAR_BRANCH" >> log; pwd >> log; echo "key: [$OPENAI_API_KEY]"',
      max_passes: 2,
    },
  });
  const task = await app.worked();
  expect((await app.runs(task.id)).length).toBeGreaterThan(1);
  const { path, branch } = app.worktreeOf(task.id);
  expect(readFileSync(join(path, "log"), "utf8")).toBe(`${branch}\n${path}\n`);
  const [run] = app.db.query<Record<string, unknown>, []>("SELECT * FROM check_runs").all();
  expect(run).toMatchObject({ kind: "setup", status: "passed", exit_code: 0, attempt: 1 });
  const log = join(app.dataDir, "checks", `${String(run?.["id"])}.log`);
  expect(readFileSync(log, "utf8")).toBe("key: []\n");
});

test("an imported setup command does not run until a person has switched it on", async () => {
  await using app = await createRepositoryApp({
    files: { ".gitignore": "made\n" },
    team: { Builder: skip },
    workspace: { setup_command: "touch made" },
  });
  const file = await app.get<object>(`/api/workspaces/${app.workspace.id}/export`);
  const { body: imported } = await app.call<Workspace>("POST", "/api/import", {
    body: file,
  });
  expect(imported).toMatchObject({ setup_command: "touch made", is_setup_on: false });
  const isMade = async () => {
    const { id } = await app.createTask({}, imported);
    await app.taskWorkers.drain();
    expect((await app.task(id)).last_error).toBeNull();
    return existsSync(join(app.worktreeOf(id).path, "made"));
  };
  expect(await isMade()).toBe(false);
  expect(app.db.query("SELECT * FROM check_runs").all()).toEqual([]);
  await app.call("PUT", `/api/workspaces/${imported.id}`, { body: { is_setup_on: true } });
  expect(await isMade()).toBe(true);
});

test("submodules are checked out, and sparse checkouts stay sparse", async () => {
  await using app = await createRepositoryApp({
    files: { "kept/a.txt": "1\n", "left/b.txt": "1\n" },
    prepare: (repository) => {
      const { path, git } = repository;
      const home = { PATH: process.env["PATH"]!, HOME: join(path, "../home") };
      const other = makeRepository(join(path, "../library"), home, { "library.ts": "1\n" });
      git("submodule", "--quiet", "add", other.path, "kept/library");
      git("commit", "--quiet", "--message", "A library");
      git("sparse-checkout", "set", "kept");
    },
    team: { Builder: skip },
  });
  const task = await app.worked();
  expect(task.last_error).toBeNull();
  const { path } = app.worktreeOf(task.id);
  expect(existsSync(join(path, "kept/library/library.ts"))).toBe(true);
  expect([existsSync(join(path, "kept/a.txt")), existsSync(join(path, "left"))]).toEqual([
    true,
    false,
  ]);
  expect(task.changes).toEqual({ files: 0, additions: 0, deletions: 0 });
});

test("a person's own worktree and a bare repository can be worked in as well", async () => {
  await using app = await createRepositoryApp({
    prepare: ({ path, git }) => {
      git("worktree", "add", "--quiet", "-b", "side", join(path, "../side"));
      git("clone", "--quiet", "--bare", path, join(path, "../bare.git"));
    },
    team: { Builder: writes("new.txt", "1\n") },
  });
  for (const [name, base, repository] of [
    ["side", "side", "website/.git"],
    ["bare.git", "main", "bare.git"],
  ] as const) {
    await app.call("PUT", `/api/workspaces/${app.workspace.id}`, {
      body: { working_directory_path: join(app.dir, name) },
    });
    const task = await app.worked();
    expect(task.last_error).toBeNull();
    expect(app.worktreeOf(task.id)).toMatchObject({
      base_branch: base,
      repository: join(app.dir, repository),
    });
    expect(task.changes?.files).toBe(1);
  }
});

test("files go through the person's own filters, such as that of LFS", async () => {
  await using app = await createRepositoryApp({
    files: { ".gitattributes": "*.big filter=upper\n" },
    prepare: ({ commit, git }) => {
      git("config", "--global", "filter.upper.clean", "tr a-z A-Z");
      git("config", "--global", "filter.upper.smudge", "tr A-Z a-z");
      commit({ "film.big": "film\n" });
    },
    team: { Builder: writes("other.big", "other\n") },
  });
  expect(app.repository.git("cat-file", "blob", "HEAD:film.big")).toBe("FILM");
  const task = await app.worked();
  const { path, ref } = app.worktreeOf(task.id);
  expect(readFileSync(join(path, "film.big"), "utf8")).toBe("film\n");
  expect(app.repository.git("cat-file", "blob", `${ref}:other.big`)).toBe("OTHER");
  expect(task.changes?.files).toBe(1);
});
