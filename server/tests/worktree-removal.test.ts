import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Task, TaskLog } from "@malamar/contract/task.ts";
import type { IgnoredFiles, KeptWork, Worktree, Worktrees } from "@malamar/contract/worktree.ts";
import { DAY_MS } from "#lib/clock.ts";
import { gate } from "#testing/loop-app.ts";
import {
  createRepositoryInTime,
  gitIn,
  writes,
  type RepositoryInTime,
} from "#testing/repository-in-time.ts";
import { asksForReview, heldAt } from "#testing/scripted-team.ts";

const HOUR_MS = DAY_MS / 24;

type Done = [task: Task, worktree: Worktree];

/** One Done task for each name, each in a workspace of its own, so that they are worked on at once. */
async function doneOf<Name extends string>(app: RepositoryInTime, ...names: Name[]) {
  const tasks: Task[] = [];
  for (const title of names) {
    const { working_directory_mode, working_directory_path } = app.workspace;
    const workspace = await app.createWorkspace({
      title,
      working_directory_mode,
      working_directory_path,
      retention_days: 0,
    });
    await app.createAgent(workspace.id, { name: "Builder", instruction: "Builder" });
    tasks.push(await app.createTask({ summary: title }, workspace));
  }
  await app.taskWorkers.drain();
  const done = {} as Record<Name, Done>;
  for (const [at, { id }] of tasks.entries()) {
    const { status, body } = await app.move(id, "done");
    expect(status).toBe(200);
    done[names[at]!] = [body, await app.worktreeOf(body)];
  }
  return done;
}

const removes = (app: RepositoryInTime, id: string, confirmed: string[] = []) =>
  app.call("DELETE", `/api/worktrees/${id}`, { body: { confirmed } });

const keptOf = (app: RepositoryInTime, { workspace_id }: Task) =>
  app.get<KeptWork[]>(`/api/workspaces/${workspace_id}/kept`);

const refs = (app: RepositoryInTime) =>
  app.repository
    .git("for-each-ref", "--format=%(refname)", "refs/malamar")
    .split("\n")
    .filter(Boolean);

test("a worktree goes a day after its task is Done or deleted, not before, and its work can be restored", async () => {
  await using app = await createRepositoryInTime({
    team: { Builder: writes({ "src/login.ts": "fixed\n", "notes.txt": "one\n" }) },
  });
  const done = await doneOf(app, "done", "deleted", "workspace deleted", "taken out");
  const [task, worktree] = done.done;
  expect(Date.parse(worktree.removable_at!) - Date.parse(task.done_at!)).toBe(DAY_MS);
  const [deleted, theirs] = done.deleted;
  await app.call("DELETE", `/api/tasks/${deleted.id}`);
  const [, orphan] = done["workspace deleted"];
  await app.call("DELETE", `/api/workspaces/${orphan.workspace_id}`);
  const [back, open] = done["taken out"];
  await app.move(back.id, "todo");
  await app.taskWorkers.drain();
  expect((await app.worktreeOf(back)).removable_at).toBeNull();
  expect(await app.refusal("DELETE", `/api/worktrees/${open.id}`)).toStartWith(
    "409 The task of this worktree is still open.",
  );

  const all = [worktree, theirs, orphan, open].map(({ path }) => path);
  const there = () => all.map((path) => existsSync(path));
  await app.cleanUp();
  await app.pass(DAY_MS - HOUR_MS);
  expect(there()).toEqual([true, true, true, true]);
  await app.pass(2 * DAY_MS);
  expect(there()).toEqual([false, false, false, true]);
  expect(await app.worktreeOf(task)).toBeUndefined();
  const left = await app.worktrees(back.workspace_id);
  expect(left.worktrees.map(({ id }) => id)).toEqual([open.id]);
  expect(left.total_bytes).toBe(left.worktrees[0]!.size_bytes!);
  expect(left.total_bytes).toBeGreaterThan(0);
  expect(left.free_mb).toBeGreaterThan(0);
  expect(app.repository.git("worktree", "list").split("\n")).toHaveLength(2);
  const logs = await app.get<TaskLog[]>(`/api/tasks/${task.id}/logs`);
  expect(logs.at(-1)).toMatchObject({
    event_type: "worktree_removed",
    metadata: { branch: worktree.branch },
    actor_type: "system",
  });

  const kept = refs(app).filter((ref) => /\/kept\/[0-9a-f]{8}-[0-9a-f]{8}$/.test(ref));
  expect(kept).toHaveLength(3);
  for (const ref of kept) expect(app.repository.git("show", `${ref}:notes.txt`)).toBe("one");
  const [row] = await keptOf(app, task);
  expect(row).toMatchObject({ task_id: task.id, task_summary: "done", branch: worktree.branch });
  expect(Object.keys(row!)).not.toContain("ref");
  const restored = await app.call<KeptWork>("POST", `/api/kept/${row!.id}/restore`, {
    body: { branch: "back/again" },
  });
  expect(restored.body).toEqual(row!);
  expect(app.repository.git("show", "back/again:src/login.ts")).toBe("fixed");
  // Its changes can still be shown.
  expect((await app.changes(task.id)).changed.map(({ path }) => path)).toEqual([
    "notes.txt",
    "src/login.ts",
  ]);
}, 30_000);

