import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { TaskLog } from "@malamar/contract/task.ts";
import { breakableGit } from "#testing/breakable-git.ts";
import { inDirectory } from "#testing/directory-work.ts";
import { gate } from "#testing/loop-app.ts";
import {
  createRepositoryInTime,
  gitIn,
  writeFiles,
  writes,
  type RepositoryInTime,
} from "#testing/repository-in-time.ts";
import { asksForReview, heldAt, inTurn } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

/** Everything below a directory, to the bit: content, modes and links. */
function stateOf(directory: string, skip: readonly string[] = [".git"]): Record<string, string> {
  const state: Record<string, string> = {};
  for (const name of readdirSync(directory).toSorted()) {
    if (skip.includes(name)) continue;
    const path = join(directory, name);
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) state[name] = `link to ${readlinkSync(path)}`;
    else if (stats.isDirectory()) {
      for (const [below, what] of Object.entries(stateOf(path, skip)))
        state[`${name}/${below}`] = what;
    } else {
      const hash = createHash("sha256").update(readFileSync(path)).digest("hex");
      state[name] = `${(stats.mode & 0o777).toString(8)} ${hash}`;
    }
  }
  return state;
}

const restores = (app: RepositoryInTime, id: string, checkpoint_id: string) =>
  app.call<Checkpoint>("POST", `/api/tasks/${id}/restore`, { body: { checkpoint_id } });

