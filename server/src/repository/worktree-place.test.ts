import { expect, test } from "bun:test";
import type { TaskId, WorkspaceId, WorktreeId } from "@malamar/contract/ids.ts";
import type { WorktreeRow } from "#domain/worktree/worktree-store.ts";
import { branchNames, checkpointRef, worktreePath } from "./names.ts";
import { hasOwnNames } from "./worktree-place.ts";

const task_id = "a-task" as TaskId;

const owner = { workspace_id: "a-workspace" as WorkspaceId, task_id };
const repository = "/home/me/website/.git";
const path = worktreePath("/trees", owner, repository);

const ROW: WorktreeRow = {
  ...owner,
  id: "a-worktree" as WorktreeId,
  task_summary: "Fix login",
  repository,
  path,
  prefix: "packages/web/",
  branch: branchNames("malamar/", { id: task_id, summary: "Fix login" })[0]!,
  base_branch: "main",
  base_commit: "1".repeat(40),
  ref: checkpointRef("0123456789abcdef", task_id),
  state: "ready",
  problem: null,
  notice: null,
  size_bytes: null,
  removable_at: null,
  created_at: "2026-11-19T00:00:00.000Z",
  updated_at: "2026-11-19T00:00:00.000Z",
};

test("a row is ours only if all that is made of it is made for its task", () => {
  for (const own of [
    {},
    { prefix: "" },
    { branch: "" },
    { path: "" },
    { base_commit: "a".repeat(64) },
  ]) {
    expect([own, hasOwnNames({ ...ROW, ...own })]).toEqual([own, true]);
  }
  for (const foreign of [
    { path: "/home/me/website" },
    { path: path.slice(1) },
    { path: `/trees/..${path}` },
    { prefix: "../" },
    { prefix: "a/../../" },
    { prefix: "/etc/" },
    { prefix: "a" },
    { prefix: "a//b/" },
    { prefix: ".git/" },
    { branch: "main" },
    { branch: `../../${ROW.branch}` },
    { base_commit: "main" },
    { base_commit: "--output=x" },
    { ref: "refs/heads/main" },
    { id: "../x" as WorktreeId },
  ]) {
    expect([foreign, hasOwnNames({ ...ROW, ...foreign })]).toEqual([foreign, false]);
  }
});