test("what is left of deleted workspaces is listed together, with the space it takes, and nothing else is", async () => {
  await using app = await createRepositoryInTime({
    files: { ".gitignore": "packages/\nbuild.log\n" },
    team: {
      Builder: writes({
        "a.txt": "a\n",
        "build.log": "x".repeat(5000),
        "packages/one/index.js": "x".repeat(100_000),
      }),
    },
  });
  const orphans = () => app.get<Worktrees>("/api/deleted-workspaces/worktrees");
  const orphanedWork = () => app.get<KeptWork[]>("/api/deleted-workspaces/kept");
  const done = await doneOf(app, "stays", "removed", "waits");
  const [task, worktree] = done.stays;
  expect(await app.worktrees(task.workspace_id)).toMatchObject({
    worktrees: [{ id: worktree.id, has_task: true, notice: null }],
    checkpoints: 2,
  });
  await app.call("DELETE", `/api/tasks/${task.id}`);
  expect((await app.worktreeOf(task)).has_task).toBe(false);
  await removes(app, done.removed[1].id);
  expect([await orphans(), await orphanedWork()]).toEqual([
    { worktrees: [], total_bytes: 0, checkpoints: 0, free_mb: expect.any(Number) },
    [],
  ]);
  for (const name of ["removed", "waits"] as const) {
    await app.call("DELETE", `/api/workspaces/${done[name][0].workspace_id}`);
  }
  const listed = await orphans();
  expect(listed).toMatchObject({ worktrees: [{ id: done.waits[1].id, has_task: false }] });
  expect(listed.checkpoints).toBe(2);
  const [kept] = await orphanedWork();
  expect(kept).toMatchObject({ task_summary: "removed" });
  await app.call("POST", `/api/kept/${kept!.id}/restore`, { body: { branch: "back" } });
  expect(app.repository.git("show", "back:a.txt")).toBe("a");

  const ignored = () => app.get<IgnoredFiles>(`/api/worktrees/${done.waits[1].id}/ignored`);
  const { path } = done.waits[1];
  const blocks = ["build.log", "packages/one", "packages/one/index.js"].map(
    (name) => statSync(join(path, name)).blocks,
  );
  expect(await ignored()).toEqual({ size_bytes: 512 * blocks.reduce((sum, each) => sum + each) });
  await removes(app, done.waits[1].id);
  expect(await ignored()).toEqual({ size_bytes: 0 });
  expect((await orphans()).worktrees).toEqual([]);
  expect((await orphanedWork()).map((work) => work.task_summary)).toEqual(["waits", "removed"]);
});

