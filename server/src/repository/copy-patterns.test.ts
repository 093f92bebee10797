import { expect, test } from "bun:test";
import { repository } from "#testing/repository.ts";
import { readPatterns } from "./copy-patterns.ts";
import { ANY_NUMBER, matches, nameGlob } from "./glob.ts";

const CASES: [lines: string[], path: string, isNamed: boolean][] = [
  [[".env"], ".env", true],
  [[".env"], "apps/web/.env", true],
  [[".env"], ".env.local", false],
  [[".env.*"], ".env.local", true],
  [["/.env"], "apps/.env", false],
  [["config/*.key"], "config/a.key", true],
  [["config/*.key"], "config/deep/a.key", false],
  [["config/**/*.key"], "config/a.key", true],
  [["config/**/*.key"], "config/very/deep/a.key", true],
  [["cache/**"], "cache/a", true],
  [["**/local"], "a/b/local", true],
  [["data/"], "data/", true],
  [["data/"], "data", false],
  [["data"], "data/deep/file", true],
  [[".env.*", "!.env.example"], ".env.example", false],
  [["!.env.example", ".env.*"], ".env.example", true],
  [["# .env"], ".env", false],
  [["\\#env"], "#env", true],
  [[".env  "], ".env", true],
  [["a?c"], "abc", true],
  [["a?c"], "ac", false],
  [["[a-c].pem"], "b.pem", true],
  [["[!a-c].pem"], "b.pem", false],
  [["[z-a]x"], "zx", true],
  [["[z-a]x"], "bx", false],
  [["[!z-a]x"], "bx", true],
  [["[]-]x"], "]x", true],
  [["[a-]x"], "-x", true],
  [["[\\]]x"], "]x", true],
  [["[[:digit:][:upper:]]x"], "7x", true],
  [["[[:digit:][:upper:]]x"], ":x", false],
  [["[[:nothing:]]"], "n", false],
  [["[[:constructor:]]"], "n", false],
  [["[[:cntrl:]]x"], "\u0001x", true],
  [["[[:cntrl:]]x"], "ax", false],
  [["[ab"], "[ab", false],
  [["a\\"], "a\\", false],
  [["a**c"], "abbc", true],
  [["**/*"], "a/b", true],
  [["a/**/**/b"], "a/b", true],
  [["a.b"], "axb", false],
  [["(a|b)+"], "(a|b)+", true],
  [["größe"], Buffer.from("größe").toString("latin1"), true],
  [[], ".env", false],
];

test("patterns name the files that the same lines in .gitignore ignore", () => {
  using repo = repository();
  for (const [lines, path, isNamed] of CASES) {
    const named = readPatterns(lines).match(path.replace(/\/$/, ""), path.endsWith("/"));
    expect([lines, path, named]).toEqual([lines, path, isNamed]);
    repo.write(".gitignore", lines.join("\n"));
    const asked = Bun.spawnSync(["git", "check-ignore", "--no-index", "-q", "--stdin"], {
      cwd: repo.top,
      env: repo.environment,
      stdin: Buffer.from(path, "latin1"),
    });
    expect([lines, path, asked.exitCode === 0]).toEqual([lines, path, isNamed]);
  }
});

test("no pattern takes longer than its length times that of the path", () => {
  const name = "a".repeat(250);
  const path = Array.from({ length: 60 }, () => name).join("/");
  const stars = readPatterns(["*a".repeat(300) + "b", `${"**/a*/".repeat(150)}b`]);
  let steps = 0;
  const glob = nameGlob("*a".repeat(300) + "b")!.map((part) =>
    part === ANY_NUMBER ? part : (char: string) => (steps++, part(char)),
  );
  expect(matches(glob, name)).toBe(false);
  expect(steps).toBeLessThan(600 * 250);
  expect(stars.match(path, false)).toBe(false);
});

test("lines that nobody would write are not used, and counted", () => {
  const lines = [
    ...Array.from({ length: 499 }, (_, at) => `x${at}`),
    "y".repeat(1001),
    ".env",
    "z",
  ];
  const patterns = readPatterns(lines);
  expect(patterns.unused).toBe(3);
  expect([patterns.match("x498", false), patterns.match(".env", false)]).toEqual([true, false]);
});

test("only a pattern that says where reaches into a directory that is ignored as a whole", () => {
  expect(readPatterns([".env", "*.key"]).reachInto("node_modules")).toBe(false);
  expect(readPatterns(["config/*.key"]).reachInto("config")).toBe(true);
  expect(readPatterns(["config/*.key"]).reachInto("config/deep")).toBe(false);
  expect(readPatterns(["**/local/key"]).reachInto("anything")).toBe(true);
  expect(readPatterns(["!config/a.key"]).reachInto("config")).toBe(false);
});
