import { expect, test } from "bun:test";
import { renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "#testing/repository.ts";
import { blobOf, countChanges, listChanges, patchOf } from "./diff.ts";

type Repository = ReturnType<typeof repository>;

const manyLines = Array.from({ length: 50 }, (_, at) => `line ${at}\n`).join("");

/** A repository with two commits, between which everything that can change has changed. */
function changedRepository() {
  const repo = repository();
  repo.write("renamed", manyLines);
  repo.write("mode", "same\n");
  repo.write("gone", "gone\n");
  repo.write("edited", "one\ntwo\n");
  repo.write("spaces", "a b\nc\n");
  repo.write("typed", "text\n");
  repo.write("image.png", Buffer.from([0, 1, 2]));
  repo.write("swapped", "was a file\n");
  repo.write("package-lock.json", "{}\n");
  const from = repo.commitAll();
  renameSync(join(repo.top, "renamed"), join(repo.top, "moved ü"));
  repo.write("moved ü", manyLines.replace("line 7\n", "line seven\n"));
  repo.makeExecutable("mode");
  repo.remove("gone");
  repo.write("edited", "one\n2\nthree\n");
  repo.write("spaces", "a  b\nc\n");
  repo.remove("typed");
  symlinkSync("edited", join(repo.top, "typed"));
  repo.write("image.png", Buffer.from([0, 1, 2, 3]));
  repo.remove("swapped");
  repo.write("swapped/inside", "is a directory\n");
  repo.write("package-lock.json", "{ }\n");
  repo.write("made/by/tool.js", "x\n");
  repo.write("made/by/hand.js", "x\n");
  repo.write("made/go.sum", "x\n");
  repo.write("hidden.txt", "x\n");
  repo.write(".gitattributes", "*.txt -diff\n");
  repo.write(
    "made/.gitattributes",
    "by/** linguist-generated\nby/hand.js -linguist-generated\ngo.sum linguist-generated=false\n",
  );
  repo.write(Buffer.from("\xff\n", "latin1"), "odd\n");
  const to = repo.commitAll();
  // What is on the disk, or in an index, decides nothing.
  repo.write(".gitattributes", "edited -diff\n");
  repo.write("made/.gitattributes", "go.sum linguist-generated\n");
  writeFileSync(join(repo.top, ".git", "index"), "broken");
  return Object.assign(repo, { from, to });
}

test("it lists every kind of change with its figures, like git", async () => {
  using repo = changedRepository();
  const { top: at, from, to } = repo;
  const list = await listChanges(repo.door, { at, from, to, most: 100 });
  const shown = list.changed.map((file) =>
    [
      file.status,
      file.old_path,
      file.path,
      file.similarity,
      `${file.old_mode}>${file.new_mode}`,
      `${file.old_size}>${file.new_size}`,
      file.is_binary ? "binary" : `+${file.additions}-${file.deletions}`,
      file.is_generated ? "generated" : "",
    ]
      .filter((part) => part !== null && part !== "")
      .join(" "),
  );
  expect(shown).toEqual([
    "added .gitattributes null>100644 null>12 +1-0",
    "modified edited 100644>100644 8>12 +2-1",
    "deleted gone 100644>null 5>null +0-1",
    "added hidden.txt null>100644 null>2 binary",
    "modified image.png 100644>100644 3>4 binary",
    "added made/.gitattributes null>100644 null>88 +3-0",
    "added made/by/hand.js null>100644 null>2 +1-0",
    "added made/by/tool.js null>100644 null>2 +1-0 generated",
    "added made/go.sum null>100644 null>2 +1-0",
    "modified mode 100644>100755 5>5 +0-0",
    "renamed renamed moved ü 97 100644>100644 390>394 +1-1",
    "modified package-lock.json 100644>100644 3>4 +1-1 generated",
    "modified spaces 100644>100644 6>7 +1-1",
    "deleted swapped 100644>null 11>null +0-1",
    "added swapped/inside null>100644 null>15 +1-0",
    "type_changed typed 100644>120000 5>6 +1-1",
    "added \uFFFD\n null>100644 null>4 +1-0",
  ]);
  expect(list).toMatchObject({ files: 17, additions: 15, deletions: 7, isTruncated: false });
  const first = list.changed.find(({ path }) => path === "edited")!;
  expect(first.old_blob_id).toBe(repo.git("rev-parse", `${from}:edited`));
  expect(first.new_blob_id).toBe(repo.git("rev-parse", `${to}:edited`));

  const part = await listChanges(repo.door, { at, from, to, most: 3 });
  expect(part.changed).toEqual(list.changed.slice(0, 3));
  expect(part).toMatchObject({ files: 17, additions: 15, isTruncated: true });
  // The same from inside the repository, where worktrees share it.
  const inside = { at: join(at, ".git"), from, to };
  expect(await listChanges(repo.door, { ...inside, most: 100 })).toEqual(list);
  expect(await countChanges(repo.door, inside)).toMatchObject({ files: 17, deletions: 7 });
});

test("a patch is the one of its file, whatever else has its name", async () => {
  using repo = changedRepository();
  const read = (path: string, more: object = {}) =>
    patchOf(repo.door, { ...wanted(repo), path, ...more });
  const { patch, isCut } = await read("edited");
  expect(isCut).toBe(false);
  expect(patch).toContain("diff --git a/edited b/edited\nindex ");
  expect(patch).toEndWith("@@ -1,2 +1,3 @@\n one\n-two\n+2\n+three\n");
  expect((await read("mode")).patch).toBe(
    "diff --git a/mode b/mode\nold mode 100644\nnew mode 100755\n",
  );
  const swapped = (await read("swapped")).patch;
  expect(swapped).toStartWith("diff --git a/swapped b/swapped\ndeleted file mode 100644\n");
  expect(swapped).toEndWith("-was a file\n");
  expect((await read("made")).patch).toBe("");
  expect((await read("typed")).patch.match(/^diff --git a\/typed b\/typed$/gm)).toHaveLength(2);
  expect((await read("hidden.txt")).patch).toContain(
    "Binary files /dev/null and b/hidden.txt differ",
  );
  expect((await read("edited*")).patch).toBe("");

  const renamed = (await read("moved ü", { oldPath: "renamed" })).patch;
  expect(renamed).toContain("similarity index 97%\nrename from renamed\nrename to moved ü\n");
  expect(renamed).toContain("@@ -5,7 +5,7 @@");
  const wide = (await read("moved ü", { oldPath: "renamed", context: 100 })).patch;
  expect(wide).toContain("@@ -1,50 +1,50 @@");
  expect((await read("spaces")).patch).toContain("-a b\n+a  b\n");
  expect((await read("spaces", { ignoreWhitespace: true })).patch).not.toContain("@@");

  const cut = await read("edited", { mostBytes: patch.length - 3 });
  expect(cut).toEqual({ patch: patch.slice(0, -"+three\n".length), isCut: true });
});

test("a file is read by its commit and literal path, and nothing else is", async () => {
  using repo = changedRepository();
  const { top: at, to } = repo;
  const read = (path: string, mostBytes = 100) =>
    blobOf(repo.door, { at, commit: to, path, mostBytes });
  expect(await read("image.png")).toEqual({
    bytes: Buffer.from([0, 1, 2, 3]),
    id: repo.git("rev-parse", `${to}:image.png`),
    isTooLarge: false,
  });
  expect(await read("image.png", 3)).toMatchObject({ isTooLarge: true });
  expect(Buffer.from((await read("typed"))!.bytes).toString()).toBe("edited");
  for (const path of [
    "made",
    "made/",
    "./edited",
    "made/../edited",
    "../x",
    "*",
    "",
    "gone",
    "/etc/passwd",
    "--help",
  ]) {
    expect(await read(path)).toBeNull();
  }
});

test("an end that is not a full id is refused", async () => {
  using repo = changedRepository();
  const { top: at, to } = repo;
  for (const from of ["HEAD", "main", "--output=/tmp/x", to.slice(1)]) {
    expect(countChanges(repo.door, { at, from, to })).rejects.toThrow("Not the id of an object");
  }
});

function wanted({ top: at, from, to }: Repository & { from: string; to: string }) {
  return { at, from, to, oldPath: null, context: 3, ignoreWhitespace: false, mostBytes: 100_000 };
}