test("kept work becomes a branch under a free name only, and expires with its checkpoints", async () => {
  await using app = await createRepositoryInTime({ team: { Builder: writes({ "a.txt": "a\n" }) } });
  await app.call("PUT", "/api/settings", { body: { kept_work_days: 3 } });
  const done = await doneOf(app, "expires", "forever");
  const [task, worktree] = done.expires;
  expect((await removes(app, worktree.id)).status).toBe(204);
  const logged = (await app.logs(task.id)).length;
  const again = await Promise.all([removes(app, worktree.id), removes(app, worktree.id)]);
  expect(again.map(({ status }) => status)).toEqual([204, 204]);
  expect(await app.logs(task.id)).toHaveLength(logged);
  await app.call("PUT", "/api/settings", { body: { kept_work_days: 0 } });
  await removes(app, done["forever"][1].id);
  expect((await keptOf(app, done["forever"][0]))[0]!.expires_at).toBeNull();

  const [kept] = await keptOf(app, task);
  const path = `/api/kept/${kept!.id}/restore`;
  expect(await app.refusal("POST", path, { branch: "main" })).toBe(
    "409 A branch named main exists. Choose another name for this one.",
  );
  expect(await app.refusal("POST", path, { branch: "main/below" })).toStartWith(
    "409 A branch named main exists.",
  );
  expect(await app.refusal("POST", path, { branch: "-d" })).toStartWith("400 branch: ");
  expect(await app.refusal("POST", path, {})).toStartWith("400 branch: ");
  const nobodys = `/api/kept/${"0".repeat(21)}/restore`;
  expect(await app.refusal("POST", nobodys, { branch: "x" })).toBe("404 Kept work not found");
  renameSync(app.repository.path, join(app.dir, "gone"));
  expect(await app.refusal("POST", path, { branch: "x" })).toStartWith("409 The repository ");
  renameSync(join(app.dir, "gone"), app.repository.path);

  await app.cleanUp();
  await app.pass(3 * DAY_MS - HOUR_MS);
  expect(await keptOf(app, task)).toHaveLength(1);
  await app.pass(2 * DAY_MS);
  expect(await keptOf(app, task)).toEqual([]);
  expect(refs(app)).toHaveLength(1);
  expect(await app.checkpoints(task.id)).toEqual([]);
  // The branch is a person's by now.
  expect(app.repository.git("show", `${worktree.branch}:a.txt`)).toBe("a");
}, 30_000);

test("a branch goes when it is merged, and where nothing was changed nothing stays", async () => {
  await using app = await createRepositoryInTime({ team: { Builder: writes({ "a.txt": "a\n" }) } });
  const done = await doneOf(app, "unmerged", "merged");
  const [[, unmerged], [, merged]] = [done.unmerged, done.merged];
  app.repository.git("merge", "--quiet", "--no-edit", merged.branch);
  app.repository.git("commit", "--quiet", "--allow-empty", "-m", "Later");
  await removes(app, unmerged.id);
  await removes(app, merged.id);
  expect(app.repository.git("show", `${unmerged.branch}:a.txt`)).toBe("a");
  expect(app.repository.git("branch", "--list", merged.branch)).toBe("");

  app.script.parts["Builder"] = asksForReview;
  const before = refs(app);
  const { idle } = await doneOf(app, "idle");
  expect((await removes(app, idle[1].id)).status).toBe(204);
  expect(refs(app)).toEqual(before);
  expect(await keptOf(app, idle[0])).toEqual([]);
  expect(app.repository.git("branch", "--list", idle[1].branch)).toBe("");
}, 30_000);

test("work is kept whatever its figures say", async () => {
  await using app = await createRepositoryInTime({
    workspace: { setup_command: "echo made > made.txt; exit 0" },
  });
  const task = await app.workedOn();
  const worktree = await app.worktreeOf(task);
  expect(await app.checkpoints(task.id)).toMatchObject([{ files: 1 }]);
  app.db.run("UPDATE checkpoints SET files = 0");
  await app.call("DELETE", `/api/tasks/${task.id}`);
  expect((await removes(app, worktree.id)).status).toBe(204);
  const [kept] = await app.kept();
  expect(app.repository.git("show", `${kept?.commit_id}:made.txt`)).toBe("made");
  const updates = app.published.filter(({ type }) => type === "worktree.updated").length;
  await app.cleanUp();
  await app.pass(31 * DAY_MS);
  expect(await app.kept()).toEqual([]);
  expect(app.published.filter(({ type }) => type === "worktree.updated")).toHaveLength(updates + 1);
}, 30_000);

