import { expect, test } from "bun:test";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { ChangedTask } from "@malamar/contract/task.ts";
import type { Worktrees } from "@malamar/contract/worktree.ts";
import { DAY_MS } from "#lib/clock.ts";
import { breakableGit } from "#testing/breakable-git.ts";
import { gitAt } from "#testing/git-repository.ts";
import { gate } from "#testing/loop-app.ts";
import { createRepositoryApp, writes } from "#testing/repository-app.ts";
import { asksForReview, heldAt, inTurn, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

test("a task that is Done leaves its work on its branch: what nobody committed, by the person, without hooks", async () => {
  await using app = await createRepositoryApp({
    prepare: ({ path }) => {
      const hook = `#!/bin/sh\ntouch '${path}/../hooked'\n`;
      for (const name of ["pre-commit", "commit-msg", "post-commit", "reference-transaction"]) {
        writeFileSync(join(path, ".git/hooks", name), hook, { mode: 0o755 });
      }
    },
    team: {
      Builder: (turn) => {
        const { cwd } = turn.request;
        writeFileSync(join(cwd, "committed.txt"), "1\n");
        gitAt(cwd, app.environment, "add", "--all");
        gitAt(
          cwd,
          app.environment,
          "-c",
          "core.hooksPath=/dev/null",
          "commit",
          "-qm",
          "By an agent",
        );
        writeFileSync(join(cwd, "rest.txt"), "2\n");
        return asksForReview(turn);
      },
    },
  });
  const { git } = app.repository;
  const before = git("rev-parse", "main");
  const { id } = await app.worked({ summary: "Fix login" });
  const { branch, path } = app.worktreeOf(id);
  expect((await app.task(id)).outcome).toBeNull();
  const { status, body } = await app.move(id, "done");
  expect([status, body.status, body.outcome]).toEqual([200, "done", "left"]);
  expect(git("log", "--format=%an <%ae>: %s", `main..${branch}`)).toBe(
    "Ada <ada@example.org>: Fix login\nAda <ada@example.org>: By an agent",
  );
  expect(git("log", "-1", "--format=%(trailers)", branch)).toBe(`Malamar-Task: ${id}`);
  expect(git("ls-tree", "--name-only", branch)).toBe("README.md\ncommitted.txt\nrest.txt");
  expect(git("rev-parse", "main")).toBe(before);
  expect(gitAt(path, app.environment, "status", "--porcelain")).toBe("");
  expect(existsSync(join(app.dir, "hooked"))).toBe(false);
  const kept = Date.parse(app.worktreeOf(id).removable_at!) - Date.parse(body.done_at!);
  expect(kept).toBeWithin(DAY_MS, DAY_MS + 1000);
});

test("a task that comes back from Done continues in the same worktree", async () => {
  await using app = await createRepositoryApp({
    team: { Builder: inTurn(writes("one.txt", "1\n"), writes("two.txt", "2\n")) },
  });
  const { id } = await app.worked();
  const worktree = app.worktreeOf(id);
  await app.move(id, "done");
  await app.move(id, "todo");
  expect((await app.task(id)).outcome).toBeNull();
  expect(app.worktreeOf(id)).toMatchObject({ id: worktree.id, removable_at: null });
  await app.taskWorkers.drain();
  expect(app.worktreeOf(id)).toMatchObject({ id: worktree.id, path: worktree.path });
  expect(readFileSync(join(worktree.path, "one.txt"), "utf8")).toBe("1\n");
  await app.move(id, "done");
  expect(app.repository.git("log", "--format=%s", `main..${worktree.branch}`)).toBe(
    "Fix login\nFix login",
  );
  expect((await app.task(id)).changes?.files).toBe(2);
});

test("where nothing was left over, nothing is committed", async () => {
  await using app = await createRepositoryApp({ team: { Builder: skip } });
  const { id } = await app.worked();
  const { body } = await app.move(id, "done");
  expect(body.outcome).toBe("left");
  const { branch } = app.worktreeOf(id);
  expect(app.repository.git("rev-parse", branch)).toBe(app.repository.git("rev-parse", "main"));
});

test("a branch that someone switched or deleted is reported, and the work continues and is left on it", async () => {
  await using app = await createRepositoryApp({
    team: {
      Builder: inTurn(
        (turn) => {
          gitAt(turn.request.cwd, app.environment, "switch", "--quiet", "--create", "other");
          return writes("one.txt", "1\n")(turn);
        },
        (turn) => {
          const { cwd } = turn.request;
          gitAt(cwd, app.environment, "branch", "--quiet", "-D", branch);
          gitAt(cwd, app.environment, "branch", "--quiet", `${branch}/below`);
          gitAt(cwd, app.environment, "checkout", "--quiet", "--detach");
          return writes("two.txt", "2\n")(turn);
        },
        (turn) => {
          gitAt(turn.request.cwd, app.environment, "branch", "--quiet", "-D", `${branch}/below`);
          return skip(turn);
        },
      ),
    },
  });
  const { id } = await app.worked();
  const { branch } = app.worktreeOf(id);
  const shown = async () => {
    const listed = await app.get<Worktrees>(`/api/workspaces/${app.workspace.id}/worktrees`);
    return listed.worktrees[0]!;
  };
  const stays = "Done still leaves the work on this branch.";
  expect((await shown()).notice).toBe(`Its worktree is now on the branch other. ${stays}`);
  for (let more = 0; more < 2; more++) {
    await app.comment(id, "Continue");
    await app.taskWorkers.drain();
    expect(await app.task(id)).toMatchObject({ status: "in_review", last_error: null });
    expect((await shown()).notice).toBe(
      `This branch was deleted. Done recreates it. Its worktree now has a detached HEAD. ${stays}`,
    );
  }
  await app.move(id, "done");
  expect(app.repository.git("ls-tree", "--name-only", branch)).toContain("two.txt");
  expect((await shown()).notice).toBe(`Its worktree now has a detached HEAD. ${stays}`);
  gitAt((await shown()).path, app.environment, "switch", "--quiet", "--force", branch);
  await app.move(id, "todo");
  await app.taskWorkers.drain();
  expect(await shown()).toMatchObject({ notice: null, problem: null });
});

test("several tasks at once are left as well, and a task without a worktree is only Done", async () => {
  await using app = await createRepositoryApp({ team: { Builder: writes("new.txt", "1\n") } });
  const worked = await app.worked();
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, {
    body: { working_directory_mode: "temp" },
  });
  const plain = await app.worked();
  const { body } = await app.call<ChangedTask[]>("POST", "/api/tasks/bulk", {
    body: { ids: [worked.id, plain.id], change: { status: "done" } },
  });
  expect(body.map(({ error }) => error)).toEqual([null, null]);
  expect((await app.task(worked.id)).outcome).toBe("left");
  expect(await app.task(plain.id)).toMatchObject({ status: "done", outcome: null });
  const { branch } = app.worktreeOf(worked.id);
  expect(app.repository.git("ls-tree", "--name-only", branch)).toContain("new.txt");
});

