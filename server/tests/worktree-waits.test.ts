import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeRepository } from "#testing/git-repository.ts";
import { until } from "#testing/live-processes.ts";
import { createRepositoryApp } from "#testing/repository-app.ts";
import { skip } from "#testing/scripted-team.ts";

const SLOW = { ".gitattributes": "slow.txt filter=slow\n", "slow.txt": "1\n" };

/** A person's own filter that works when it is let: like a server that does not answer. */
function slowFilter(dir: string) {
  const [begun, go] = [join(dir, "begun"), join(dir, "go")];
  return {
    command: `touch ${begun}; while ! [ -e ${go} ]; do sleep 0.01; done; cat`,
    begun: () => until(() => existsSync(begun)),
    go: () => writeFileSync(go, ""),
  };
}

/** Two workspaces on one repository. */
async function twoWorkspaces(options: Parameters<typeof createRepositoryApp>[0]) {
  const app = await createRepositoryApp({ team: { Builder: skip }, ...options });
  const other = await app.createWorkspace({
    title: "Other",
    working_directory_mode: "git",
    working_directory_path: app.repository.path,
    init_submodules: false,
  });
  await app.createAgent(other.id, { name: "Builder", instruction: "Builder" });
  return Object.assign(app, { other });
}

test("a task that waits for its repository is stopped at once", async () => {
  await using app = await twoWorkspaces({ files: SLOW });
  const slow = slowFilter(app.dir);
  app.repository.git("config", "--global", "filter.slow.smudge", slow.command);
  const first = await app.createTask();
  await slow.begun();
  const second = await app.createTask({}, app.other);
  await until(() => app.worktreeOf(second.id)?.state === "creating");
  const { status, body } = await app.cancel(second.id);
  expect([status, body.status]).toEqual([200, "in_review"]);
  expect(app.worktreeOf(first.id).state).toBe("creating");
  slow.go();
  await app.taskWorkers.drain();
  expect([first, second].map(({ id }) => app.worktreeOf(id).state)).toEqual(["ready", "creating"]);
}, 30_000);

test("a submodule that takes its time holds up no other task of the repository", async () => {
  await using app = await twoWorkspaces({
    prepare: ({ path, git }) => {
      const home = { PATH: process.env["PATH"]!, HOME: join(path, "../home") };
      const library = makeRepository(join(path, "../library"), home, SLOW);
      git("submodule", "--quiet", "add", library.path, "library");
      git("commit", "--quiet", "--message", "A library");
    },
  });
  const slow = slowFilter(app.dir);
  app.repository.git("config", "--global", "filter.slow.smudge", slow.command);
  const first = await app.createTask();
  await slow.begun();
  const second = await app.createTask({}, app.other);
  await until(() => app.worktreeOf(second.id)?.state === "ready");
  expect(app.worktreeOf(first.id).state).toBe("creating");
  slow.go();
  await app.taskWorkers.drain();
  expect(app.worktreeOf(first.id).state).toBe("ready");
}, 30_000);

test("a worktree is removed from its repository when nobody makes another one there", async () => {
  await using app = await twoWorkspaces({ files: SLOW });
  const { id } = await app.worked();
  const { path, id: worktreeId } = app.worktreeOf(id);
  await app.move(id, "done");
  const slow = slowFilter(app.dir);
  app.repository.git("config", "--global", "filter.slow.smudge", slow.command);
  await app.createTask({}, app.other);
  await slow.begun();
  let isRemoved = false;
  const removal = app.call("DELETE", `/api/worktrees/${worktreeId}`).finally(() => {
    isRemoved = true;
  });
  await until(() => !existsSync(path));
  const look = `/api/repository?path=${encodeURIComponent(app.repository.path)}`;
  for (const _ of [1, 2, 3, 4, 5]) await app.get(look);
  expect(isRemoved).toBe(false);
  slow.go();
  expect((await removal).status).toBe(204);
  await app.taskWorkers.drain();
  expect(app.repository.git("worktree", "list")).not.toContain(path);
}, 30_000);
