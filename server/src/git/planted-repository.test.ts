import { expect, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plantedRepository } from "#testing/planted-repository.ts";
import { filesIn } from "#testing/repository.ts";
import { countChanges, listChanges, patchOf } from "./diff.ts";
import { GitError } from "./git-error.ts";
import { createGit } from "./git.ts";
import { lookAt } from "./repository-look.ts";
import { restoreTree, storeSnapshot, takeSnapshot } from "./snapshot.ts";

type Planted = ReturnType<typeof plantedRepository>;

test("a repository that names programs everywhere starts none of them", async () => {
  using repo = plantedRepository();
  const { door: git, top: at, path, first, second } = repo;
  repo.write("a.txt", "three\n");
  repo.write("b.bin", "three\n");
  plantSubmodule(repo);
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
  });
  expect(facts.problem).toBeNull();
  const listed = facts.programs.map(({ key }) => key.toLowerCase());
  const named = repo.keys.map((key) => key.toLowerCase());
  expect(listed.toSorted()).toEqual(named.toSorted());
  expect(facts.programs.filter(({ is_run }) => is_run)).toEqual([]);

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

/** Its own filter runs when someone's status looks into it. */
function plantSubmodule(repo: Planted): void {
  const source = join(repo.path, "source");
  repo.gitIn(repo.path, "init", "-q", source);
  repo.gitIn(source, "commit", "-q", "--allow-empty", "-m", "x");
  const quiet = [
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "submodule.recurse=false",
  ];
  const add = ["submodule", "--quiet", "add", "--name", "inner", source, "inner"];
  Bun.spawnSync(["git", ...quiet, ...add], { cwd: repo.top, env: repo.environment });
  const inner = join(repo.top, "inner");
  repo.write("inner/.gitattributes", "* filter=inner\n");
  repo.write("inner/inner.txt", "one\n");
  repo.gitIn(inner, "add", "-A");
  repo.gitIn(inner, "commit", "-q", "-m", "y");
  repo.gitIn(inner, "config", "filter.inner.clean", repo.program("submodule filter"));
  repo.write("inner/inner.txt", "two\n");
}

/** The person's own: what no snapshot may touch. */
function gitFiles(repo: Planted) {
  const entries = Object.entries(filesIn(join(repo.top, ".git")));
  return Object.fromEntries(entries.filter(([path]) => !/^(objects|refs\/malamar)\//.test(path)));
}

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
  const programs = await git.programs({ at, isTrusted: true });
  expect(programs.filter(({ is_run }) => is_run).map(({ key }) => key)).toEqual([
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