test("if git cannot commit, nothing is moved, and the answer says why", async () => {
  await using app = await createRepositoryApp({ team: { Builder: writes("new.txt", "1\n") } });
  const { id } = await app.worked();
  const { branch, path } = app.worktreeOf(id);
  app.repository.git("config", "--global", "--unset", "user.email");
  app.repository.git("config", "--global", "user.useConfigOnly", "true");
  const refused = await app.call<ErrorBody>("PUT", `/api/tasks/${id}`, {
    body: { status: "done" },
  });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      error: {
        code: "CONFLICT",
        message: `The uncommitted changes could not be committed to the branch ${branch}: git does not know who you are. Run git config --global user.name and user.email once. The task was not moved.`,
      },
    },
  });
  expect(await app.task(id)).toMatchObject({ status: "in_review", outcome: null });
  rmSync(app.repository.path, { recursive: true });
  const gone = await app.call<ErrorBody>("PUT", `/api/tasks/${id}`, { body: { status: "done" } });
  expect(gone).toMatchObject({
    status: 409,
    body: {
      error: {
        message: `The uncommitted changes could not be committed to the branch ${branch}: the repository ${app.repository.path} is gone; the files of this task are in ${path}. The task was not moved.`,
      },
    },
  });
  expect((await app.task(id)).status).toBe("in_review");
});

test("an agent that still works on a task is ended when a person says that it is Done", async () => {
  const held = gate();
  await using app = await createRepositoryApp({
    team: { Builder: heldAt(held, writes("late.txt", "1\n")) },
  });
  const { id } = await app.createTask();
  await held.reached;
  await app.move(id, "in_review");
  const { body } = await app.move(id, "done");
  expect(body).toMatchObject({ status: "done", outcome: "left" });
  held.open();
  await app.taskWorkers.drain();
  expect((await app.runs(id)).map(({ status }) => status)).toEqual(["cancelled"]);
  const { branch } = app.worktreeOf(id);
  expect(app.repository.git("ls-tree", "--name-only", branch)).toBe("README.md");
});

