import { expect, test } from "bun:test";
import { readPatterns } from "./copy-patterns.ts";

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
  [["a.b"], "axb", false],
  [["(a|b)+"], "(a|b)+", true],
  [["größe"], Buffer.from("größe").toString("latin1"), true],
  [[], ".env", false],
];

test("patterns name the files that the same lines in .gitignore would ignore", () => {
  for (const [lines, path, isNamed] of CASES) {
    const named = readPatterns(lines).match(path.replace(/\/$/, ""), path.endsWith("/"));
    expect([lines, path, named]).toEqual([lines, path, isNamed]);
  }
});

test("only a pattern that says where reaches into a directory that is ignored as a whole", () => {
  expect(readPatterns([".env", "*.key"]).reachInto("node_modules")).toBe(false);
  expect(readPatterns(["config/*.key"]).reachInto("config")).toBe(true);
  expect(readPatterns(["config/*.key"]).reachInto("config/deep")).toBe(false);
  expect(readPatterns(["**/local/key"]).reachInto("anything")).toBe(true);
  expect(readPatterns(["!config/a.key"]).reachInto("config")).toBe(false);
});
