import { expect, test } from "bun:test";
import type { Agent } from "@malamar/contract/agent.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Task, TaskComment, TaskLog } from "@malamar/contract/task.ts";
import type { WorkspaceFile } from "@malamar/contract/workspace-file.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { createLoopApp, type LoopApp } from "#testing/loop-app.ts";
import { randomWorkspaceFile } from "#testing/random-workspace-file.ts";
import { malamar } from "#testing/run-malamar.ts";
import { seededRandom } from "#testing/seeded-random.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { exported, imported, comparable, livedInApp, onHold } from "#testing/workspace-files.ts";

test("an import of an export is an equal workspace with its own ids", async () => {
  await using app = await livedInApp();
  const file = await exported(app, app.workspace.id);
  const { status, body } = await imported(app, file);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    title: file.workspace.title,
    created_at: file.workspace.created_at,
  });
  expect(body.id).not.toBe(app.workspace.id);
  expect(app.published.at(-1)).toMatchObject({ type: "workspace.created", workspace_id: body.id });
  const again = await exported(app, body.id);
  expect(comparable(again)).toEqual(comparable(onHold(file)));
  const idsIn = (content: object) =>
    new Set(JSON.stringify(content).match(/(?<="(?:id|agent_id|run_id)":")[\w-]{21}/g));
  expect([...idsIn(again)].filter((id) => idsIn(file).has(id))).toEqual([]);

  const tasks = await app.get<Task[]>(`/api/workspaces/${body.id}/tasks`);
  const copy = tasks.find(({ summary }) => summary === "In review")!;
  const comments = await app.get<TaskComment[]>(`/api/tasks/${copy.id}/comments`);
  expect(comments.map(({ author_name }) => author_name)).toEqual(["Planner", "(Deleted Agent)"]);
  const logs = await app.get<TaskLog[]>(`/api/tasks/${copy.id}/logs`);
  expect(logs.map(({ event_type }) => event_type)).toEqual(
    (await app.logs(app.ids.inReview)).map(({ event_type }) => event_type),
  );
});

test("whatever is in a workspace survives export and import", async () => {
  await using app = await createTestApp();
  for (let seed = 1; seed <= 40; seed++) {
    const file = randomWorkspaceFile(seededRandom(seed));
    const { status, body } = await imported(app, file);
    expect({ seed, status, body }).toMatchObject({ seed, status: 201 });
    const first = await exported(app, body.id);
    expect({ seed, file: comparable(first) }).toEqual({ seed, file: comparable(file) });
    const second = await exported(app, (await imported(app, first)).body.id);
    expect({ seed, file: comparable(second) }).toEqual({ seed, file: comparable(first) });
  }
}, 60_000);

/** Imports the workspace's export, and returns the copies of its tasks by summary. */
async function importedTasks(app: LoopApp): Promise<Record<string, Task>> {
  const { body } = await imported(app, await exported(app, app.workspace.id));
  const tasks = await app.get<Task[]>(`/api/workspaces/${body.id}/tasks`);
  return Object.fromEntries(tasks.map((task) => [task.summary, task]));
}

test("an import starts no agent, neither now nor at the next start", async () => {
  using dir = tempDir();
  {
    await using app = await livedInApp();
    const tasks = await importedTasks(app);
    const ids = Object.values(tasks).map(({ id }) => id);
    expect(ids).toHaveLength(4);
    for (const { id, status, is_on_hold } of Object.values(tasks)) {
      expect(is_on_hold).toBe(status === "todo");
      expect(app.queueOf(id)).toEqual(status === "todo" ? ["queued"] : []);
    }
    writeFileSync(join(dir.path, "w.json"), JSON.stringify(await exported(app, app.workspace.id)));
  }
  const dataDir = join(dir.path, "data");
  expect((await malamar(["import", join(dir.path, "w.json"), "--data-dir", dataDir])).code).toBe(0);
  await using app = await createLoopApp({ dataDir });
  app.taskWorkers.wake(app.workspace.id);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual([]);
  expect(app.db.query("SELECT status FROM task_queue").all()).toEqual([
    { status: "queued" },
    { status: "queued" },
  ]);
});

test.each<[how: string, summary: string, begin: (app: LoopApp, id: string) => Promise<unknown>]>([
  [
    "the release of one in Todo",
    "In progress",
    (app, id) => app.call("PUT", `/api/tasks/${id}`, { body: { is_on_hold: false } }),
  ],
  ["a comment on one in review", "In review", (app, id) => app.comment(id, "Once more")],
  ["a move of one in review to Todo", "In review", (app, id) => app.move(id, "todo")],
  ["a move of a Done one to Todo", "Done", (app, id) => app.move(id, "todo")],
])("an imported task begins with %s", async (_how, summary, begin) => {
  await using app = await livedInApp();
  const task = (await importedTasks(app))[summary]!;
  app.letGo();
  await app.taskWorkers.drain();
  expect(await app.runs(task.id)).toEqual([]);
  await begin(app, task.id);
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
  expect((await app.runs(task.id)).map(({ agent_name }) => agent_name)).toEqual([
    "Planner",
    "Reviewer",
  ]);
});

test("the ids of deleted agents stay distinct, and never become another agent's", async () => {
  await using app = await createTestApp();
  const team = await app.createWorkspace({ title: "Team" });
  const stranger = await app.createAgent(team.id, { name: "Stranger" });
  const file = randomWorkspaceFile(seededRandom(1)) as WorkspaceFile;
  const said = (agent_id: string) => ({
    by: "agent",
    agent_id,
    content: "x",
    is_note: false,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
  });
  const comments = [said(stranger.id), said("d".repeat(21)), said(stranger.id)];
  const task = { ...file.tasks[0]!, status: "todo", done_at: null, comments };
  const { body } = await imported(app, { ...file, chats: [], tasks: [task] });
  const [copy] = (await app.call<Task[]>("GET", `/api/workspaces/${body.id}/tasks`)).body;
  const copies = (await app.call<TaskComment[]>("GET", `/api/tasks/${copy!.id}/comments`)).body;
  expect(copies.map(({ author_name }) => author_name)).toEqual(
    Array<string>(3).fill("(Deleted Agent)"),
  );
  expect(copies[0]?.agent_id).toBe(copies[2]!.agent_id);
  expect(copies[0]?.agent_id).not.toBe(copies[1]!.agent_id);
  expect(copies[0]?.agent_id).not.toBe(stranger.id);
});

test("an agent whose name is reserved keeps it with a suffix", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace();
  for (const name of ["A", "B", "user (agent)"]) await app.createAgent(id, { name });
  const file = await exported(app, id);
  const [first, second, third] = file.agents;
  const { status, body } = await imported(app, {
    ...file,
    agents: [{ ...first, name: "System" }, { ...second, name: "user" }, third],
  });
  expect(status).toBe(201);
  const team = await app.call<Agent[]>("GET", `/api/workspaces/${body.id}/agents`);
  expect(team.body.map(({ name }) => name)).toEqual([
    "System (agent)",
    "user (agent 2)",
    "user (agent)",
  ]);
});

test("an import that cannot be written leaves nothing behind", async () => {
  await using app = await createTestApp();
  app.db.run(
    "CREATE TRIGGER full BEFORE INSERT ON chats BEGIN SELECT raise(ABORT, 'disk full'); END",
  );
  const before = app.db.query("SELECT count(*) AS n FROM workspaces").get();
  const file = randomWorkspaceFile(seededRandom(3)) as WorkspaceFile;
  expect(file.chats.length).toBeGreaterThan(0);
  expect((await imported(app, file)).status).toBe(500);
  expect(app.db.query("SELECT count(*) AS n FROM workspaces").get()).toEqual(before);
  expect(app.published).toEqual([]);
});

test("a directory that is not on this machine is kept, with a warning", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace({
    title: "Static",
    working_directory_mode: "static",
    working_directory_path: "/not/on/this/machine",
  });
  const { status, body } = await imported(app, await exported(app, id));
  expect(status).toBe(201);
  expect(body.working_directory_path).toBe("/not/on/this/machine");
  expect(body.working_directory_warning).toContain("does not exist");
});