test("a branch that someone has switched away from still gets the result", async () => {
  await using app = await createRepositoryApp({
    team: {
      Builder: (turn) => {
        const { cwd } = turn.request;
        gitAt(cwd, app.environment, "checkout", "--quiet", "-b", "elsewhere");
        writeFileSync(join(cwd, "new.txt"), "1\n");
        gitAt(cwd, app.environment, "add", "--all");
        gitAt(cwd, app.environment, "commit", "--quiet", "--message", "On another branch");
        return asksForReview(turn);
      },
    },
  });
  const { id } = await app.worked();
  await app.move(id, "done");
  const { branch } = app.worktreeOf(id);
  expect(app.repository.git("rev-parse", branch)).toBe(
    app.repository.git("rev-parse", "elsewhere"),
  );
});

test("wherever leaving a branch breaks off, the index of the worktree undoes nothing, and the next try finishes", async () => {
  using dir = tempDir();
  const git = breakableGit(dir.path);
  await using app = await createRepositoryApp({
    environment: { PATH: git.path },
    team: { Builder: writes("new.txt", "1\n") },
  });
  const { id } = await app.worked();
  const { path, branch } = app.worktreeOf(id);
  const inWorktree = (...args: string[]) => gitAt(path, app.environment, ...args);
  const inBranch = () => app.repository.git("ls-tree", "--name-only", branch).split("\n");
  for (const [at, step] of ["--mixed", "--reset", "update-ref -m"].entries()) {
    writeFileSync(join(path, `${at}.txt`), "1\n");
    git.breakAt(step);
    const { status, body } = await app.call<ErrorBody>("PUT", `/api/tasks/${id}`, {
      body: { status: "done" },
    });
    git.mend();
    expect(inWorktree("diff", "--cached", "--name-status", "HEAD")).not.toContain("D\t");
    if (status === 200) {
      await app.move(id, "todo");
      await app.taskWorkers.drain();
      continue;
    }
    expect(body.error.message).toEndWith("it is broken. The task was not moved.");
    expect(inBranch()).not.toContain(`${at}.txt`);
  }
  expect((await app.move(id, "done")).status).toBe(200);
  expect(inBranch()).toEqual(["0.txt", "1.txt", "2.txt", "README.md", "new.txt"]);
  expect(inWorktree("status", "--porcelain")).toBe("");
});

test("a branch that a person has checked out is not moved under their feet", async () => {
  await using app = await createRepositoryApp({
    team: {
      Builder: (turn) => {
        gitAt(turn.request.cwd, app.environment, "switch", "--quiet", "--create", "elsewhere");
        return writes("new.txt", "1\n")(turn);
      },
    },
  });
  const { git, path } = app.repository;
  const { id } = await app.worked();
  const { branch } = app.worktreeOf(id);
  git("switch", "--quiet", branch);
  const { status, body } = await app.call<ErrorBody>("PUT", `/api/tasks/${id}`, {
    body: { status: "done" },
  });
  expect([status, body.error.message]).toEqual([
    409,
    `The uncommitted changes could not be committed to the branch ${branch}: it is checked out at ${path}. Switch to another branch there, and try again. The task was not moved.`,
  ]);
  expect(git("status", "--porcelain")).toBe("");
  git("switch", "--quiet", "main");
  expect((await app.move(id, "done")).status).toBe(200);
  expect(git("show", `${branch}:new.txt`)).toBe("1");
});

test("Done and a removal find a repository that has moved", async () => {
  await using app = await createRepositoryApp({ team: { Builder: writes("new.txt", "1\n") } });
  const { id } = await app.worked();
  const { id: worktree, branch, path } = app.worktreeOf(id);
  const places = ["first", "second"].map((name) => join(app.dir, name));
  const moveRepository = async (from: string, to: string) => {
    renameSync(from, to);
    const body = { working_directory_path: to };
    await app.call("PUT", `/api/workspaces/${app.workspace.id}`, { body });
  };
  await moveRepository(app.repository.path, places[0]!);
  writeFileSync(join(path, "by-hand.txt"), "1\n");
  expect((await app.move(id, "done")).status).toBe(200);
  expect(gitAt(places[0]!, app.environment, "ls-tree", "--name-only", branch)).toBe(
    "README.md\nby-hand.txt\nnew.txt",
  );
  await moveRepository(places[0]!, places[1]!);
  expect((await app.call("DELETE", `/api/worktrees/${worktree}`)).status).toBe(204);
  expect(existsSync(path)).toBe(false);
});
