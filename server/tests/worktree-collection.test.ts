import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Task } from "@malamar/contract/task.ts";
import type { KeptWork, Worktree } from "@malamar/contract/worktree.ts";
import { DAY_MS } from "#lib/clock.ts";
import {
  createRepositoryInTime,
  gitIn,
  writeFiles,
  type RepositoryInTime,
} from "#testing/repository-in-time.ts";
import { roundsOf } from "#testing/rounds.ts";
import { asksForReview } from "#testing/scripted-team.ts";

const WORKTREES = roundsOf("WORKTREES", 11, 110);
const WORKSPACES = 8;

interface Collected {
  task: Task;
  worktree: Worktree;
  state: State;
  /** By its path: the hash of each file that git does not ignore. */
  files: Record<string, string>;
}

type State = keyof typeof STATES;

/** What has become of a worktree by the time it is due; whether it may go. */
const STATES = {
  clean: [() => {}, true],
  dirty: [
    ({ path }) => writeFiles(path, { "README.md": `mine ${path}\n`, "new/file.txt": path }),
    true,
  ],
  unmerged: [
    ({ path }) => {
      writeFiles(path, { "committed.txt": path });
      gitIn(path, "add", "-A");
      gitIn(path, "commit", "--quiet", "-m", "Later");
    },
    true,
  ],
  detached: [
    ({ path }) => {
      gitIn(path, "checkout", "--quiet", "--detach");
      gitIn(path, "commit", "--quiet", "--allow-empty", "-m", "On no branch");
      writeFiles(path, { "detached.txt": path });
    },
    true,
  ],
  nested: [
    ({ path }) => {
      gitIn(path, "init", "--quiet", "vendor");
      gitIn(join(path, "vendor"), "commit", "--quiet", "--allow-empty", "-m", "Theirs");
    },
    false,
  ],
  "too large": [
    ({ path }) => writeFileSync(join(path, "large.bin"), Buffer.alloc(1_100_000)),
    false,
  ],
  link: [
    ({ path, id }, dir) => {
      renameSync(path, join(dir, id));
      symlinkSync(join(dir, id), path);
    },
    false,
  ],
  moved: [({ path, id }, dir) => renameSync(path, join(dir, id)), false],
  "in use": [({ path }) => void inUse.push(Bun.spawn(["sleep", "infinity"], { cwd: path })), false],
  "wrong row": [
    ({ id }, _dir, app) =>
      app.db.run("UPDATE worktrees SET path = ? WHERE id = ?", [app.repository.path, id]),
    false,
  ],
  unlinked: [({ path }) => renameSync(join(path, ".git"), join(path, "dot-git")), false],
} as const satisfies Record<
  string,
  [bring: (worktree: Worktree, dir: string, app: RepositoryInTime) => unknown, goes: boolean]
>;

const inUse: Bun.Subprocess[] = [];

function filesIn(directory: string, below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(directory, below), { withFileTypes: true })) {
    const name = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.name === ".git" || entry.name === "dot-git" || entry.name.endsWith(".log")) continue;
    if (entry.isDirectory()) Object.assign(found, filesIn(directory, name));
    else found[name] = hashOf(readFileSync(join(directory, name)));
  }
  return found;
}

const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");

async function collectedIn(app: RepositoryInTime): Promise<Collected[]> {
  const { working_directory_mode, working_directory_path } = app.workspace;
  const workspaces = await Promise.all(
    Array.from({ length: WORKSPACES }, (_, at) =>
      app.createWorkspace({
        title: `${at}`,
        working_directory_mode,
        working_directory_path,
        retention_days: 0,
      }),
    ),
  );
  for (const { id } of workspaces) await app.createAgent(id, { name: "B", instruction: "Builder" });
  const states = Object.keys(STATES) as State[];
  const tasks: Task[] = [];
  for (let at = 0; at < WORKTREES; at++) {
    tasks.push(await app.createTask({ summary: `Task ${at}` }, workspaces[at % WORKSPACES]));
  }
  await app.taskWorkers.drain();
  const all: Collected[] = [];
  for (const [at, task] of tasks.entries()) {
    expect((await app.move(task.id, "done")).status).toBe(200);
    const worktree = await app.worktreeOf(task);
    const state = states[at % states.length]!;
    STATES[state][0](worktree, app.dir, app);
    const place = existsSync(worktree.path) ? worktree.path : join(app.dir, worktree.id);
    all.push({ task, worktree, state, files: filesIn(place) });
  }
  return all;
}

test("whatever state a worktree is in when its time comes, no byte of it is lost", async () => {
  await using app = await createRepositoryInTime({
    files: { "README.md": "# Website\n", ".gitignore": "*.log\n" },
    team: {
      Builder: (turn) => {
        const { cwd } = turn.request;
        writeFiles(cwd, { "work.txt": cwd, "build.log": "ignored\n" });
        return asksForReview(turn);
      },
    },
  });
  await app.call("PUT", "/api/settings", { body: { checkpoint_max_file_mb: 1 } });
  try {
    const all = await collectedIn(app);
    await app.cleanUp();
    await app.pass(DAY_MS - 1);
    const early = all.filter(
      ({ worktree: { path, id } }) => !existsSync(path) && !existsSync(join(app.dir, id)),
    );
    expect(early).toEqual([]);
    await app.pass(2 * DAY_MS);

    const wrong: string[] = [];
    for (const { task, worktree, state, files } of all) {
      const isGone = !existsSync(worktree.path) && !existsSync(join(app.dir, worktree.id));
      if (isGone !== STATES[state][1]) wrong.push(`${state}: ${isGone ? "gone" : "kept"}`);
      const now = isGone
        ? await restored(app, task, worktree)
        : filesIn(existsSync(worktree.path) ? worktree.path : join(app.dir, worktree.id));
      if (!Bun.deepEquals(now, files)) wrong.push(`${state}: other files`);
      if (!isGone && (await app.worktreeOf(task)).problem === null)
        wrong.push(`${state}: no reason`);
    }
    expect(wrong).toEqual([]);
    expect(app.repository.git("fsck", "--no-dangling")).toBe("");
    expect(app.repository.git("status", "--porcelain")).toBe("");
  } finally {
    for (const process of inUse) process.kill();
    await Promise.all(inUse.map((process) => process.exited));
  }
}, 1_800_000);

/** Its kept work, as a person gets it back. */
async function restored(app: RepositoryInTime, task: Task, worktree: Worktree) {
  const kept = await app.get<KeptWork[]>(`/api/workspaces/${task.workspace_id}/kept`);
  const id = kept.find(({ task_id }) => task_id === task.id)?.id;
  const branch = `back/${worktree.id.replaceAll(/[^\w]/g, "x")}`;
  const { status } = await app.call("POST", `/api/kept/${id}/restore`, { body: { branch } });
  if (status !== 200) return {};
  const place = join(app.dir, "restored", worktree.id);
  mkdirSync(dirname(place), { recursive: true });
  app.repository.git("worktree", "add", "--quiet", place, branch);
  const files = filesIn(place);
  app.repository.git("worktree", "remove", place);
  return files;
}