test("a restore brings files, index and branch back to the bit, ignored files stay, and undo brings back what was replaced", async () => {
  await using app = await createRepositoryInTime({
    files: { "a.txt": "1\n", "dir/b.txt": "b\n", "c.txt": "c\n", ".gitignore": "*.log\n" },
    team: {
      Builder: inTurn(writes({ "a.txt": "2\n", "new.txt": "new\n" }), ({ request: { cwd } }) => {
        gitIn(cwd, "commit", "-qam", "Two");
        rmSync(join(cwd, "dir"), { recursive: true });
        rmSync(join(cwd, "c.txt"));
        mkdirSync(join(cwd, "c.txt"));
        writeFiles(cwd, {
          dir: "now a file\n",
          "c.txt/below.txt": "swapped\n",
          "debug.log": "kept\n",
          "a.txt": "3\n",
          ' odd "näme\n': "odd\n",
        });
        symlinkSync("a.txt", join(cwd, "link"));
        chmodSync(join(cwd, "new.txt"), 0o755);
        return { actions: [{ type: "change_status", status: "in_review" }] };
      }),
    },
  });
  const task = await app.workedOn();
  const { path, branch } = await app.worktreeOf(task);
  const first = stateOf(path);
  const firstHead = gitIn(path, "rev-parse", "HEAD");
  await app.move(task.id, "todo");
  await app.taskWorkers.drain();
  const second = stateOf(path, [".git", "debug.log"]);
  const secondHead = gitIn(path, "rev-parse", "HEAD");
  expect(secondHead).not.toBe(firstHead);
  const stored = await app.checkpoints(task.id);
  const afterFirst = stored.find(({ kind }) => kind === "run")!;
  writeFiles(path, { "a.txt": "by a person\n" });
  const before = stateOf(path, [".git", "debug.log"]);

  const { status, body: undo } = await restores(app, task.id, afterFirst.id);
  expect(status).toBe(200);
  expect(undo.kind).toBe("before_restore");
  expect(stateOf(path, [".git", "debug.log"])).toEqual(first);
  expect(readFileSync(join(path, "debug.log"), "utf8")).toBe("kept\n");
  expect(gitIn(path, "rev-parse", "HEAD")).toBe(firstHead);
  expect(gitIn(path, "rev-parse", branch)).toBe(firstHead);
  expect(gitIn(path, "symbolic-ref", "--short", "HEAD")).toBe(branch);
  // Nothing is staged.
  expect(gitIn(path, "diff", "--cached", "--name-only")).toBe("");
  const now = await app.changes(task.id);
  expect(now.to.tree_id).toBe(afterFirst.tree_id);
  const logs = await app.get<TaskLog[]>(`/api/tasks/${task.id}/logs`);
  expect(logs.at(-1)).toMatchObject({
    event_type: "checkpoint_restored",
    metadata: { checkpoint_id: afterFirst.id },
    actor_type: "user",
  });
  // The trail of the task has a new entry, too.
  expect(
    app.published
      .slice(-2)
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(["task.changes_updated", "task.updated"]);

  expect((await restores(app, task.id, undo.id)).status).toBe(200);
  expect(stateOf(path, [".git", "debug.log"])).toEqual(before);
  expect(gitIn(path, "rev-parse", "HEAD")).toBe(secondHead);
  expect(second).not.toEqual(before);
  expect(app.repository.git("fsck", "--no-dangling")).toBe("");
}, 30_000);

test("a merge that is half done ends with the restore, and no branch of a person is moved", async () => {
  await using app = await createRepositoryInTime({
    team: { Builder: writes({ "README.md": "ours\n" }) },
  });
  const task = await app.workedOn();
  const { path, branch } = await app.worktreeOf(task);
  const [created] = await app.checkpoints(task.id);
  const commit = ["commit", "-qam"];
  gitIn(path, ...commit, "Ours");
  app.repository.commit({ "README.md": "theirs\n" });
  expect(() => gitIn(path, "merge", "main")).toThrow();
  gitIn(path, "rev-parse", "MERGE_HEAD");
  expect((await restores(app, task.id, created!.id)).status).toBe(200);
  expect(() => gitIn(path, "rev-parse", "MERGE_HEAD")).toThrow();
  expect(gitIn(path, "status", "--porcelain")).toBe("");

  gitIn(path, "checkout", "-q", "-b", "mine");
  gitIn(path, "commit", "-q", "--allow-empty", "-m", "Mine");
  const mine = gitIn(path, "rev-parse", "mine");
  expect((await restores(app, task.id, created!.id)).status).toBe(200);
  expect(gitIn(path, "rev-parse", "mine")).toBe(mine);
  expect(gitIn(path, "rev-parse", "HEAD")).toBe(created!.head_id!);
  expect(gitIn(path, "rev-parse", branch)).toBe(created!.head_id!);
}, 30_000);

test("in a person's own checkout only files are restored: index, branch and ignored files are theirs", async () => {
  await using app = await createRepositoryInTime({
    mode: "static",
    files: { "a.txt": "1\n", ".gitignore": "*.log\n" },
    team: { Builder: writes({ "a.txt": "2\n", "new.txt": "new\n" }) },
  });
  const { git, path } = app.repository;
  app.repository.write({ "staged.txt": "staged\n", "x.log": "log\n" });
  git("add", "staged.txt");
  const index = readFileSync(join(path, ".git/index"));
  const head = git("rev-parse", "HEAD");
  const task = await app.workedOn();
  const [before] = await app.checkpoints(task.id);
  expect(before!.kind).toBe("created");
  expect(before!.worktree_id).toBeNull();
  expect((await restores(app, task.id, before!.id)).status).toBe(200);
  expect(readFileSync(join(path, "a.txt"), "utf8")).toBe("1\n");
  expect(existsSync(join(path, "new.txt"))).toBe(false);
  expect(readFileSync(join(path, "x.log"), "utf8")).toBe("log\n");
  expect(readFileSync(join(path, ".git/index"))).toEqual(index);
  expect(git("rev-parse", "HEAD")).toBe(head);
}, 30_000);

test("nothing is restored during a run, or where there is nothing to restore", async () => {
  await using app = await createRepositoryInTime();
  const task = await app.workedOn();
  const other = await app.workedOn({ summary: "Other" });
  const [created] = await app.checkpoints(task.id);
  const path = `/api/tasks/${task.id}/restore`;
  const body = { checkpoint_id: created!.id };
  const held = gate();
  app.script.parts["Builder"] = heldAt(held, asksForReview);
  await app.move(task.id, "todo");
  await held.reached;
  expect(await app.refusal("POST", path, body)).toBe(
    "409 This task has an active run. Stop it first.",
  );
  held.open();
  await app.taskWorkers.drain();

  expect(await app.refusal("POST", `/api/tasks/${other.id}/restore`, body)).toBe(
    "404 Checkpoint not found",
  );
  expect(await app.refusal("POST", path, { checkpoint_id: "0".repeat(21) })).toBe(
    "404 Checkpoint not found",
  );
  expect(await app.refusal("POST", path, { checkpoint_id: "HEAD" })).toStartWith("400 ");
  expect(await app.refusal("POST", path, {})).toStartWith("400 ");
  expect(await app.refusal("POST", `/api/tasks/${"0".repeat(21)}/restore`, body)).toBe(
    "404 Task not found",
  );
  const { path: worktree } = await app.worktreeOf(task);
  rmSync(worktree, { recursive: true });
  expect(await app.refusal("POST", path, body)).toStartWith(
    "409 This task has no worktree right now.",
  );
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, {
    body: { working_directory_mode: "temp" },
  });
  expect(await app.refusal("POST", path, body)).toStartWith(
    "409 The files of this task are not in a repository",
  );
}, 30_000);

test("a checkpoint on demand is stored once for each state", async () => {
  await using app = await createRepositoryInTime();
  const task = await app.workedOn();
  const { path } = await app.worktreeOf(task);
  const take = () => app.call<Checkpoint>("POST", `/api/tasks/${task.id}/checkpoints`);
  const before = await app.checkpoints(task.id);
  expect(await take()).toMatchObject({ status: 200, body: before.at(-1)! });
  writeFiles(path, { "by-hand.txt": "by hand\n" });
  const { status, body } = await take();
  expect(status).toBe(201);
  expect(body).toMatchObject({ kind: "manual", files: 1, task_id: task.id });
  expect(gitIn(path, "show", `${body.commit_id}:by-hand.txt`)).toBe("by hand");
  expect((await take()).body.id).toBe(body.id);
  const all = await app.checkpoints(task.id);
  expect(all).toHaveLength(before.length + 1);
  expect(Object.keys(all[0]!)).not.toContain("ref");
  const page = await app.call<Checkpoint[]>("GET", `/api/tasks/${task.id}/checkpoints?limit=1`);
  expect(page.body).toEqual(all.slice(0, 1));
  expect(page.headers.get("link")).toContain(`before=${all[0]!.id}`);
  const rest = await app.get<Checkpoint[]>(
    `/api/tasks/${task.id}/checkpoints?before=${all[0]!.id}`,
  );
  expect(rest).toEqual(all.slice(1));
}, 30_000);