test("files that no checkpoint contains go only when a person has read their names", async () => {
  await using app = await createRepositoryInTime({
    team: {
      Builder: (turn) => {
        gitIn(turn.request.cwd, "init", "--quiet", "vendor");
        return writes({ "video.bin": "x".repeat(1_200_000), "a.txt": "a" })(turn);
      },
    },
  });
  await app.call("PUT", "/api/settings", { body: { checkpoint_max_file_mb: 1 } });
  const { task } = await doneOf(app, "task");
  const [{ workspace_id }, worktree] = task;
  const refused = await app.refusal("DELETE", `/api/worktrees/${worktree.id}`);
  expect(refused).toStartWith("409 The worktree is kept: no checkpoint contains ");
  expect(refused).toContain("video.bin (too large)");
  expect(refused).toContain("(nested repository)");
  const shown = (await app.worktrees(workspace_id)).worktrees[0]!;
  expect(shown.problem).toContain("video.bin (too large)");
  expect(shown.left_out.map(({ reason }) => reason).toSorted()).toEqual([
    "nested_repository",
    "too_large",
  ]);
  await app.cleanUp();
  await app.pass(3 * DAY_MS);
  expect(existsSync(join(worktree.path, "video.bin"))).toBe(true);
  expect((await removes(app, worktree.id, ["video.bin"])).status).toBe(409);

  // One that has come since is not confirmed.
  const confirmed = shown.left_out.map(({ path }) => path);
  writeFileSync(join(worktree.path, "later.bin"), "x".repeat(1_100_000));
  expect(await app.refusal("DELETE", `/api/worktrees/${worktree.id}`, { confirmed })).toBe(
    "409 The worktree is kept: no checkpoint contains later.bin (too large).",
  );
  rmSync(join(worktree.path, "later.bin"));
  expect((await removes(app, worktree.id, confirmed)).status).toBe(204);
  expect(existsSync(worktree.path)).toBe(false);
}, 30_000);

/** What keeps a directory: how it comes about, and what people read. */
const DOUBTS: Record<string, [(app: RepositoryInTime, worktree: Worktree) => unknown, string]> = {
  "a link": [
    (app, { path, id }) => {
      renameSync(path, join(app.dir, id));
      symlinkSync(join(app.dir, id), path);
    },
    "is not a directory",
  ],
  "moved away": [({ dir }, { path, id }) => renameSync(path, join(dir, id)), "is missing"],
  "under a link": [
    (app, { path, id }) => {
      renameSync(dirname(path), join(app.dir, id));
      symlinkSync(join(app.dir, id), dirname(path));
    },
    "is a link to another place",
  ],
  "the checkout of a person": [
    ({ db, repository }, { id }) =>
      db.run("UPDATE worktrees SET path = ? WHERE id = ?", [repository.path, id]),
    "is not where the worktree of this task belongs",
  ],
  "another task's": [
    ({ db }, { id }) =>
      db.run(
        "UPDATE worktrees SET path = (SELECT max(path) FROM worktrees WHERE task_summary = 'in use') WHERE id = ?1",
        [id],
      ),
    "is not where the worktree of this task belongs",
  ],
  "without its link": [
    (_app, { path }) => writeFileSync(join(path, ".git"), "gitdir: /nowhere\n"),
    "don't point to each other",
  ],
  "unknown to git": [
    ({ dir }, { path, id }) =>
      renameSync(gitIn(path, "rev-parse", "--absolute-git-dir"), join(dir, `${id}-folder`)),
    "don't point to each other",
  ],
  "of another repository": [
    ({ db, dir }, { id }) => {
      gitIn(dir, "init", "--quiet", "other");
      db.run("UPDATE worktrees SET repository = ? WHERE id = ?", [join(dir, "other/.git"), id]);
    },
    "don't point to each other",
  ],
  "in use": [
    (_app, { path }) => {
      mkdirSync(join(path, "sub"));
      shell = Bun.spawn(["sleep", "60"], { cwd: join(path, "sub") });
    },
    "(sleep) works in it",
  ],
};

let shell: Bun.Subprocess | null = null;

test("a directory is kept as long as anything about it is in doubt, and the page says what", async () => {
  await using app = await createRepositoryInTime({ team: { Builder: writes({ "a.txt": "a\n" }) } });
  const names = Object.keys(DOUBTS);
  const done = await doneOf(app, ...names);
  try {
    for (const [name, [bring]] of Object.entries(DOUBTS)) bring(app, done[name]![1]);
    await app.cleanUp();
    await app.pass(3 * DAY_MS);
    const found: Record<string, string> = {};
    for (const [name, [, reason]] of Object.entries(DOUBTS)) {
      const [task, { path, id }] = done[name]!;
      const shown = await app.worktreeOf(task);
      if (!shown?.problem?.includes(reason)) found[name] = `${shown?.state} ${shown?.problem}`;
      const places = [path, join(app.dir, id), join(app.dir, id, path.split("/").at(-1)!)];
      if (!places.some((place) => existsSync(join(place, "a.txt")))) found[name] = "lost";
    }
    expect(found).toEqual({});
  } finally {
    shell?.kill();
    await shell?.exited;
  }
  const [, used] = done["in use"]!;
  expect((await removes(app, used.id)).status).toBe(204);
  // Its directory is elsewhere, as the person knows: nothing there is touched.
  const [task, moved] = done["moved away"]!;
  expect((await removes(app, moved.id)).status).toBe(204);
  expect(await keptOf(app, task)).toHaveLength(1);
  expect(readFileSync(join(app.dir, moved.id, "a.txt"), "utf8")).toBe("a\n");
  expect(gitIn(join(app.dir, moved.id), "rev-parse", "--abbrev-ref", "HEAD")).toBe(moved.branch);

  renameSync(app.repository.path, join(app.dir, "gone"));
  const [, other] = done["without its link"]!;
  expect(await app.refusal("DELETE", `/api/worktrees/${other.id}`)).toContain("is gone");
}, 60_000);

