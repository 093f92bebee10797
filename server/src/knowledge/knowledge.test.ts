import { expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { ARTICLES } from "./articles.ts";
import { malamarInstruction, writeKnowledge } from "./knowledge.ts";

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** What a CLI would read there. */
function contentOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

const WHOLE = Object.fromEntries(ARTICLES.map(({ slug, content }) => [`${slug}.md`, content]));

test("the articles are written out for their owner alone", () => {
  using dir = tempDir();
  const folder = writeKnowledge(dir.path);
  expect(folder).toMatch(/\/malamar_knowledge_[0-9a-f]{16}$/);
  expect(contentOf(folder)).toEqual(WHOLE);
  expect(modeOf(folder)).toBe("700");
  for (const name of readdirSync(folder)) expect(modeOf(join(folder, name))).toBe("600");
});

test("complete articles are left alone", () => {
  using dir = tempDir();
  const folder = writeKnowledge(dir.path);
  const inodes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).ino);
  const before = inodes();
  expect(writeKnowledge(dir.path)).toBe(folder);
  expect(inodes()).toEqual(before);
});

test.each<[what: string, spoil: (path: string) => void]>([
  ["was deleted", (path) => rmSync(path)],
  ["was altered, at the same length", (path) => writeFileSync(path, spoiled(path))],
  ["was emptied", (path) => writeFileSync(path, "")],
  ["can be read by others", (path) => chmodSync(path, 0o644)],
  [
    "has become a folder with things in it",
    (path) => {
      rmSync(path);
      mkdirSync(join(path, "below"), { recursive: true });
    },
  ],
  [
    "has become a pipe",
    (path) => {
      rmSync(path);
      Bun.spawnSync(["mkfifo", path]);
    },
  ],
])("an article that %s is written again", (_what, spoil) => {
  using dir = tempDir();
  const folder = writeKnowledge(dir.path);
  const path = join(folder, "concepts.md");
  spoil(path);
  writeKnowledge(dir.path);
  expect(contentOf(folder)).toEqual(WHOLE);
  expect(modeOf(path)).toBe("600");
});

function spoiled(path: string): string {
  return readFileSync(path, "utf8").replace("Malamar", "Ramalam");
}

test.each([
  ["a link", symlinkSync],
  ["a second name", linkSync],
])("%s instead of an article is replaced, and its target stays as it is", (_what, put) => {
  using dir = tempDir();
  const precious = join(dir.path, "precious");
  writeFileSync(precious, "keep me", { mode: 0o600 });
  const folder = writeKnowledge(dir.path);
  const path = join(folder, "safety.md");
  rmSync(path);
  put(precious, path);
  writeKnowledge(dir.path);
  expect(readFileSync(precious, "utf8")).toBe("keep me");
  expect(contentOf(folder)).toEqual(WHOLE);
});

test("a link instead of the folder is replaced, and nothing is written to its target", () => {
  using dir = tempDir();
  const folder = writeKnowledge(dir.path);
  rmSync(folder, { recursive: true });
  const elsewhere = join(dir.path, "elsewhere");
  mkdirSync(elsewhere, { mode: 0o755 });
  symlinkSync(elsewhere, folder);
  expect(writeKnowledge(dir.path)).toBe(folder);
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(modeOf(elsewhere)).toBe("755");
  expect(contentOf(folder)).toEqual(WHOLE);
});

test("a file instead of the folder is removed", () => {
  using dir = tempDir();
  const folder = writeKnowledge(dir.path);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "in the way");
  writeKnowledge(dir.path);
  expect(contentOf(folder)).toEqual(WHOLE);
});

test("a folder that others may read is closed", () => {
  using dir = tempDir();
  const folder = writeKnowledge(dir.path);
  chmodSync(folder, 0o777);
  writeKnowledge(dir.path);
  expect(modeOf(folder)).toBe("700");
});

test("another user's folder is refused", () => {
  // Only root can make one.
  if (process.getuid?.() !== 0) return;
  using dir = tempDir();
  const folder = writeKnowledge(dir.path);
  lchownSync(folder, 65534, 65534);
  expect(() => writeKnowledge(dir.path)).toThrow(/belongs to another user \(uid 65534\)/);
});

test("the instruction names every article with its full path, and each of them exists", () => {
  using dir = tempDir();
  const text = malamarInstruction(writeKnowledge(dir.path));
  const paths = [...text.matchAll(/^- `(\/[^`]+\.md)`: /gm)].map(([, path]) => path!);
  expect(paths).toHaveLength(ARTICLES.length);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  for (const { title, summary } of ARTICLES) expect(text).toContain(`: ${title}. ${summary}`);
});
