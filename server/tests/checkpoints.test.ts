import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import { answers, createChatApp } from "#testing/chat-app.ts";
import { breakableGit } from "#testing/breakable-git.ts";
import { gitAt, gitEnvironment, makeRepository } from "#testing/git-repository.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { createRepositoryApp, writes } from "#testing/repository-app.ts";
import { asksForReview, fails, inTurn, says, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

const kindsOf = (checkpoints: readonly Checkpoint[]) =>
  checkpoints.map(({ kind, pass, files }) => `${kind} ${pass} ${files}`);

test("there is a checkpoint after every run that changed something, and before one where someone else did", async () => {
  await using app = await createRepositoryApp({
    team: {
      Builder: inTurn(
        (turn) => {
          writeFileSync(join(turn.request.cwd, "one.txt"), "1\n2\n");
          return says("First.")(turn);
        },
        (turn) => {
          writeFileSync(join(turn.request.cwd, "one.txt"), "1\n");
          return fails(1)(turn);
        },
        asksForReview,
      ),
      Reviewer: skip,
    },
  });
  const { id } = await app.worked();
  const { path, ref, base_commit } = app.worktreeOf(id);
  expect(kindsOf(app.checkpointsOf(id))).toEqual(["created null 0", "run 1 1", "run 2 1"]);
  expect(app.checkpointsOf(id).map(({ run_id }) => run_id === null)).toEqual([true, false, false]);
  writeFileSync(join(path, "two.txt"), "by a person\n");
  await app.comment(id, "I have added a file.");
  await app.taskWorkers.drain();
  expect(kindsOf(app.checkpointsOf(id)).slice(3)).toEqual(["outside 2 1"]);
  expect((await app.task(id)).changes).toEqual({ files: 2, additions: 2, deletions: 0 });
  const { git } = app.repository;
  const last = app.checkpointsOf(id).at(-1)!;
  expect(git("rev-parse", ref)).toBe(last.commit_id);
  expect(git("rev-parse", `${ref}^2`)).toBe(base_commit);
  expect(git("rev-parse", `${ref}^`)).toBe(app.checkpointsOf(id)[2]!.commit_id);
  const updates = app.published.filter(({ type }) => type === "task.changes_updated");
  expect(updates.length).toBe(4);
  expect(updates.at(-1)).toMatchObject({ task: { changes: { files: 2 } } });
});

test("a task in a person's own checkout has checkpoints if its workspace wants them", async () => {
  await using app = await createRepositoryApp({
    team: { Builder: writes("new.txt", "1\n") },
    workspace: { working_directory_mode: "static" },
  });
  const { id } = await app.worked();
  expect(kindsOf(app.checkpointsOf(id))).toEqual(["created null 0", "run 1 1"]);
  expect(app.checkpointsOf(id)[0]).toMatchObject({ worktree_id: null, chat_id: null });
  expect((await app.task(id)).changes).toEqual({ files: 1, additions: 1, deletions: 0 });
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, { body: { checkpoints: false } });
  app.repository.write({ "other.txt": "1\n" });
  const other = await app.worked();
  expect(app.checkpointsOf(other.id)).toEqual([]);
  expect(other.changes).toBeNull();
});

