import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { systemTimers } from "#lib/clock.ts";
import { createPatientDisk } from "#lib/patient-disk.ts";
import { repository } from "#testing/repository.ts";
import { createGit } from "./git.ts";
import { lookAt } from "./repository-look.ts";
import { findStart } from "./starting-place.ts";

const disk = createPatientDisk({ timers: systemTimers });

type Repository = ReturnType<typeof repository>;

function look(
  repo: Repository,
  path: string,
  more: { baseBranch?: string; dataDir?: string } = {},
) {
  const { baseBranch = null, dataDir = join(repo.path, "elsewhere") } = more;
  return lookAt(repo.door, path, { baseBranch, dataDir, home: repo.path, disk });
}

test("it says all about a checkout and about the commit that tasks start from", async () => {
  using repo = repository();
  repo.write("package.json", "{}");
  repo.write("app/package.json", "{}");
  repo.write("app/pnpm-lock.yaml", "");
  const first = repo.commitAll();
  repo.git("branch", "older");
  repo.write(".worktreeinclude", "# What agents need\n\n.env\r\n/config/*.local\n");
  repo.write(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
  const head = commitLater(repo);
  repo.git("update-ref", "refs/remotes/origin/main", first);
  repo.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
  repo.git("config", "filter.secret.clean", "encrypt %f");
  repo.write("app/new/file", "");
  repo.write("app/new/other", "");
  repo.write("package.json", "{ }");
  expect(await look(repo, join(repo.top, "app"))).toEqual({
    path: join(repo.top, "app"),
    git_version: await repo.door.version(),
    problem: null,
    root: repo.top,
    prefix: "app/",
    is_bare: false,
    is_linked: false,
    branch: "main",
    head_commit: head,
    branches: ["main", "older", "origin/main"],
    uncommitted_files: 3,
    has_submodules: false,
    is_sparse: false,
    has_lfs: true,
    worktree_include: [".env", "/config/*.local"],
    programs: [
      { key: "filter.secret.clean", value: "encrypt %f", scope: "local", runs: "if_trusted" },
    ],
    suggested_setup: "pnpm install --frozen-lockfile",
  });
  expect(await look(repo, repo.top, { baseBranch: "origin/main" })).toMatchObject({
    problem: null,
    worktree_include: null,
    has_lfs: false,
    suggested_setup: "npm install",
  });
  expect((await look(repo, repo.top, { baseBranch: "new" })).problem).toBe(
    "the branch new does not exist",
  );

  const linked = join(repo.path, "linked");
  repo.git("worktree", "add", "-q", "--detach", linked);
  repo.gitIn(linked, "sparse-checkout", "set", "app");
  expect(await look(repo, linked)).toMatchObject({
    root: linked,
    is_linked: true,
    is_sparse: true,
    branch: null,
    head_commit: head,
    uncommitted_files: 0,
  });
  const bare = join(repo.path, "bare.git");
  repo.git("clone", "-q", "--bare", repo.top, bare);
  expect(await look(repo, bare)).toMatchObject({
    problem: null,
    root: bare,
    is_bare: true,
    is_linked: false,
    branch: "main",
    uncommitted_files: 0,
  });
});

/** Git sorts branches by seconds. */
function commitLater(repo: Repository): string {
  repo.git("add", "-A");
  const date = { GIT_COMMITTER_DATE: "2040-01-01T00:00:00Z" };
  const env = { ...repo.environment, ...date };
  Bun.spawnSync(["git", "commit", "-q", "-m", "later"], { cwd: repo.top, env });
  return repo.git("rev-parse", "HEAD");
}

test("what keeps tasks from working there is said in the words of their error", async () => {
  using repo = repository();
  const { top, path } = repo;
  const problem = async (...asked: [string, object?]) => (await look(repo, ...asked)).problem;
  expect(await problem(top)).toBe(`the repository ${top} has no commit yet`);
  const plain = join(path, "plain");
  mkdirSync(plain);
  for (const wrong of [plain, join(path, "missing"), join(top, ".git")]) {
    expect(await problem(wrong)).toBe(`${wrong} is not a git repository`);
  }
  expect((await look(repo, "~/no-such-project")).path).toBe(join(homedir(), "no-such-project"));

  const tooMuch = (at: string) =>
    `${at} is your home directory, or holds Malamar's data: choose a project`;
  expect(await problem(path)).toBe(tooMuch(path));
  expect(await problem("/")).toBe(tooMuch("/"));
  expect(await problem(top, { dataDir: join(top, "data") })).toBe(tooMuch(top));
  symlinkSync(path, join(top, "home"));
  expect(await problem(join(top, "home"))).toBe(tooMuch(join(top, "home")));
  // A repository of the home directory holds everything in it.
  repo.gitIn(path, "init", "-q");
  expect(await problem(plain)).toBe(tooMuch(path));

  repo.git("config", "core.worktree", plain);
  repo.commitAll();
  expect(await problem(top)).toBe(`${top} is not a git repository`);
  repo.git("config", "core.worktree", path);
  expect(await problem(top)).not.toBeNull();
  repo.git("config", "--unset", "core.worktree");
  writeFileSync(join(top, ".git", "config"), "[broken");
  expect(await problem(top)).toContain("bad config line");
});

test("what cannot be looked at is not a repository, and a disk that does not answer is said", async () => {
  using repo = repository();
  repo.commitAll();
  symlinkSync("loop", join(repo.path, "loop"));
  writeFileSync(join(repo.path, "file"), "");
  for (const name of ["file/x", "loop", "x".repeat(300), `${"x/".repeat(2100)}x`]) {
    const path = join(repo.path, name);
    expect((await look(repo, path)).problem).toBe(`${path} is not a git repository`);
  }
  const silent = async <Answer>(_: () => Promise<Answer>, unanswered: Answer) => unanswered;
  const asked = { baseBranch: null, dataDir: "/elsewhere", home: repo.path, disk: silent };
  expect((await lookAt(repo.door, repo.top, asked)).problem).toBe(
    `${repo.top} was not checked, because a disk is not responding`,
  );
});

test("uncommitted files that cannot be counted keep nobody from working", async () => {
  using repo = repository();
  repo.write("a.txt", "1\n");
  const head = repo.commitAll();
  writeFileSync(join(repo.top, ".git", "index"), "broken");
  expect(await look(repo, repo.top)).toMatchObject({
    problem: null,
    head_commit: head,
    uncommitted_files: null,
    branches: ["main"],
  });
});

test("tasks ask no more than where they start", async () => {
  using repo = repository();
  const head = repo.commitAll();
  const [bin, said] = [join(repo.path, "bin"), join(repo.path, "said")];
  mkdirSync(bin);
  const git = Bun.which("git", { PATH: repo.environment["PATH"]! });
  program(join(bin, "git"), `echo "$2" >> ${said}\nexec ${git} "$@"`);
  const logged = createGit({
    environment: { ...repo.environment, PATH: `${bin}:${repo.environment["PATH"]}` },
  });
  const asked = { baseBranch: null, dataDir: "/elsewhere", home: repo.path, disk };
  const { place } = await findStart(logged, repo.top, asked);
  expect(place).toMatchObject({ root: repo.top, branch: "main", start: head });
  const commands = new Set(readFileSync(said, "utf8").trim().split("\n"));
  expect([...commands].toSorted()).toEqual(["config", "rev-parse", "symbolic-ref", "version"]);
});

test("another user's repository is refused, with what git wants to be asked", async () => {
  using repo = repository();
  repo.commitAll();
  const ours = join(repo.path, "bin");
  mkdirSync(ours);
  // Only root could give it to someone else; git has a variable for its own tests.
  const git = Bun.which("git", { PATH: repo.environment["PATH"]! });
  program(join(ours, "git"), `export GIT_TEST_ASSUME_DIFFERENT_OWNER=1\nexec ${git} "$@"`);
  const { path, top } = repo;
  const strict = createGit({ environment: { ...repo.environment, PATH: `${ours}:/usr/bin:/bin` } });
  const asked = { baseBranch: null, dataDir: join(path, "elsewhere"), home: path, disk };
  expect((await lookAt(strict, top, asked)).problem).toBe(
    `git refuses ${top}, which belongs to another user; if you trust it: git config --global --add safe.directory ${top}`,
  );
});

test("no git, and one that is too old, are said without asking anything else", async () => {
  using repo = repository();
  const ours = join(repo.path, "bin");
  mkdirSync(ours);
  const old = createGit({ environment: { PATH: ours } });
  const asked = { baseBranch: null, dataDir: "/nowhere", disk };
  expect(await lookAt(old, repo.top, asked)).toMatchObject({
    git_version: null,
    problem: "git was not found",
    root: null,
  });
  program(join(ours, "git"), 'test "$2" = version || exit 129\necho git version 2.37.1');
  expect(await lookAt(old, repo.top, asked)).toMatchObject({
    git_version: null,
    problem: "git 2.37.1 is too old, 2.38 or newer is needed",
    root: null,
  });
});

function program(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}
