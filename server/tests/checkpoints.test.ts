import { expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import { answers, createChatApp } from "#testing/chat-app.ts";
import { gitEnvironment, makeRepository } from "#testing/git-repository.ts";
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

test("a checkpoint whose ref somebody has deleted comes back with the next one", async () => {
  await using app = await createRepositoryApp({
    team: { Builder: inTurn(writes("one.txt", "1\n"), writes("two.txt", "2\n")) },
  });
  const { id } = await app.worked();
  const { ref } = app.worktreeOf(id);
  const [, second] = app.checkpointsOf(id);
  app.repository.git("update-ref", "-d", ref);
  await app.comment(id, "Go on");
  await app.taskWorkers.drain();
  expect(app.repository.git("rev-parse", `${ref}^`)).toBe(second!.commit_id);
});

test("rows that a crash has lost are made again from the ref, with their ids", async () => {
  await using app = await createRepositoryApp({
    team: { Builder: inTurn(writes("one.txt", "1\n"), writes("two.txt", "2\n"), skip) },
  });
  const { id } = await app.worked();
  await app.comment(id, "Go on");
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
