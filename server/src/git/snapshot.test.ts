import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { filesIn, filesOf, repository } from "#testing/repository.ts";
import { rounds } from "#testing/rounds.ts";
import { GitError } from "./git-error.ts";
import { storeSnapshot, takeSnapshot } from "./snapshot.ts";

type Repository = ReturnType<typeof repository>;

const REF = "refs/malamar/test/0123abcd";

/** A place in it, with an index of its own. */
function placeIn(repo: Repository, at = repo.top) {
  return { at, indexPath: join(repo.path, "data", "checkpoints", "x.index"), isTrusted: false };
}

/** Most of the time they wait for the next second, all at the same time. */
const PATIENCE_MS = 30_000;

const options = { maxFileMb: 1, previous: null };

/** Each waits for a second of git's clock. */
const EDITS = rounds(2, 25);

test.concurrent(
  "a checkpoint equals the directory, whatever was done to it",
  async () => {
    using repo = repository();
    repo.write(".gitignore", "*.log\nbuild/\n");
    for (const name of [
      "edited",
      "deleted",
      "mode",
      "to-link",
      "to-directory",
      "swapped/a",
      "swapped/b",
    ]) {
      repo.write(name, `${name}\n`);
    }
    repo.write("untouched", "as it was\n");
    symlinkSync("untouched", join(repo.top, "link"));
    repo.write("conflict", "base\n");
    repo.commitAll();
    repo.git("switch", "-q", "-c", "other");
    repo.write("conflict", "theirs\n");
    repo.commitAll();
    repo.git("switch", "-q", "main");
    repo.write("conflict", "ours\n");
    repo.commitAll();
    const place = placeIn(repo);
    const first = await takeSnapshot(repo.door, place, options);
    expect(filesOf(repo.top, first.treeId)).toEqual(filesIn(repo.top));

    // An ignored file that was added, in an amended commit; then a merge that stops.
    repo.write("forced.log", "kept\n");
    repo.git("add", "-f", "forced.log");
    repo.git("commit", "-q", "--amend", "-m", "amended");
    expect(() => repo.git("merge", "other")).toThrow();
    repo.write("staged.log", "added by force\n");
    repo.git("add", "-f", "staged.log");
    repo.write("edited", "edited again\n");
    repo.remove("deleted");
    repo.makeExecutable("mode");
    repo.remove("to-link");
    symlinkSync("nowhere/at all", join(repo.top, "to-link"));
    repo.remove("to-directory");
    repo.write("to-directory/file", "in it\n");
    repo.remove("swapped");
    symlinkSync("/etc", join(repo.top, "swapped"));
    repo.write("new/deeply/nested", "new\n");
    repo.write('odd "\n\t\\ * ? [a] name', "odd\n");
    repo.write(" -starts with a space", "odd\n");
    repo.write(Buffer.from([0xff, 0xfe, 0x2f, 0xe4]), "no UTF-8\n");
    repo.write("ignored.log", "ignored\n");
    repo.write("build/out", "ignored\n");
    const second = await takeSnapshot(repo.door, place, { ...options, previous: previous(first) });
    const { "ignored.log": _, "build/out": __, ...expected } = filesIn(repo.top);
    expect(Object.keys(expected)).toHaveLength(15);
    expect(filesOf(repo.top, second.treeId)).toEqual(expected);
    expect(second).toMatchObject({ leftOut: [], headId: repo.git("rev-parse", "HEAD") });

    const third = await takeSnapshot(repo.door, place, { ...options, previous: previous(second) });
    expect(third).toEqual({ ...second, paths: 0 });
  },
  PATIENCE_MS,
);