test("commits of a submodule that are nowhere else keep the worktree", async () => {
  await using app = await createRepositoryInTime({ team: { Builder: writes({ "a.txt": "a\n" }) } });
  gitIn(app.dir, "init", "--quiet", "--initial-branch=main", "library");
  gitIn(join(app.dir, "library"), "commit", "--quiet", "--allow-empty", "-m", "One");
  // A release, on no branch.
  const release = gitIn(
    join(app.dir, "library"),
    "commit-tree",
    "-p",
    "HEAD",
    "-m",
    "1.0",
    "HEAD^{tree}",
  );
  gitIn(join(app.dir, "library"), "tag", "v1.0", release);
  app.repository.git("submodule", "--quiet", "add", join(app.dir, "library"), "lib");
  app.repository.commit({});
  const { task } = await doneOf(app, "task");
  const [, { id, path }] = task;
  gitIn(join(path, "lib"), "commit", "--quiet", "--allow-empty", "-m", "Two");
  gitIn(path, "commit", "--quiet", "-am", "With two");
  expect(await app.refusal("DELETE", `/api/worktrees/${id}`)).toBe(
    "409 The worktree is kept: its submodule lib has commits that are nowhere else.",
  );
  // They are not lost with the directory either.
  rmSync(path, { recursive: true });
  await app.move(task[0].id, "todo");
  await app.taskWorkers.drain();
  const { last_error } = await app.task(task[0].id);
  expect(last_error).toContain(
    "submodule lib has commits that are nowhere else. Put it back, or push them: ",
  );
  gitIn(app.dir, ...last_error!.split(": git ")[1]!.split(" "));
  await app.comment(task[0].id, "Continue");
  await app.taskWorkers.drain();
  await app.move(task[0].id, "done");
  expect((await removes(app, id)).status).toBe(204);
}, 30_000);

test("a worktree whose agent still works is kept", async () => {
  const door = gate();
  await using app = await createRepositoryInTime({
    team: { Builder: heldAt(door, asksForReview) },
  });
  const task = await app.createTask();
  await door.reached;
  const worktree = await app.worktreeOf(task);
  app.db.run("UPDATE tasks SET status = 'done' WHERE id = ?", [task.id]);
  expect(await app.refusal("DELETE", `/api/worktrees/${worktree.id}`)).toBe(
    "409 The worktree is kept: This task has an active run. Stop it first.",
  );
  // That is over soon: no reason to show beside it.
  expect((await app.worktreeOf(task)).problem).toBeNull();
  door.open();
  await app.taskWorkers.drain();
}, 30_000);

test("the states of a person's own checkout go some time after their task was deleted", async () => {
  await using app = await createRepositoryInTime({
    mode: "static",
    team: { Builder: writes({ "a.txt": "a\n" }) },
  });
  await app.call("PUT", "/api/settings", { body: { kept_work_days: 3 } });
  const task = await app.workedOn();
  expect(refs(app)).toHaveLength(1);
  await app.cleanUp();
  await app.pass(10 * DAY_MS);
  expect(refs(app)).toHaveLength(1);
  await app.call("DELETE", `/api/tasks/${task.id}`);
  await app.pass(3 * DAY_MS - HOUR_MS);
  expect(refs(app)).toHaveLength(1);
  await app.pass(3 * DAY_MS);
  expect(refs(app)).toEqual([]);
  expect(readFileSync(join(app.repository.path, "a.txt"), "utf8")).toBe("a\n");
}, 30_000);
