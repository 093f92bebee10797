import { expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { repository } from "#testing/repository.ts";
import { copyIgnored } from "./copy-ignored.ts";
import { readPatterns } from "./copy-patterns.ts";

/** A repository whose directory `cache` is ignored, and a worktree of it. */
function twoPlaces() {
  const repo = repository();
  repo.write(".gitignore", "cache/\n");
  repo.commitAll();
  const to = join(repo.path, "worktree");
  repo.git("worktree", "add", "--quiet", to);
  const { signal } = new AbortController();
  const copy = { from: repo.top, to, patterns: readPatterns(["cache/**"]), signal };
  return Object.assign(repo, { copy, to });
}

/** What a file system says that cannot do it. */
function refusal(code: string): Error {
  return Object.assign(new Error(code), { code });
}

test("a file that cannot be cloned is copied, and counted where there is little room", async () => {
  using repo = twoPlaces();
  const { copy, to } = repo;
  const files = { a: "clones", b: "on another disk", c: "a database", d: "too large" };
  for (const [name, content] of Object.entries(files)) repo.write(`cache/${name}`, content);
  truncateSync(join(repo.top, "cache/d"), 200 * 1024 * 1024 + 1);
  const codes: Record<string, string> = { b: "EXDEV", c: "EINVAL", d: "ENOTSUP" };
  const clone = async (from: Buffer, place: Buffer) => {
    const code = codes[from.toString().slice(-1)];
    if (code !== undefined) writeFileSync(place, "");
    if (code !== undefined) throw refusal(code);
    copyFileSync(from, place);
  };
  const notices = await copyIgnored(repo.door, { ...copy, clone });
  for (const name of ["a", "b", "c"] as const) {
    expect(readFileSync(join(to, "cache", name), "utf8")).toBe(files[name]);
  }
  expect(existsSync(join(to, "cache/d"))).toBe(false);
  expect(notices).toEqual([expect.stringContaining("more than 200 MB or 20,000 files: cache/d")]);
});

test("whether files can be cloned is asked with one that can be read", async () => {
  using repo = twoPlaces();
  for (const name of ["a", "b"]) repo.write(`cache/${name}`, name);
  const cloned: string[] = [];
  const clone = async (from: Buffer, place: Buffer) => {
    if (from.toString().endsWith("a")) throw refusal("EACCES");
    cloned.push(from.toString().slice(-1));
    copyFileSync(from, place);
  };
  const notices = await copyIgnored(repo.door, { ...repo.copy, clone });
  expect(new Set(cloned)).toEqual(new Set(["b"]));
  expect(notices).toEqual(["Not copied into the worktree, because they cannot be read: cache/a"]);
});

test("what an earlier try has copied counts against the limit", async () => {
  using repo = twoPlaces();
  const { copy, to } = repo;
  const patterns = readPatterns(["cache/*"]);
  const clone = () => Promise.reject(refusal("ENOTSUP"));
  repo.write("cache/a");
  repo.write("cache/b");
  mkdirSync(join(to, "cache"));
  writeFileSync(join(to, "cache/a"), "");
  for (const file of [join(repo.top, "cache/a"), join(to, "cache/a"), join(repo.top, "cache/b")]) {
    truncateSync(file, 101 * 1024 * 1024);
  }
  expect(await copyIgnored(repo.door, { ...copy, patterns, clone })).toEqual([
    expect.stringContaining("20,000 files: cache/b"),
  ]);
});

test("a link is copied only if its way stays inside, and leads over no other link", async () => {
  using repo = twoPlaces();
  const link = (target: string, name: string) => {
    mkdirSync(dirname(join(repo.top, name)), { recursive: true });
    symlinkSync(target, join(repo.top, name));
  };
  repo.write("cache/a/b/file", "1\n");
  link("a/b/file", "cache/plain");
  link("../..", "cache/a/b/c/top");
  link("top/../../../other", "cache/a/b/c/over");
  link("b/c/top/b/file", "cache/a/through");
  link("b/../../../.git/config", "cache/a/back");
  link("top", "cache/a/b/c/again");
  await copyIgnored(repo.door, { ...repo.copy, patterns: readPatterns(["cache/"]) });
  const at = (name: string) => join(repo.to, "cache", name);
  expect(readlinkSync(at("plain"))).toBe("a/b/file");
  expect(readlinkSync(at("a/b/c/top"))).toBe("../..");
  expect(readlinkSync(at("a/b/c/again"))).toBe("top");
  for (const name of ["a/b/c/over", "a/through", "a/back"]) {
    expect([name, existsSync(at(name))]).toEqual([name, false]);
  }
});

test("a notice names lines that are not used", async () => {
  using repo = twoPlaces();
  repo.write("cache/a", "1\n");
  const patterns = readPatterns(["cache/**", "x".repeat(1001)]);
  const notices = await copyIgnored(repo.door, { ...repo.copy, patterns });
  expect(existsSync(join(repo.to, "cache/a"))).toBe(true);
  expect(notices).toEqual([expect.stringContaining("; 1 more are not used")]);
});