test("a restore that breaks off says what the files are now, and is not repeated over later work", async () => {
  using dir = tempDir();
  const git = breakableGit(dir.path);
  await using app = await createRepositoryInTime({
    environment: { PATH: git.path },
    team: { Builder: writes({ "a.txt": "1\n" }) },
  });
  const task = await app.workedOn();
  const [created, worked] = await app.checkpoints(task.id);
  const refusalAt = async (step: string, checkpoint_id: string) => {
    git.breakAt(step);
    const refusal = await app.refusal("POST", `/api/tasks/${task.id}/restore`, { checkpoint_id });
    git.mend();
    expect(app.db.query("SELECT * FROM restores").all()).toEqual([]);
    return refusal;
  };
  const mix =
    "The checkpoint could not be restored completely: it is broken. The files may be a mix of two states: restore the checkpoint again.";
  expect(await refusalAt("read-tree --reset -u", created!.id)).toBe(`409 ${mix}`);
  expect((await app.said(task.id)).at(-1)).toBe(`System: ${mix}`);
  // Here nothing has begun.
  expect(await refusalAt("diff-index --cached --raw", created!.id)).toBe(
    `409 ${app.repository.path}: it is broken`,
  );
  expect(await app.said(task.id)).toHaveLength(1);
  expect(await refusalAt("commit-tree", created!.id)).toBe(
    "409 The files are restored, but no checkpoint of them could be stored: it is broken. Fix that, then store one.",
  );
  const { path } = await app.worktreeOf(task);
  expect(existsSync(join(path, "a.txt"))).toBe(false);
  expect((await app.logs(task.id)).at(-1)).toMatchObject({ event_type: "checkpoint_restored" });
  expect((await restores(app, task.id, worked!.id)).status).toBe(200);
  expect(readFileSync(join(path, "a.txt"), "utf8")).toBe("1\n");
}, 30_000);

test("nothing is restored in a checkout while someone works in another folder of it", async () => {
  await using app = await createRepositoryInTime({
    files: { "web/a.txt": "1\n", "api/b.txt": "1\n" },
    mode: "static",
    team: { Builder: writes({ "web/a.txt": "2\n" }) },
  });
  const task = await app.workedOn();
  const [created] = await app.checkpoints(task.id);
  const other = await app.createWorkspace({
    title: "API",
    ...inDirectory(join(app.repository.path, "api")),
  });
  await app.createAgent(other.id, { name: "Other", instruction: "Other" });
  const held = gate();
  app.script.parts["Other"] = heldAt(held, writes({ "b.txt": "2\n" }));
  await app.createTask({ summary: "At work" }, other);
  await held.reached;
  app.repository.write({ "api/b.txt": "half written\n" });
  const body = { checkpoint_id: created!.id };
  expect(await app.refusal("POST", `/api/tasks/${task.id}/restore`, body)).toBe(
    "409 Another run is using this directory: At work. Stop it first.",
  );
  expect(readFileSync(join(app.repository.path, "api/b.txt"), "utf8")).toBe("half written\n");
  held.open();
  await app.taskWorkers.drain();
  expect((await restores(app, task.id, created!.id)).status).toBe(200);
}, 30_000);

test("a restore names the submodules that stay as they are", async () => {
  await using app = await createRepositoryInTime({
    team: {
      Builder: (turn) => {
        const lib = join(turn.request.cwd, "lib");
        gitIn(lib, "commit", "--quiet", "--allow-empty", "-m", "Two");
        return writes({ "a.txt": "1\n" })(turn);
      },
    },
  });
  gitIn(app.dir, "init", "--quiet", "--initial-branch=main", "library");
  gitIn(join(app.dir, "library"), "commit", "--quiet", "--allow-empty", "-m", "One");
  app.repository.git("submodule", "--quiet", "add", join(app.dir, "library"), "lib");
  app.repository.commit({});
  const task = await app.workedOn();
  const [created, worked] = await app.checkpoints(task.id);
  const { path } = await app.worktreeOf(task);
  const two = gitIn(join(path, "lib"), "rev-parse", "HEAD");
  expect((await restores(app, task.id, created!.id)).status).toBe(200);
  const one = gitIn(path, "rev-parse", `${created!.tree_id}:lib`);
  expect(await app.said(task.id)).toEqual([
    `System: A checkpoint was restored, but not its submodules: Malamar changes nothing in them. To bring them back too, check out ${one.slice(0, 10)} in lib.`,
  ]);
  expect(gitIn(join(path, "lib"), "rev-parse", "HEAD")).toBe(two);
  expect((await restores(app, task.id, worked!.id)).status).toBe(200);
  expect(await app.said(task.id)).toHaveLength(1);
}, 30_000);
