import { expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { until } from "#testing/live-processes.ts";
import { repository } from "#testing/repository.ts";
import { GitError } from "./git-error.ts";
import { firstBytes, recordsOf } from "./git-output.ts";
import { createGit } from "./git.ts";

type Repository = ReturnType<typeof repository>;

const read = { effort: "read" } as const;

async function failure(work: Promise<unknown>): Promise<GitError> {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof GitError)) throw new Error(`Not refused: ${String(error)}`);
  return error;
}

/** A door whose git does something first. */
function doorBehind(repo: Repository, script: string, now?: () => number) {
  const bin = join(repo.path, "bin");
  const real = Bun.which("git", { PATH: repo.environment["PATH"]! });
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), `#!/bin/sh\n${script}\nexec ${real} "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  return createGit({
    environment: { ...repo.environment, PATH: `${bin}:${repo.environment["PATH"]}` },
    ...(now && { now }),
  });
}

test("it passes on what git prints, and what it refuses in git's words", async () => {
  using repo = repository();
  const { door: git, top: at } = repo;
  const head = repo.commitAll();
  expect(await git.run({ at, args: ["rev-parse", "HEAD"], ...read })).toBe(`${head}\n`);
  const missing = git.run({ at, args: ["rev-parse", "--verify", "nothing"], ...read });
  expect(await failure(missing)).toMatchObject({
    message: "Needed a single revision",
    reason: { kind: "exited", code: 128 },
  });
  const asked = await git.answer({ at, args: ["rev-parse", "-q", "--verify", "nothing"], ...read });
  expect(asked).toMatchObject({ kind: "exited", code: 1, stdout: "" });
  const nowhere = await failure(git.run({ at: join(at, "gone"), args: ["status"], ...read }));
  expect(nowhere.reason.kind).toBe("not_started");
  const aborted = git.run({ at, args: ["status"], signal: AbortSignal.abort(), ...read });
  expect((await failure(aborted)).reason.kind).toBe("aborted");
  const none = createGit({ environment: { PATH: at } });
  expect((await failure(none.version())).message).toBe("git was not found");
});

test("no login that an address contains is in its errors", async () => {
  using repo = repository();
  const said = "fatal: clone of 'https://me:s3cr:e@t@example.com/a@b.git' into 'lib' failed";
  const git = doorBehind(repo, `[ "$2" != submodule ] || { echo "${said}" >&2; exit 128; }`);
  const { message, reason } = await failure(
    git.run({ at: repo.top, args: ["submodule", "update"], ...read }),
  );
  const shown = "clone of 'https://•••@example.com/a@b.git' into 'lib' failed";
  expect(message).toBe(shown);
  expect(reason).toEqual({ kind: "exited", code: 128, stderr: `fatal: ${shown}` });
});

test("the .git folder of a checkout is no bare repository, whatever a person forbids", async () => {
  using repo = repository();
  const head = repo.commitAll();
  const bare = join(repo.path, "bare");
  repo.git("clone", "-q", "--bare", repo.top, bare);
  repo.git("config", "--global", "safe.bareRepository", "explicit");
  const headAt = (at: string) => repo.door.run({ at, args: ["rev-parse", "HEAD"], ...read });
  expect(await headAt(join(repo.top, ".git"))).toBe(`${head}\n`);
  expect((await failure(headAt(bare))).message).toContain("cannot use bare repository");
});

test("output comes as bytes, record by record, and no more of it than is needed", async () => {
  using repo = repository();
  const { door: git, top: at } = repo;
  repo.write(Buffer.from([0xe4, 0x0a]), "x".repeat(1000));
  repo.write("plain", "");
  repo.commitAll();
  const files = { at, args: ["ls-files", "-z"], ...read } as const;
  expect(await recordsOf(git, files)).toEqual(["plain", "\xe4\n"]);
  const objects = repo.git("ls-tree", "-l", "HEAD").split("\n");
  const large = objects.find((line) => line.includes(" 1000\t"))!.split(/\s+/)[2]!;
  const command = { at, args: ["cat-file", "blob", large], ...read } as const;
  const { bytes, isCut } = await firstBytes(git, command, 100);
  expect([bytes.toString(), isCut]).toEqual(["x".repeat(100), true]);
  expect((await firstBytes(git, command, 1000)).isCut).toBe(false);
});

test("a foreign lock is waited for, and a ref that moved is not", async () => {
  using repo = repository();
  const { top: at } = repo;
  const head = repo.commitAll();
  const tries = join(repo.path, "tries");
  const git = doorBehind(repo, `[ "$2" != update-ref ] || echo >> ${tries}`);
  const triesSoFar = () => (existsSync(tries) ? Bun.file(tries).size : 0);
  const lock = join(at, ".git", "refs", "heads", "new.lock");
  writeFileSync(lock, "");
  const created = git.run({ at, args: ["update-ref", "refs/heads/new", head], ...read });
  await until(() => triesSoFar() === 2);
  rmSync(lock);
  await created;
  expect(repo.git("rev-parse", "new")).toBe(head);
  rmSync(tries);
  const other = "1".repeat(40);
  const moved = git.run({ at, args: ["update-ref", "refs/heads/new", head, other], ...read });
  expect((await failure(moved)).message).toContain("but expected");
  expect(triesSoFar()).toBe(1);
}, 20_000);

test("a worktree that someone else's git is about to add is waited for", async () => {
  using repo = repository();
  const { top: at } = repo;
  repo.commitAll();
  repo.git("worktree", "add", "-q", join(repo.path, "theirs"));
  const tries = join(repo.path, "tries");
  const git = doorBehind(repo, `[ "$2" != worktree ] || echo >> ${tries}`);
  // Git creates the file first, and then writes it.
  const half = join(at, ".git", "worktrees", "theirs", "commondir");
  const whole = readFileSync(half);
  writeFileSync(half, "");
  const added = git.run({ at, args: ["worktree", "add", "-q", join(repo.path, "ours")], ...read });
  await until(() => existsSync(tries) && Bun.file(tries).size === 2);
  writeFileSync(half, whole);
  await added;
  expect(repo.git("worktree", "list").split("\n")).toHaveLength(3);
}, 20_000);

test("how long a command has taken and waited is no reason to give up at a lock", async () => {
  using repo = repository();
  const { top: at } = repo;
  const head = repo.commitAll();
  const lock = join(at, ".git", "refs", "heads", "new.lock");
  writeFileSync(lock, "");
  const [begun, go] = [join(repo.path, "begun"), join(repo.path, "go")];
  let time = 0;
  const slow = `if [ "$2" = update-ref ]; then touch ${begun}; while ! [ -e ${go} ]; do sleep 0.01; done; fi`;
  const git = doorBehind(repo, slow, () => time);
  const created = git.run({ at, args: ["update-ref", "refs/heads/new", head], ...read });
  await until(() => existsSync(begun));
  time = 60_000;
  rmSync(begun);
  writeFileSync(go, "");
  await until(() => existsSync(begun));
  rmSync(lock);
  await created;
  expect(repo.git("rev-parse", "new")).toBe(head);

  // Longer than anyone's git takes, it is not waited for.
  writeFileSync(join(at, ".git", "refs", "heads", "other.lock"), "");
  const refused = git.run({ at, args: ["update-ref", "refs/heads/other", head], ...read });
  const moving = setInterval(() => (time += 60_000), 1);
  expect((await failure(refused)).message).toContain("File exists");
  clearInterval(moving);
}, 20_000);

test("a git that has moved is found again", async () => {
  using repo = repository();
  const bin = join(repo.path, "bin");
  const git = doorBehind(repo, "");
  const before = await git.version();
  rmSync(bin, { recursive: true });
  expect((await failure(git.version())).reason.kind).toBe("not_started");
  expect(await git.version()).toBe(before);
});

test("those that may wait for a network leave a place to others", async () => {
  using repo = repository();
  repo.commitAll();
  const [running, go] = [join(repo.path, "running"), join(repo.path, "go")];
  mkdirSync(running);
  const { top: at } = repo;
  const git = doorBehind(
    repo,
    `[ "$2" != rev-list ] || { touch ${running}/$$; while ! [ -e ${go} ]; do sleep 0.01; done; }`,
  );
  const args = ["rev-list", "HEAD"] as const;
  const fetching = Array.from({ length: 5 }, () => git.run({ at, args, ...read, mayFetch: true }));
  await until(() => readdirSync(running).length === 3);
  await git.run({ at, args: ["rev-parse", "HEAD"], ...read });
  expect(readdirSync(running)).toHaveLength(3);
  writeFileSync(go, "");
  expect(await Promise.all(fetching)).toHaveLength(5);
});

test("at most four run at once", async () => {
  using repo = repository();
  const running = join(repo.path, "running");
  const go = join(repo.path, "go");
  mkdirSync(running);
  const git = doorBehind(
    repo,
    `touch ${running}/$$; while ! [ -e ${go} ]; do sleep 0.01; done; rm ${running}/$$; sleep 0.01`,
  );
  let most = 0;
  const versions = Array.from({ length: 8 }, () => git.version());
  const look = () => (most = Math.max(most, readdirSync(running).length));
  await until(() => look() === 4);
  // Whoever is not waiting for a turn would be there by now.
  await Promise.all([1, 2, 3].map(() => repo.door.version()));
  expect(look()).toBe(4);
  writeFileSync(go, "");
  expect(await Promise.all(versions)).toHaveLength(8);
});
