import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { plantedRepository } from "#testing/planted-repository.ts";
import { createRepositoryApp, writes } from "#testing/repository-app.ts";

test("a task in a planted repository starts none of its programs, from its worktree to the removal", async () => {
  using repo = plantedRepository();
  const planted = repo.plantForWorktrees();
  writeFileSync(
    join(repo.path, ".gitconfig"),
    '[user]\nname = Ada\nemail = ada@example.org\n[protocol "file"]\nallow = always\n',
  );
  repo.started();
  await using app = await createRepositoryApp({
    environment: repo.environment,
    workspace: { working_directory_path: repo.top },
    team: { Builder: writes("on-branch.txt", "two\n") },
  });
  const { id, last_error, changes } = await app.worked();
  expect([last_error, changes?.files]).toEqual([null, 1]);
  const worktree = app.worktreeOf(id);
  const [first] = app.checkpointsOf(id);
  const restored = { body: { checkpoint_id: first!.id } };
  const patch = await app.text(`/api/tasks/${id}/changes/patch?path=on-branch.txt`);
  expect(patch).toContain("-one\n+two\n");
  const answers = [
    await app.call("GET", `/api/tasks/${id}/changes`),
    await app.call("POST", `/api/tasks/${id}/restore`, restored),
    await app.move(id, "done"),
    await app.call("DELETE", `/api/worktrees/${worktree.id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 204]);
  expect(repo.started()).toEqual([]);
  // Plain git does.
  const own = join(repo.path, "own");
  repo.git("-c", "filter.of-process.process=", "worktree", "add", "-q", own, "-b", "malamar/y");
  expect(repo.started()).toContain(planted[0]!);
}, 30_000);