test("where there is no repository, or no git, nobody hears of checkpoints", async () => {
  await using app = await createRepositoryApp({
    team: { Builder: asksForReview },
    workspace: { working_directory_mode: "static" },
    environment: { PATH: "" },
  });
  const noticesOf = async (path: string) => {
    const body = { working_directory_path: path };
    await app.call("PUT", `/api/workspaces/${app.workspace.id}`, { body });
    const { id, status } = await app.worked();
    expect(status).toBe("in_review");
    const [run] = await app.runs(id);
    const said = await app.text(`/api/runs/${run!.id}/transcript`);
    return /No checkpoint[^"]*/.exec(said)?.[0] ?? null;
  };
  expect(await noticesOf(app.dir)).toBeNull();
  expect(await noticesOf(app.repository.path)).toBe(
    "No checkpoint was stored before this run: git was not found",
  );
});

test("a chat in a repository has checkpoints of its own", async () => {
  using dir = tempDir();
  const environment = gitEnvironment(join(dir.path, "home"));
  const repository = makeRepository(join(dir.path, "website"), environment);
  await using app = await createChatApp({
    workspace: { working_directory_mode: "git", working_directory_path: repository.path },
    others: {
      Builder: (turn) => {
        writeFileSync(join(turn.request.cwd, "new.txt"), "1\n");
        return answers("Done.")(turn);
      },
    },
    environment,
  });
  const agent = await app.hire("Builder");
  const chat = await app.startChat({ agent_id: agent.id });
  expect(chat.working_directory).toBe(repository.path);
  await app.ask(chat.id, "Add a file");
  const rows = app.db
    .query<Checkpoint, [string]>("SELECT * FROM checkpoints WHERE chat_id = ? ORDER BY rowid")
    .all(chat.id);
  expect(kindsOf(rows)).toEqual(["created null 0", "run null 1"]);
  expect(app.published.map(({ type }) => type)).toContain("chat.changes_updated");
  expect(readFileSync(join(repository.path, "new.txt"), "utf8")).toBe("1\n");
  const bare = join(dir.path, "bare.git");
  repository.git("clone", "--quiet", "--bare", repository.path, bare);
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, {
    body: { working_directory_path: bare },
  });
  const { working_directory } = await app.startChat({ agent_id: agent.id });
  expect(working_directory).toStartWith(app.tempDir);
});

test("a checkpoint whose ref someone has deleted comes back with the next one", async () => {
  await using app = await createRepositoryApp({
    team: { Builder: inTurn(writes("one.txt", "1\n"), writes("two.txt", "2\n")) },
  });
  const { id } = await app.worked();
  const { ref } = app.worktreeOf(id);
  const [, second] = app.checkpointsOf(id);
  app.repository.git("update-ref", "-d", ref);
  await app.comment(id, "Continue");
  await app.taskWorkers.drain();
  expect(app.repository.git("rev-parse", `${ref}^`)).toBe(second!.commit_id);
});

test("rows that a crash has lost are rebuilt from the ref, with their ids", async () => {
  await using app = await createRepositoryApp({
    team: { Builder: inTurn(writes("one.txt", "1\n"), writes("two.txt", "2\n"), skip) },
  });
  const { id } = await app.worked();
  await app.comment(id, "Continue");
  await app.taskWorkers.drain();
  const before = app.checkpointsOf(id);
  expect(kindsOf(before)).toEqual(["created null 0", "run 1 1", "run 2 1"]);
  app.db.run("DELETE FROM checkpoints WHERE kind = 'run'");
  app.db.run("UPDATE tasks SET changes = NULL");
  await app.comment(id, "Is it all there?");
  await app.taskWorkers.drain();
  const identity = ({
    id,
    kind,
    run_id,
    pass,
    commit_id,
    tree_id,
    head_id,
    files,
  }: Checkpoint) => ({
    id,
    kind,
    run_id,
    pass,
    commit_id,
    tree_id,
    head_id,
    files,
  });
  expect(app.checkpointsOf(id).map(identity)).toEqual(before.map(identity));
  expect((await app.task(id)).changes).toEqual({ files: 2, additions: 2, deletions: 0 });
  rmSync(app.repository.path, { recursive: true });
});

test("a checkout that holds Malamar's data, or a home directory, is never stored", async () => {
  await using app = await createRepositoryApp({
    team: { Builder: writes("new.txt", "1\n") },
    workspace: { working_directory_mode: "static" },
  });
  const { path, git } = makeRepository(dirname(app.dataDir), app.environment, {});
  mkdirSync(join(path, "notes"));
  const body = { working_directory_path: join(path, "notes") };
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, { body });
  const { id } = await app.worked();
  const [run] = await app.runs(id);
  const problem = `${path} is your home directory, or holds Malamar's data: choose a project`;
  expect(await app.text(`/api/runs/${run!.id}/transcript`)).toContain(
    `No checkpoint was stored before this run: ${problem}`,
  );
  expect((await app.call("POST", `/api/tasks/${id}/checkpoints`)).body).toMatchObject({
    error: { message: `${problem}.` },
  });
  expect(git("for-each-ref")).toBe("");
});

