import { expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shortHex } from "#repository/names.ts";
import { gitAt } from "#testing/git-repository.ts";
import { createRepositoryApp } from "#testing/repository-app.ts";
import { asksForReview, type Part } from "#testing/scripted-team.ts";

/** Writes a file where it works, and hands the task over. */
const writes =
  (name: string, content: string): Part =>
  (turn) => {
    writeFileSync(join(turn.request.cwd, name), content);
    return asksForReview(turn);
  };

test("a task works in a worktree of its own, on a branch of its own, and the person's checkout stays as it is", async () => {
  await using app = await createRepositoryApp({ team: { Builder: writes("new.txt", "new\n") } });
  const { repository } = app;
  const task = await app.worked({ summary: "Fix the Lögin!" });
  expect(task).toMatchObject({ status: "in_review", last_error: null });
  const worktree = app.worktreeOf(task.id);
  const hex = shortHex(task.id);
  expect(worktree).toMatchObject({
    state: "ready",
    branch: `malamar/fix-the-login-${hex}`,
    base_branch: "main",
    base_commit: repository.git("rev-parse", "main"),
    path: join(app.dataDir, "worktrees", shortHex(app.workspace.id), `website-${hex}`),
  });
  expect(task.working_directory).toBe(worktree.path);
  expect(statSync(join(app.dataDir, "worktrees")).mode & 0o777).toBe(0o700);
  expect(repository.git("status", "--porcelain")).toBe("");
  expect(existsSync(join(repository.path, "new.txt"))).toBe(false);
  expect(gitAt(worktree.path, app.environment, "branch", "--show-current")).toBe(worktree.branch);
  expect(repository.git("worktree", "list", "--porcelain")).toContain(
    `locked Malamar task ${task.id}`,
  );
  expect(repository.git("config", "--list", "--local")).not.toContain("malamar");
  expect(app.checkpointsOf(task.id).map(({ kind, files }) => [kind, files])).toEqual([
    ["created", 0],
    ["run", 1],
  ]);
  expect(task.changes).toEqual({ files: 1, additions: 1, deletions: 0 });
  expect((await app.logs(task.id)).map(({ event_type }) => event_type)).toContain(
    "worktree_created",
  );
});
