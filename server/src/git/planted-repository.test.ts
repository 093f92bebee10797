import { expect, test } from "bun:test";
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemTimers } from "#lib/clock.ts";
import { createPatientDisk } from "#lib/patient-disk.ts";
import { plantedRepository, tracedPrograms } from "#testing/planted-repository.ts";
import { filesIn, filesOf, repository, type Repository } from "#testing/repository.ts";
import { countChanges, listChanges, patchOf } from "./diff.ts";
import { GitError } from "./git-error.ts";
import { createGit } from "./git.ts";
import { lookAt } from "./repository-look.ts";
import { createBranch } from "./branches.ts";
import { restoreTree, storeSnapshot, takeSnapshot } from "./snapshot.ts";
import { addWorktree, checkOutSubmodules, removeWorktree } from "./worktrees.ts";

const disk = createPatientDisk({ timers: systemTimers });

type Planted = ReturnType<typeof plantedRepository>;

test("a repository that names programs everywhere starts none of them", async () => {
  using repo = plantedRepository();
  const { door: git, top: at, path, first, second } = repo;
  repo.write("a.txt", "three\n");
  repo.write("b.bin", "three\n");
  repo.plantSubmodule();
  const plain = (...args: string[]) => {
    Bun.spawnSync(["git", ...args], { cwd: at, env: repo.environment });
  };
  plain("status");
  expect(repo.started()).toContain("submodule filter");
  const ownFiles = gitFiles(repo);

  const facts = await lookAt(git, at, {
    baseBranch: null,
    dataDir: join(path, "data"),
    home: path,
    disk,
  });
  expect(facts.problem).toBeNull();
  const listed = facts.programs.map(({ key }) => key.toLowerCase());
  const named = repo.keys.map((key) => key.toLowerCase());
  expect(listed.toSorted()).toEqual(named.toSorted());
  expect(facts.programs.filter(({ runs }) => runs === "always")).toEqual([]);

  const place = { at, indexPath: join(path, "data", "x.index"), isTrusted: false };
  const snapshot = await takeSnapshot(git, place, { maxFileMb: 1, previous: null });
  // As it is on the disk, because the filters did not run.
  expect(repo.hasTrace("filter.planted.clean")).toBe(false);
  const stored = { at, snapshot, previousCommit: null, message: "x", date: "2026-11-19T00:00:00Z" };
  await storeSnapshot(git, { ...stored, ref: "refs/malamar/x/y" });
  const { treeId } = snapshot;
  await countChanges(git, { at, from: first, to: treeId });
  const { changed } = await listChanges(git, { at, from: first, to: treeId, most: 10 });
  expect(changed.map(({ path }) => path)).toEqual([".gitmodules", "a.txt", "b.bin", "inner"]);
  const wanted = { at, from: first, to: second, path: "a.txt", oldPath: null };
  const { patch } = await patchOf(git, {
    ...wanted,
    context: 3,
    ignoreWhitespace: false,
    mostBytes: 1000,
  });
  expect(patch).toContain("-one\n+two\n");
  expect(gitFiles(repo)).toEqual(ownFiles);
  await restoreTree(git, place, repo.git("rev-parse", `${first}^{tree}`), { alsoOwnIndex: true });
  expect(repo.started()).toEqual([]);
  expect(snapshot.leftOut).toContainEqual({
    path: "inner",
    reason: "submodule_changes",
    size_bytes: null,
  });

  // Plain git does run them.
  repo.write("a.txt", "four\n");
  repo.write("b.bin", "four\n");
  plain("add", "b.bin");
  // The program of this filter does not answer, which would end the others.
  repo.write(".git/info/attributes", "*.bin -filter\n");
  plain("status");
  plain("diff");
  plain("checkout", "-q", "-f", second);
  plain("log", "-p");
  plain("commit", "-q", "-m", "x", "--allow-empty");
  const started = repo.started();
  for (const name of SURELY_RUN) expect(started).toContain(name);
});

/** By these few commands; the others have their own. */
const SURELY_RUN = [
  "core.fsmonitor",
  "diff.external",
  "diff.planted.command",
  "filter.of-process.process",
  "filter.planted.clean",
  "filter.planted.smudge",
  "hook post-checkout",
  "hook pre-commit",
  "hook reference-transaction",
];

