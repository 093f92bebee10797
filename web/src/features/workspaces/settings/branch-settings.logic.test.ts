import { expect, test } from "bun:test";
import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import { baseHint, copyHint, prefixHint } from "./branch-settings.logic.ts";

const at = (branch: string | null, problem: string | null = null) =>
  ({ branch, problem }) as RepositoryFacts;

test("an empty base branch is said to be what is checked out now", () => {
  expect(baseHint(at("main"))).toEndWith(
    "Empty: whatever is checked out when a task starts, currently main.",
  );
  expect(baseHint(at(null))).toEndWith("starts, currently no branch.");
  expect(baseHint(undefined)).toEndWith("when a task starts.");
  expect(baseHint(at(null, "git was not found"))).toEndWith("when a task starts.");
});

test("the prefix is shown in an example", () => {
  expect(prefixHint(" team/ ")).toBe("Branches are named like team/fix-login-1a2b3c4d.");
  expect(prefixHint("")).toBe("Branches are named like fix-login-1a2b3c4d.");
});

test("a .worktreeinclude of the repository replaces the patterns, and is shown", () => {
  expect(copyHint([".env", "*.local"])).toBe(
    "Not used: the repository's .worktreeinclude names .env, *.local.",
  );
  expect(copyHint([])).toContain("which is empty");
  expect(copyHint(null)).toContain("as in .gitignore");
});