test.concurrent(
  "100 of 100 files that keep size and times within one second are captured again",
  async () => {
    using repo = repository();
    const place = placeIn(repo);
    const names = Array.from({ length: 100 }, (_, at) => `file-${at}`);
    const old = new Date("2020-01-01T00:00:00Z");
    const rewrite = (content: string) => {
      for (const name of names) {
        repo.write(name, content);
        utimesSync(join(repo.top, name), old, old);
      }
    };
    rewrite("one");
    repo.commitAll();
    await takeSnapshot(repo.door, place, options);
    for (let at = 0; at < EDITS; at++) {
      rewrite(String(at).padStart(3, "0"));
      const { treeId } = await takeSnapshot(repo.door, place, options);
      expect(filesOf(repo.top, treeId)).toEqual(filesIn(repo.top));
    }
  },
  PATIENCE_MS + EDITS * 2_000,
);

test.concurrent(
  "a linked worktree, a detached HEAD, a sparse checkout and a repository without a commit",
  async () => {
    using repo = repository();
    for (const name of ["in/a", "in/b", "out/c", "top"]) repo.write(name, name);
    const first = repo.commitAll();
    const linked = join(repo.path, "linked");
    repo.git("worktree", "add", "-q", "--detach", linked);
    repo.gitIn(linked, "sparse-checkout", "set", "--cone", "in");
    writeFileSync(join(linked, "in/a"), "changed");
    writeFileSync(join(linked, "new"), "new");
    const place = placeIn(repo, linked);
    const sparse = await takeSnapshot(repo.door, place, options);
    expect(sparse.headId).toBe(first);
    const whole = { ...filesOf(repo.top, first), ...filesIn(linked) };
    expect(filesOf(repo.top, sparse.treeId)).toEqual(whole);
    expect(existsSync(join(linked, "out/c"))).toBe(false);

    // What is committed elsewhere is part of it, and what the checkout leaves out from now on stays.
    repo.write("out/c", "changed");
    repo.write("out/d", "new");
    const second = repo.commitAll();
    repo.gitIn(linked, "commit", "-q", "-a", "-m", "in");
    repo.gitIn(linked, "merge", "-q", "-m", "both", second);
    repo.gitIn(linked, "sparse-checkout", "set", "--cone", "nothing");
    const merged = await takeSnapshot(repo.door, place, { ...options, previous: previous(sparse) });
    const committed = filesOf(repo.top, repo.gitIn(linked, "rev-parse", "HEAD"));
    expect(filesOf(repo.top, merged.treeId)).toEqual({ ...committed, ...filesIn(linked) });

    using empty = repository();
    empty.write("sub/file", "content");
    empty.write("staged.log", "content");
    empty.write(".gitignore", "*.log");
    empty.git("add", "-f", "staged.log");
    const unborn = await takeSnapshot(empty.door, placeIn(empty), options);
    expect(unborn.headId).toBeNull();
    expect(filesOf(empty.top, unborn.treeId)).toEqual(filesIn(empty.top));
  },
  PATIENCE_MS,
);

test.concurrent(
  "files that git was asked not to look at are looked at",
  async () => {
    using repo = repository();
    for (const name of ["assumed", "skipped", "gone"]) repo.write(name, "old");
    repo.commitAll();
    repo.git("update-index", "--assume-unchanged", "assumed");
    repo.git("update-index", "--skip-worktree", "skipped", "gone");
    repo.write("assumed", "new!");
    repo.write("skipped", "new!");
    repo.remove("gone");
    expect(repo.git("status", "--porcelain")).toBe("");
    const { treeId } = await takeSnapshot(repo.door, placeIn(repo), options);
    expect(filesOf(repo.top, treeId)).toEqual(filesIn(repo.top));
  },
  PATIENCE_MS,
);

