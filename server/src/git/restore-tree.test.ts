import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn, filesOf, repository } from "#testing/repository.ts";
import { restoreTree, takeSnapshot } from "./snapshot.ts";

type Repository = ReturnType<typeof repository>;

const PATIENCE_MS = 30_000;

function placeIn(repo: Repository, at = repo.top) {
  return { at, indexPath: join(repo.path, "data", "x.index"), isTrusted: false };
}

const options = { maxFileMb: 1, previous: null };

test.concurrent(
  "files are what they were, what git ignores stays, and a restore can be undone",
  async () => {
    using repo = repository();
    repo.write(".gitignore", "*.log\n");
    for (const name of ["edited", "deleted", "to-link", "to-directory", "dir/a", "dir/b"]) {
      repo.write(name, `${name}\n`);
    }
    repo.commitAll();
    repo.write("forced.log", "forced\n");
    repo.git("add", "-f", "forced.log");
    repo.write("untracked", "untracked\n");
    const odd = Buffer.from([0xff, 0x2f, 0xfe]);
    repo.write(odd, "odd\n");
    const place = placeIn(repo);
    const before = await takeSnapshot(repo.door, place, options);
    const filesBefore = filesIn(repo.top);

    repo.write("edited", "again\n");
    repo.makeExecutable("edited");
    repo.remove("deleted");
    repo.remove("to-link");
    symlinkSync("/etc", join(repo.top, "to-link"));
    repo.remove("to-directory");
    repo.write("to-directory/file", "new\n");
    repo.remove("dir");
    repo.write("dir", "a file now\n");
    repo.remove("untracked");
    repo.write("forced.log", "changed\n");
    repo.write("new/file", "new\n");
    repo.write(".gitignore", "*.log\nnothing\n");
    repo.write("ignored.log", "stays\n");
    repo.git("add", "edited");
    const after = await takeSnapshot(repo.door, place, options);
    const filesAfter = filesIn(repo.top);
    const { "ignored.log": ignored, ...stored } = filesAfter;
    expect(filesOf(repo.top, after.treeId)).toEqual(stored);

    const index = readFileSync(join(repo.top, ".git", "index"));
    await restoreTree(repo.door, place, before.treeId, { alsoOwnIndex: false });
    expect(filesIn(repo.top)).toEqual({ ...filesBefore, "ignored.log": ignored! });
    expect(readFileSync(join(repo.top, ".git", "index")).equals(index)).toBe(true);
    expect(await takeSnapshot(repo.door, place, options)).toMatchObject({ treeId: before.treeId });

    await restoreTree(repo.door, place, after.treeId, { alsoOwnIndex: true });
    expect(filesIn(repo.top)).toEqual(filesAfter);
    // Its index is what HEAD says: nothing is staged.
    expect(repo.git("diff", "--cached", "--name-only")).toBe("");
    expect(repo.git("diff", "--name-only").split("\n")).toContain("edited");
  },
  PATIENCE_MS,
);

test.concurrent(
  "a worktree that was recreated gets its files, and what was deleted stays deleted",
  async () => {
    using repo = repository();
    for (const name of ["kept", "deleted", "edited"]) repo.write(name, name);
    repo.commitAll();
    const linked = join(repo.path, "linked");
    repo.git("worktree", "add", "-q", "--detach", linked);
    const place = placeIn(repo, linked);
    writeFileSync(join(linked, "edited"), "again");
    writeFileSync(join(linked, "new"), "new");
    repo.gitIn(linked, "rm", "-q", "deleted");
    const { treeId } = await takeSnapshot(repo.door, place, options);
    const files = filesIn(linked);
    repo.git("worktree", "remove", "--force", linked);
    repo.git("worktree", "add", "-q", "--detach", linked);
    await restoreTree(repo.door, place, treeId, { alsoOwnIndex: true });
    expect(filesIn(linked)).toEqual(files);
  },
  PATIENCE_MS,
);

test.concurrent(
  "what no checkpoint contains is never overwritten: then nothing is changed",
  async () => {
    using repo = repository();
    repo.write(".gitignore", "cache\n");
    repo.write("a", "a");
    repo.write("large", "small");
    repo.write("b/c", "c");
    repo.write("d", "d");
    repo.commitAll();
    const place = placeIn(repo);
    const { treeId } = await takeSnapshot(repo.door, place, options);
    const tries: [string, (path: string) => void][] = [
      ["large", (path) => writeFileSync(path, Buffer.alloc(2 * 1024 * 1024))],
      // A file of that name comes back, where ignored files are now.
      ["a/cache", (path) => writeFileSync(path, "ignored")],
      ["b", (path) => writeFileSync(path, "ignored")],
      ["d/deep/nested/.git/HEAD", (path) => writeFileSync(path, "ref: refs/heads/main\n")],
    ];
    const uncaptured: Record<string, string> = { large: "large", a: "a", b: "b/c", d: "d" };
    for (const [path, make] of tries) {
      const tracked = uncaptured[path.split("/")[0]!]!;
      repo.git("rm", "-q", "--cached", tracked);
      repo.git("commit", "-q", "-m", "untracked");
      repo.remove(tracked.split("/")[0]!);
      if (path === "b") writeFileSync(join(repo.top, ".git", "info", "exclude"), "/b\n");
      mkdirSync(join(repo.top, path, ".."), { recursive: true });
      make(join(repo.top, path));
      await takeSnapshot(repo.door, place, options);
      const files = filesIn(repo.top);
      expect(
        await restoreTree(repo.door, place, treeId, { alsoOwnIndex: true }).catch(String),
      ).toContain(`${path} is in the way, and no checkpoint contains it.`);
      expect(filesIn(repo.top)).toEqual(files);
      repo.remove(path.split("/")[0]!);
      await restoreTree(repo.door, place, treeId, { alsoOwnIndex: true });
      expect(existsSync(join(repo.top, tracked))).toBe(true);
    }
  },
  PATIENCE_MS,
);