test("what a run did before a stop or a crash is stored as its own", async () => {
  using dir = tempDir();
  const environment = gitEnvironment(join(dir.path, "home"));
  const repository = makeRepository(join(dir.path, "website"), environment);
  const options = { environment, dataDir: join(dir.path, "data") };
  const held = gate();
  let id = "";
  let cutOff = "";
  {
    await using app = await createLoopApp({
      ...options,
      workspace: { working_directory_mode: "git", working_directory_path: repository.path },
      team: {
        Builder: async (turn) => {
          writeFileSync(join(turn.request.cwd, "one.txt"), "1\n");
          held.pass().catch(() => {});
          await turn.aborted;
          return skip(turn);
        },
      },
    });
    ({ id } = await app.createTask());
    await held.reached;
    cutOff = (await app.runs(id))[0]!.id;
  }
  await using app = await createLoopApp({
    ...options,
    others: {
      Builder: inTurn((turn) => {
        writeFileSync(join(turn.request.cwd, "two.txt"), "2\n");
        return asksForReview(turn);
      }, skip),
    },
  });
  await app.taskWorkers.drain();
  const stored = await app.get<Checkpoint[]>(`/api/tasks/${id}/checkpoints`);
  expect(kindsOf(stored)).toEqual(["created null 0", "run 1 1", "run 2 1"]);
  expect(stored[1]!.run_id as string).toBe(cutOff);
  const { path } = app.db.query<{ path: string }, []>("SELECT path FROM worktrees").get()!;
  writeFileSync(join(path, "three.txt"), "by a person\n");
  await app.comment(id, "Continue");
  await app.taskWorkers.drain();
  const after = await app.get<Checkpoint[]>(`/api/tasks/${id}/checkpoints`);
  expect(after.at(-1)).toMatchObject({ kind: "outside", run_id: null });
});

test("what no checkpoint can contain is named even where nothing else has changed", async () => {
  await using app = await createRepositoryApp({
    team: {
      Builder: (turn) => {
        gitAt(turn.request.cwd, app.environment, "init", "--quiet", "vendor");
        return asksForReview(turn);
      },
    },
  });
  const { id } = await app.worked();
  const [only, ...others] = await app.get<Checkpoint[]>(`/api/tasks/${id}/checkpoints`);
  expect(others).toEqual([]);
  expect(only!.left_out).toEqual([
    { path: "vendor", reason: "nested_repository", size_bytes: null },
  ]);
  const updates = () => app.published.filter(({ type }) => type === "task.changes_updated").length;
  expect(updates()).toBe(2);
  await app.call("POST", `/api/tasks/${id}/checkpoints`);
  expect(updates()).toBe(2);
});

test("a task that continues in another repository counts what it has changed there", async () => {
  await using app = await createRepositoryApp({
    team: {
      Builder: inTurn(
        writes("one.txt", "1\n"),
        writes("two.txt", "1\n"),
        writes("three.txt", "1\n"),
      ),
    },
    workspace: { working_directory_mode: "static" },
  });
  const { id } = await app.worked();
  const other = makeRepository(join(app.dir, "other"), app.environment, { "a.txt": "a\n" });
  const body = { working_directory_path: other.path };
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, { body });
  for (const files of [1, 2]) {
    await app.comment(id, "Continue");
    await app.taskWorkers.drain();
    expect((await app.task(id)).changes?.files).toBe(files);
  }
  expect(app.logLines.join()).not.toContain("cannot be counted");
});

test("changes that cannot be counted are unknown, and not none", async () => {
  using dir = tempDir();
  const git = breakableGit(dir.path);
  await using app = await createRepositoryApp({
    environment: { PATH: git.path },
    team: { Builder: inTurn(writes("one.txt", "1\n"), writes("two.txt", "2\n")) },
  });
  const { id } = await app.worked();
  expect((await app.task(id)).changes?.files).toBe(1);
  git.breakAt("--shortstat");
  await app.comment(id, "Continue");
  await app.taskWorkers.drain();
  expect(await app.task(id)).toMatchObject({ status: "in_review", changes: null });
});
