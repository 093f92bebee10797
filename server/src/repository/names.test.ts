import { expect, test } from "bun:test";
import { BranchPrefix, isBranchName } from "@malamar/contract/repository.ts";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import {
  branchNames,
  isBranchOf,
  isWorktreePath,
  shortHex,
  slugOf,
  worktreePath,
} from "./names.ts";

const TASK = "a-task" as TaskId;
const OWNER = { workspace_id: "a-workspace" as WorkspaceId, task_id: TASK };

test("a summary becomes a part of a branch name that every system takes", () => {
  for (const [summary, slug] of [
    ["Fix login", "fix-login"],
    ["  Größe der Knöpfe: 100 % (Ä!) ", "gro-e-der-knopfe-100-a"],
    ["日本語", "task"],
    ["../../etc", "etc"],
    ["x".repeat(80), "x".repeat(40)],
    [`${"y".repeat(39)} and more`, "y".repeat(39)],
  ] as const) {
    expect(slugOf(summary)).toBe(slug);
  }
});

test("a name is one of a branch if git takes it for one", () => {
  for (const name of ["main", "a/HEAD", "HEAD", "a..b", ".a", "a.lock", "a b", "a/", "a@{b"]) {
    const { exitCode } = Bun.spawnSync(["git", "check-ref-format", "--branch", name]);
    expect([name, isBranchName(name)]).toEqual([name, exitCode === 0]);
  }
});

test("a task's branch is recognized by what stands for its id", () => {
  const names = branchNames("malamar/", { id: TASK, summary: "Fix login" });
  expect(names).toHaveLength(9);
  expect(names[0]).toBe(`malamar/fix-login-${shortHex(TASK)}`);
  expect(names[8]).toBe(`${names[0]}-9`);
  for (const name of names) expect(isBranchOf(TASK, name)).toBe(true);
  for (const name of [
    "main",
    `malamar/x-${shortHex("other")}`,
    `${names[0]}-10`,
    `../${names[0]}`,
  ]) {
    expect(isBranchOf(TASK, name)).toBe(false);
  }
});

test("every branch with a valid prefix is recognized, however long the summary", () => {
  const lengths = Array.from({ length: 250 }, (_, at) => "x".repeat(at));
  const prefixes = lengths.filter((prefix) => BranchPrefix.safeParse(prefix).success);
  expect(prefixes.length).toBeGreaterThan(100);
  const task = { id: TASK, summary: "y".repeat(80) };
  const names = branchNames(prefixes.at(-1)!, task);
  expect(names.filter((name) => !isBranchOf(TASK, name))).toEqual([]);
});

test("the directory of a worktree says whose it is, and no other is taken for it", () => {
  const path = worktreePath("/trees", OWNER, "/home/me/website/.git");
  expect(path).toBe(`/trees/${shortHex(OWNER.workspace_id)}/website-${shortHex(TASK)}`);
  expect(worktreePath("/trees", OWNER, "/srv/website.git")).toBe(path);
  expect(isWorktreePath("/trees", { ...OWNER, path })).toBe(true);
  for (const other of ["/home/me", "/trees", `${path}/inside`, `/other${path}`, `${path}/..`]) {
    expect(isWorktreePath("/trees", { ...OWNER, path: other })).toBe(false);
  }
});
