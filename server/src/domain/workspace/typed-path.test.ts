import { expect, test } from "bun:test";
import { beginsLike, branchIn, typedPath } from "./typed-path.ts";

test.each([
  ["/home/me/pro", "/home/me/", "pro"],
  ["/home/me/", "/home/me/", ""],
  ["/", "/", ""],
  ["/ho", "/", "ho"],
])("%p looks in %p for what begins with %p", (path, parent, beginning) => {
  expect(typedPath(path)).toEqual({ parent, beginning });
});

test.each([
  ["Projects", "pro", true],
  ["projects", "PRO", true],
  ["projects", "ject", false],
  [".config", "", false],
  [".config", ".co", true],
  ["config", ".co", false],
])("%p for who has typed %p: %p", (name, beginning, isOffered) => {
  expect(beginsLike(name, beginning)).toBe(isOffered);
});

test.each([
  ["ref: refs/heads/main\n", "main"],
  ["ref: refs/heads/feature/login\n", "feature/login"],
  ["f3a1c0de5b0d7a8e4c2f1a9b8c7d6e5f4a3b2c1d\n", null],
  ["root:x:0:0:root:/root:/bin/bash", null],
  ["", null],
])("the branch of %p is %p", (head, branch) => {
  expect(branchIn(head)).toBe(branch);
});