/** The person's own: what no snapshot may touch. */
function gitFiles(repo: Planted) {
  const entries = Object.entries(filesIn(join(repo.top, ".git")));
  return Object.fromEntries(entries.filter(([path]) => !/^(objects|refs\/malamar)\//.test(path)));
}

test("a worktree of it starts none of them: when it is made, filled, put back and removed", async () => {
  using repo = plantedRepository();
  const { door: git, top: at } = repo;
  const planted = repo.plantForWorktrees();
  // Submodules from the disk are something that only a person can allow.
  writeFileSync(join(repo.path, ".gitconfig"), '[protocol "file"]\nallow = always\n');
  const head = repo.git("rev-parse", "HEAD");
  const { library: _, ...files } = filesOf(at, head);
  repo.started();

  const path = join(repo.path, "worktree");
  await createBranch(git, at, "malamar/x", head);
  const where = { at, path, isTrusted: false };
  await addWorktree(git, { ...where, checkedOut: { branch: "malamar/x" }, reason: "a test" });
  expect(filesIn(path)).toEqual(files);
  await checkOutSubmodules(git, { ...where, at: path });
  expect(existsSync(join(path, "library", ".git"))).toBe(true);
  const place = { at: path, indexPath: join(repo.path, "x.index"), isTrusted: false };
  writeFileSync(join(path, "on-branch.txt"), "two\n");
  await takeSnapshot(git, place, { maxFileMb: 1, previous: null });
  await git.run({ at: path, args: ["reset", "--quiet", "--mixed"], effort: "checkpoint" });
  await restoreTree(git, place, repo.git("rev-parse", `${head}^{tree}`), { alsoOwnIndex: true });
  expect(filesIn(path)).toMatchObject(files);
  await removeWorktree(git, at, path);
  expect(existsSync(path)).toBe(false);
  expect(repo.started()).toEqual([]);

  // What a person trusts runs, but no hook. One does not answer, which would end the others.
  repo.git("config", "--file", ".git/more-config", "--unset", "filter.of-process.process");
  await createBranch(git, at, "malamar/z", head);
  const trusted = { at, path: join(repo.path, "trusted"), isTrusted: true };
  await addWorktree(git, { ...trusted, checkedOut: { branch: "malamar/z" }, reason: "a test" });
  const filters = planted.filter((name) => name.startsWith("smudge "));
  expect(repo.started()).toEqual(["filter.planted.smudge", ...filters].toSorted());

  // Plain git does run them.
  const own = join(repo.path, "own");
  const plain = (cwd: string, ...args: string[]) => {
    Bun.spawnSync(["git", "-c", "filter.of-process.process=", ...args], {
      cwd,
      env: repo.environment,
    });
  };
  plain(at, "worktree", "add", own, "-b", "malamar/y", head);
  plain(own, "submodule", "update", "--init");
  const started = repo.started();
  for (const name of [...planted, "hook post-checkout"]) expect(started).toContain(name);
}, 30_000);

/** Each alone: one of them can keep another from being reached. */
const WAYS_TO_FETCH: readonly { key: string; before?: string; and?: [string, string] }[] = [
  { key: "remote.origin.uploadpack" },
  { key: "alias.remote-planted", before: "!", and: ["remote.origin.vcs", "planted"] },
  { key: "core.gitProxy", and: ["remote.origin.url", "git://localhost:1/x"] },
  { key: "core.sshCommand", and: ["remote.origin.url", "ssh://localhost:1/x"] },
  { key: "remote.origin.url", before: "ext::", and: ["protocol.ext.allow", "always"] },
];

test("a missing object is fetched through no program that the repository names", async () => {
  using repo = repository();
  const { program, started } = tracedPrograms(repo);
  const { path, door: git } = repo;
  repo.write("a.txt", "one\n");
  repo.commitAll();
  repo.git("config", "uploadpack.allowFilter", "true");
  for (const { key, before = "", and } of WAYS_TO_FETCH) {
    const at = partialClone(repo, key);
    repo.gitIn(at, "config", key, before + program(key, "exit 1"));
    if (and) repo.gitIn(at, "config", ...and);
    const args = ["cat-file", "blob", "HEAD:a.txt"] as const;
    await refusal(git.run({ at, args, effort: "read" }));
    await refusal(git.run({ at, args, effort: "read", mayFetch: true }));
    await lookAt(git, at, { baseBranch: null, dataDir: join(path, "data"), home: path, disk });
    expect(started()).toEqual([]);
    const { GIT_ALLOW_PROTOCOL: _, ...env } = repo.environment;
    Bun.spawnSync(["git", ...args], { cwd: at, env });
    expect(started()).toEqual([key]);
  }
}, 30_000);

/** Of the repository, without the content of any file. */
function partialClone(repo: Repository, name: string): string {
  const to = join(repo.path, name);
  const how = ["--quiet", "--no-checkout", "--filter=blob:none"];
  repo.gitIn(repo.path, "clone", ...how, `file://${repo.top}`, to);
  return to;
}

test("a partial clone gets what it lacks where it checks out files, and nowhere else", async () => {
  using repo = repository();
  repo.write("a.txt", "one\n");
  const head = repo.commitAll();
  repo.git("config", "uploadpack.allowFilter", "true");
  const at = partialClone(repo, "partial");
  const { door: git } = repo;
  const read = { at, args: ["cat-file", "blob", "HEAD:a.txt"], effort: "read" } as const;
  expect(await refusal(git.run(read))).toContain("promisor remote");
  repo.gitIn(at, "branch", "malamar/x");
  const path = join(repo.path, "worktree");
  const checkedOut = { branch: "malamar/x" };
  await addWorktree(git, { at, path, checkedOut, reason: "a test", isTrusted: false });
  expect(filesIn(path)).toEqual(filesOf(repo.top, head));
  expect(await git.run(read)).toBe("one\n");
});

test("what a person trusts runs, but no hook and nothing that only annoys", async () => {
  using repo = plantedRepository();
  repo.write("a.txt", "three\n");
  const { door: git, top: at } = repo;
  const place = { at, indexPath: join(repo.path, "x.index"), isTrusted: true };
  repo.git("config", "--unset", "include.path");
  repo.git("config", "filter.planted.clean", repo.program("filter.planted.clean", "tr a-z A-Z"));
  repo.git("config", "core.fsmonitor", repo.program("core.fsmonitor", "exit 1"));
  repo.started();
  const { treeId } = await takeSnapshot(git, place, { maxFileMb: 1, previous: null });
  expect(repo.started()).toEqual(["filter.planted.clean"]);
  expect(await git.run({ at, args: ["cat-file", "blob", `${treeId}:a.txt`], effort: "read" })).toBe(
    "THREE\n",
  );
  const programs = await git.programs({ at });
  expect(programs.filter(({ runs }) => runs === "if_trusted").map(({ key }) => key)).toEqual([
    "filter.planted.clean",
  ]);
});

test("the repository cannot send git elsewhere, nor hide what it names", async () => {
  using repo = plantedRepository();
  const { top: at, path } = repo;
  repo.write("a.txt", "three\n");
  const place = { at, indexPath: join(path, "x.index"), isTrusted: false };
  const take = (environment = repo.environment) =>
    takeSnapshot(createGit({ environment }), place, { maxFileMb: 1, previous: null });
  const { treeId } = await take();

  // The settings say that the files are somewhere else, and so do the variables.
  repo.write("elsewhere/secret", "not ours\n");
  const elsewhere = join(at, "elsewhere");
  repo.git("config", "core.worktree", elsewhere);
  const { GIT_DIR, ...variables } = {
    GIT_DIR: join(path, "no-such"),
    GIT_WORK_TREE: elsewhere,
    GIT_INDEX_FILE: join(path, "other.index"),
    GIT_OBJECT_DIRECTORY: join(path, "objects"),
    GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${repo.program("by a variable")}'`,
    GIT_EXTERNAL_DIFF: repo.program("by a variable"),
    GIT_SSH_COMMAND: repo.program("by a variable"),
  };
  repo.remove("elsewhere");
  expect(await take({ ...repo.environment, ...variables, GIT_DIR })).toMatchObject({ treeId });
  repo.git("config", "--unset", "core.worktree");

  // What the person's own settings name is not looked for in the current directory, nor is git.
  writeFileSync(join(path, ".gitconfig"), '[filter "mine"]\nclean = my-tool\n');
  repo.write(".git/info/attributes", "*.md filter=mine\n");
  repo.write("c.md", "three\n");
  for (const name of ["git", "my-tool"]) symlinkSync(repo.program(name), join(at, name));
  repo.started();
  await take({ ...repo.environment, PATH: `.::${repo.environment["PATH"]}` });
  expect(repo.started()).toEqual([]);
  for (const name of ["git", "my-tool"]) repo.remove(name);

  // An object is what its id says.
  const [one, two] = ["first", "second"].map((which) =>
    repo.git("rev-parse", `${which === "first" ? repo.first : repo.second}:a.txt`),
  );
  repo.git("-c", "core.hooksPath=/dev/null", "replace", two!, one!);
  const show = await repo.door.run({ at, args: ["cat-file", "blob", two!], effort: "read" });
  expect(show).toBe("two\n");
  expect(repo.git("-c", "core.pager=cat", "cat-file", "blob", two!)).toBe("one");

  // Names that we could not pass on, and settings that do not end: nothing is started at all.
  const config = join(at, ".git", "config");
  const before = await Bun.file(config).text();
  const program = repo.program("hidden");
  await Bun.write(
    config,
    Buffer.concat([
      Buffer.from(`${before}[filter "`),
      Buffer.from([0xff]),
      Buffer.from(`"]\nclean = ${program}\n`),
    ]),
  );
  expect(await refusal(take())).toContain("cannot be switched off");
  await Bun.write(config, `${before}[include]\npath = /dev/zero\n`);
  expect(await refusal(take())).not.toBe("");
  await Bun.write(config, before);
  repo.started();
  await take();
  expect(repo.started()).toEqual([]);
});

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof GitError)) throw new Error(`Not refused: ${String(error)}`);
  return error.message;
}