test.concurrent(
  "the person's index, HEAD, config and files stay as they are",
  async () => {
    using repo = repository();
    for (const name of ["staged", "edited", "stashed"]) repo.write(name, "old");
    repo.commitAll();
    repo.write("stashed", "new");
    repo.git("stash", "-q");
    repo.write("staged", "new");
    repo.git("add", "staged");
    repo.write("edited", "new");
    repo.write("untracked", "new");
    // A status would write down now that it has read these.
    utimesSync(join(repo.top, "stashed"), new Date(), new Date());
    const states = () => ({ ...filesIn(join(repo.top, ".git")), ...filesIn(repo.top) });
    const withoutObjects = (files: Record<string, string>) =>
      Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith("objects/")));
    const before = withoutObjects(states());
    const place = placeIn(repo);
    const snapshot = await takeSnapshot(repo.door, place, options);
    expect(withoutObjects(states())).toEqual(before);
    await storeSnapshot(repo.door, { ...stored(repo), snapshot });
    const { [REF]: ref, ...after } = withoutObjects(states());
    expect(ref).toBeDefined();
    expect(after).toEqual(before);
  },
  PATIENCE_MS,
);

test.concurrent(
  "what is too large, another repository, or changed in a submodule is named and left out",
  async () => {
    using inner = repository();
    inner.write("inner", "one");
    inner.commitAll();
    using repo = repository();
    repo.write("tracked", "small");
    repo.git("submodule", "--quiet", "add", inner.top, "clean");
    repo.git("submodule", "--quiet", "add", inner.top, "changed");
    repo.git("submodule", "--quiet", "add", inner.top, "committed");
    repo.commitAll();
    const large = Buffer.alloc(1024 * 1024 + 1);
    repo.write("tracked", large);
    repo.write("grows", "small");
    const place = placeIn(repo);
    const first = await takeSnapshot(repo.door, place, options);
    expect(first.leftOut).toEqual([]);
    expect(filesOf(repo.top, first.treeId)["grows"]).toBeDefined();

    repo.write("grows", large);
    repo.write("large ü", large);
    mkdirSync(join(repo.top, "nested"));
    repo.gitIn(join(repo.top, "nested"), "init", "-q");
    repo.write("nested/file", "kept elsewhere");
    repo.write("changed/untracked", "new");
    repo.write("committed/inner", "two");
    repo.gitIn(join(repo.top, "committed"), "commit", "-q", "-a", "-m", "only here");
    const second = await takeSnapshot(repo.door, place, { ...options, previous: previous(first) });
    const size_bytes = large.length;
    expect(second.leftOut).toEqual([
      { path: "grows", reason: "too_large", size_bytes },
      { path: "large ü", reason: "too_large", size_bytes },
      { path: "nested", reason: "nested_repository", size_bytes: null },
      { path: "changed", reason: "submodule_changes", size_bytes: null },
      { path: "committed", reason: "submodule_changes", size_bytes: null },
    ]);
    const files = filesOf(repo.top, second.treeId);
    expect(Object.keys(files).toSorted()).toEqual(
      [".gitmodules", "changed", "clean", "committed", "tracked"].toSorted(),
    );
    // Added like a submodule, none of our commits contains it.
    repo.gitIn(join(repo.top, "nested"), "add", ".");
    repo.gitIn(join(repo.top, "nested"), "commit", "-q", "-m", "inner");
    repo.git("-c", "advice.addEmbeddedRepo=false", "add", "nested");
    const third = await takeSnapshot(repo.door, place, { ...options, previous: previous(second) });
    expect(filesOf(repo.top, third.treeId)["nested"]).toStartWith("160000 ");
    expect(third.leftOut).toContainEqual({
      path: "nested",
      reason: "submodule_changes",
      size_bytes: null,
    });
  },
  PATIENCE_MS,
);

test.concurrent(
  "what it could not store whole fails with the reason",
  async () => {
    using repo = repository();
    repo.commitAll();
    repo.write(".GIT/config", "");
    const place = placeIn(repo);
    expect(await failure(takeSnapshot(repo.door, place, options))).toBe(
      "git cannot store .GIT/config",
    );
    repo.write("kept/file");
    const elsewhere = { ...place, at: join(repo.top, "kept") };
    expect(await failure(takeSnapshot(repo.door, elsewhere, options))).toBe(
      `${elsewhere.at} is not the top of a checkout`,
    );
  },
  PATIENCE_MS,
);

test("more than 50,000 untracked files are refused, and the directory is named", async () => {
  using repo = repository();
  repo.commitAll();
  mkdirSync(join(repo.top, "kept/node_modules/a"), { recursive: true });
  for (let at = 0; at <= 50_000; at++) {
    writeFileSync(
      join(repo.top, at % 3 ? "kept/node_modules" : "kept/node_modules/a", `${at}`),
      "",
    );
  }
  const place = placeIn(repo);
  expect(await failure(takeSnapshot(repo.door, place, options))).toBe(
    "there are more than 50,000 untracked files, most of them in kept/node_modules/. List what is generated in .gitignore",
  );
}, 30_000);

test.concurrent(
  "a broken index, and the lock that a kill has left, cost nothing; a foreign lock stays",
  async () => {
    using repo = repository();
    repo.write(".gitignore", "*.log");
    repo.write("file", "content");
    repo.write("forced.log", "content");
    repo.git("add", "-f", "forced.log");
    const place = placeIn(repo);
    const first = await takeSnapshot(repo.door, place, options);
    repo.git("rm", "-q", "--cached", "forced.log");
    repo.commitAll();
    for (const content of ["", "DIRC garbage", readFileSync(place.indexPath).subarray(0, 100)]) {
      writeFileSync(place.indexPath, content);
      writeFileSync(`${place.indexPath}.lock`, "");
      const again = await takeSnapshot(repo.door, place, { ...options, previous: previous(first) });
      expect(again.treeId).toBe(first.treeId);
    }
    const foreign = join(repo.top, ".git", "index.lock");
    writeFileSync(foreign, "");
    repo.write("file", "changed");
    const last = await takeSnapshot(repo.door, place, { ...options, previous: previous(first) });
    expect(filesOf(repo.top, last.treeId)).toEqual(filesIn(repo.top));
    expect(existsSync(foreign)).toBe(true);
  },
  PATIENCE_MS,
);

test.concurrent(
  "its commit keeps the one before it and HEAD, and goes nowhere if someone moved the ref",
  async () => {
    using repo = repository();
    repo.write("file", "one");
    const head = repo.commitAll();
    const snapshot = { treeId: repo.git("rev-parse", "HEAD^{tree}"), headId: head };
    const first = await storeSnapshot(repo.door, { ...stored(repo), snapshot });
    const second = await storeSnapshot(repo.door, {
      ...stored(repo),
      snapshot,
      previousCommit: first,
    });
    expect(repo.git("rev-parse", REF)).toBe(second);
    expect(repo.git("log", "-1", "--format=%P|%an|%ci|%B", second)).toBe(
      `${first} ${head}|Malamar|2026-11-19 04:03:17 +0000|Grüße\n\nTask: x`,
    );
    for (const previousCommit of [first, null]) {
      const moved = storeSnapshot(repo.door, { ...stored(repo), snapshot, previousCommit });
      expect(await failure(moved)).toContain("cannot lock ref");
    }
    expect(repo.git("rev-parse", REF)).toBe(second);
    // A link would lead to a branch of the person.
    repo.git("symbolic-ref", "refs/malamar/test/link", "refs/heads/main");
    const link = { ...stored(repo), ref: "refs/malamar/test/link", previousCommit: head };
    await storeSnapshot(repo.door, { ...link, snapshot });
    expect(repo.git("rev-parse", "main")).toBe(head);
  },
  PATIENCE_MS,
);

function stored(repo: Repository) {
  const message = "Grüße\n\nTask: x\n";
  const date = "2026-11-19T04:03:17.123Z";
  return { at: repo.top, ref: REF, previousCommit: null, message, date };
}

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof GitError)) throw new Error(`Not refused: ${String(error)}`);
  return error.message;
}

function previous({ treeId }: { treeId: string }) {
  return { tree_id: treeId };
}
