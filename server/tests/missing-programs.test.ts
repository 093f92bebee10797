import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "@malamar/contract/home.ts";
import type { AttentionCount, AttentionItem, TaskSummary } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { createCliEngines } from "#engines/cli/registry.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { createLoopApp, type LoopApp, type LoopOptions } from "#testing/loop-app.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { untilStatus } from "#testing/tasks-in-status.ts";
import { virtualTime } from "#testing/virtual-time.ts";

// A task whose team has no installed program waits, and nothing is tried.

const SECOND = 1000;
const MISSING = {
  wait_reason: "engine",
  wait_cli: "claude",
  wait_detail: "not installed",
  retry_at: null,
  status: "todo",
  pass_count: 0,
  failure_count: 0,
} as const;

/** Malamar with an empty folder as its PATH, and time that a test moves. */
async function createBareApp(
  dir: string,
  clis: readonly string[] = ["claude"],
  options: LoopOptions = {},
) {
  const time = virtualTime();
  const app = await createLoopApp({
    createEngines: createCliEngines,
    environment: { PATH: dir, HOME: dir },
    ...time,
    ...options,
  });
  for (const cli_type of clis) await hire(app, app.workspace, cli_type);
  return { ...app, time, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const hire = (app: LoopApp, { id }: Workspace, cli_type: string) =>
  app.createAgent(id, { name: `On ${cli_type}`, cli_type: cli_type as "claude" });

const install = (dir: string, name: string, script = ASKS_FOR_REVIEW) =>
  fakeProgram(dir, name, script);

const ASKS_FOR_REVIEW = `
  if [ "$1" = --version ]; then echo 1.2.3; exit; fi
  echo '{"type":"result","subtype":"success","is_error":false,"structured_output":{"actions":[{"type":"change_status","status":"in_review"}]}}'`;

const tasksOf = (app: LoopApp, workspace: Workspace = app.workspace) =>
  app.get<TaskSummary[]>(`/api/workspaces/${workspace.id}/tasks`);

const needingSomebody = (app: LoopApp) =>
  app.get<TaskSummary[]>(`/api/workspaces/${app.workspace.id}/tasks?needs_me=1`);

const NOT_FOUND = "CLI could not be started: Binary not found in PATH";

const errors = (app: LoopApp) =>
  app.published.filter(({ type }) => type === "task.error_occurred").length;

test("the task waits and says why once; no pass is used and nothing is retried", async () => {
  using dir = tempDir();
  await using app = await createBareApp(dir.path);
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject(MISSING);
  const said = [
    expect.stringMatching(
      /^System: CLI could not be started: Binary not found in PATH\n\nInstall Claude Code \(npm install -g .+\), or set the path of its program in the settings\. The task starts as soon as the program is there\.$/,
    ),
  ];
  expect(await app.said(task.id)).toEqual(said);
  app.time.advance(3600 * SECOND);
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(said);
  expect(await app.runs(task.id)).toEqual([]);
  expect(app.queueOf(task.id)).toEqual(["queued"]);
  expect(errors(app)).toBe(1);
});

test("it starts automatically when the program appears", async () => {
  using dir = tempDir();
  await using app = await createBareApp(dir.path);
  const task = await app.createTask();
  await app.taskWorkers.drain();
  install(dir.path, "claude");
  app.time.advance(SECOND);
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 1 });
});

test("it starts at once when someone refreshes the CLIs", async () => {
  using dir = tempDir();
  await using app = await createBareApp(dir.path);
  await app.cliHealth.refresh();
  const task = await app.createTask();
  await app.taskWorkers.drain();
  install(dir.path, "claude");
  await app.call("POST", "/api/health/cli/refresh", { body: {} });
  // Time stands still, so no poll has found it.
  await untilStatus(app, task.id, "in_review");
});

test("a refresh that finds nothing changes nothing", async () => {
  using dir = tempDir();
  await using app = await createBareApp(dir.path);
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const before = [await app.task(task.id), errors(app)];
  await app.call("POST", "/api/health/cli/refresh", { body: {} });
  await app.taskWorkers.drain();
  expect([await app.task(task.id), errors(app)]).toEqual(before);
});

test("an installed program is tried as always, healthy or not", async () => {
  using dir = tempDir();
  await using app = await createBareApp(dir.path);
  const task = await app.createTask();
  await app.taskWorkers.drain();
  install(dir.path, "claude", "exit 3");
  app.time.advance(SECOND);
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({ wait_reason: "backoff", failure_count: 1 });
  expect((await app.said(task.id)).at(-1)).toStartWith("System: CLI exited with code 3");
});

test("when one program of the team is there, the pass begins", async () => {
  using dir = tempDir();
  install(dir.path, "codex", "exit 3");
  await using app = await createBareApp(dir.path, ["claude", "codex"]);
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({ wait_reason: "backoff", failure_count: 1 });
  expect(await app.runs(task.id)).toMatchObject([{ failure_kind: "not_installed" }]);
});

test("any program of the team ends the wait", async () => {
  using dir = tempDir();
  await using app = await createBareApp(dir.path, ["claude", "codex"]);
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject(MISSING);
  install(dir.path, "codex", "exit 3");
  app.time.advance(SECOND);
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).failure_count).toBe(1);
});

test("an agent on an installed program ends the wait, and so does an empty team", async () => {
  using dir = tempDir();
  install(dir.path, "codex", "exit 3");
  await using app = await createBareApp(dir.path);
  const other = await app.createWorkspace({ title: "Other" });
  const agent = await hire(app, other, "claude");
  const [task, second] = [await app.createTask(), await app.createTask({}, other)];
  await app.taskWorkers.drain();
  await hire(app, app.workspace, "codex");
  await app.call("DELETE", `/api/agents/${agent.id}`);
  app.time.advance(SECOND);
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).failure_count).toBe(1);
  expect((await app.task(second.id)).status).toBe("in_review");
});

test("an agent that switches to another missing program waits for that one", async () => {
  using dir = tempDir();
  await using app = await createBareApp(dir.path, []);
  const agent = await hire(app, app.workspace, "claude");
  const task = await app.createTask();
  await app.taskWorkers.drain();
  await app.call("PUT", `/api/agents/${agent.id}`, { body: { cli_type: "codex" } });
  app.time.advance(SECOND);
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({ ...MISSING, wait_cli: "codex" });
  expect(await app.said(task.id)).toHaveLength(2);
});

test("a program whose path someone sets is found", async () => {
  using dir = tempDir();
  using elsewhere = tempDir();
  await using app = await createBareApp(dir.path);
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const binary_path = install(elsewhere.path, "my-claude");
  await app.call("PUT", "/api/settings", { body: { cli_settings: { claude: { binary_path } } } });
  app.time.advance(SECOND);
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a comment on a waiting task is stored, and the wait is not announced again", async () => {
  using dir = tempDir();
  await using app = await createBareApp(dir.path);
  const task = await app.createTask();
  await app.taskWorkers.drain();
  await app.comment(task.id, "Are you there?");
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject(MISSING);
  expect(await app.said(task.id)).toEqual([
    expect.stringContaining("Binary not found in PATH"),
    "User: Are you there?",
  ]);
});

test("an asked agent waits too, and is still alone when its program is there", async () => {
  using dir = tempDir();
  await using app = await createBareApp(dir.path, ["claude"]);
  const agent = await app.createAgent(app.workspace.id, { name: "Asked", cli_type: "codex" });
  const task = await app.createTask({ is_on_hold: true });
  await app.ask(task.id, agent.id, "How is it?");
  await app.call("PUT", `/api/tasks/${task.id}`, { body: { is_on_hold: false } });
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({ ...MISSING, wait_cli: "codex" });
  install(dir.path, "codex", "exit 3");
  install(dir.path, "claude");
  app.time.advance(SECOND);
  await app.taskWorkers.drain();
  expect((await app.runs(task.id)).map(({ agent_name }) => agent_name)).toEqual(["Asked"]);
});

test("twenty tasks in two workspaces are one problem: announced once, and nothing is written while they wait", async () => {
  using dir = tempDir();
  await using app = await createBareApp(dir.path);
  const other = await app.createWorkspace({ title: "Other" });
  await hire(app, other, "claude");
  for (let at = 0; at < 10; at++) {
    await app.createTask({}, app.workspace);
    await app.createTask({}, other);
  }
  await app.taskWorkers.drain();
  const all = [...(await tasksOf(app)), ...(await tasksOf(app, other))];
  expect(all.map(({ wait_reason, comment_count }) => `${wait_reason} ${comment_count}`)).toEqual(
    Array(20).fill("engine 1"),
  );
  expect(errors(app)).toBe(1);
  const published = app.published.length;
  app.time.advance(600 * SECOND);
  await app.taskWorkers.drain();
  expect(app.published).toHaveLength(published);
  install(dir.path, "claude");
  app.time.advance(SECOND);
  await app.taskWorkers.drain();
  for (const workspace of [app.workspace, other]) {
    const statuses = (await tasksOf(app, workspace)).map(({ status }) => status);
    expect(statuses).toEqual(Array(10).fill("in_review"));
  }
});

test("a workspace that wants notifications of errors gets one, even if one that does not waits already", async () => {
  using dir = tempDir();
  await using app = await createBareApp(dir.path, ["claude"], {
    workspace: { notify_on_error: false },
  });
  const other = await app.createWorkspace({ title: "Other", notify_on_error: true });
  await hire(app, other, "claude");
  for (const workspace of [app.workspace, app.workspace, other, other, app.workspace]) {
    await app.createTask({}, workspace);
    await app.taskWorkers.drain();
  }
  const told = app.published.flatMap((event) =>
    event.type === "task.error_occurred" ? event.workspace_id : [],
  );
  expect(told).toEqual([app.workspace.id, other.id]);
});

test("the missing program is in Needs you once in each workspace, as the error of one task, until it is there", async () => {
  using dir = tempDir();
  await using app = await createBareApp(dir.path);
  const other = await app.createWorkspace({ title: "Other" });
  await hire(app, other, "claude");
  for (let at = 0; at < 3; at++) {
    await app.createTask({}, app.workspace);
    await app.createTask({}, other);
  }
  await app.taskWorkers.drain();
  const items = await app.get<AttentionItem[]>("/api/attention");
  expect(items).toHaveLength(2);
  for (const item of items) {
    expect(item).toMatchObject({ reason: "error", detail: NOT_FOUND, wait_cli: "claude" });
  }
  expect(new Set(items.map(({ workspace_title }) => workspace_title)).size).toBe(2);
  const { attention, counts } = await app.get<Home>("/api/home");
  expect(await app.get<AttentionCount>("/api/attention?count=1")).toEqual({ count: 2 });
  expect(attention.counts).toEqual({ in_review: 0, guard: 0, error: 2, quota: 0 });
  expect(attention.items.map(({ task_id }) => task_id)).toEqual(items.map((item) => item.task_id));
  expect(counts.failed).toBe(2);
  expect(errors(app)).toBe(1);
  expect((await needingSomebody(app)).map(({ id }) => id)).toEqual([
    items.find(({ workspace_id }) => workspace_id === app.workspace.id)!.task_id,
  ]);

  install(dir.path, "claude", "exit 3");
  app.time.advance(SECOND);
  await app.taskWorkers.drain();
  for (const { last_error } of await tasksOf(app)) expect(last_error).not.toBe(NOT_FOUND);
});

test("another task has the error once the first is deleted or answered", async () => {
  using dir = tempDir();
  await using app = await createBareApp(dir.path);
  for (let at = 0; at < 3; at++) await app.createTask();
  await app.taskWorkers.drain();
  const [first] = await needingSomebody(app);
  await app.call("DELETE", `/api/tasks/${first!.id}`);
  app.time.advance(SECOND);
  await app.taskWorkers.drain();
  const [second, ...others] = await needingSomebody(app);
  expect([second!.last_error, others]).toEqual([NOT_FOUND, []]);
  await app.comment(second!.id, "On it.");
  await app.taskWorkers.drain();
  app.time.advance(SECOND);
  await app.taskWorkers.drain();
  expect(await needingSomebody(app)).toMatchObject([{ last_error: NOT_FOUND }]);
});

test("a restart changes nothing, and finds what was installed meanwhile", async () => {
  using dir = tempDir();
  const dataDir = join(dir.path, "data");
  const ids: string[] = [];
  {
    await using app = await createBareApp(dir.path, ["claude"], { dataDir });
    for (let at = 0; at < 3; at++) ids.push((await app.createTask()).id);
    await app.taskWorkers.drain();
  }
  {
    await using app = await createBareApp(dir.path, [], { dataDir });
    await app.taskWorkers.drain();
    expect(await app.task(ids[0]!)).toMatchObject(MISSING);
    expect(await app.said(ids[0]!)).toHaveLength(1);
    expect(app.published.filter((event) => "task_id" in event)).toEqual([]);
  }
  install(dir.path, "claude");
  await using app = await createBareApp(dir.path, [], { dataDir });
  await app.taskWorkers.drain();
  for (const id of ids) expect((await app.task(id)).status).toBe("in_review");
});

test("a program that disappears again is waited for again, without another comment", async () => {
  using dir = tempDir();
  const path = install(dir.path, "claude", "exit 3");
  await using app = await createBareApp(dir.path);
  const task = await app.createTask();
  await app.taskWorkers.drain();
  for (let round = 0; round < 2; round++) {
    rmSync(path);
    app.time.advance(900 * SECOND);
    await app.taskWorkers.drain();
    expect((await app.task(task.id)).wait_reason).toBe("engine");
    install(dir.path, "claude", "exit 3");
    app.time.advance(SECOND);
    await app.taskWorkers.drain();
    expect((await app.task(task.id)).wait_reason).toBe("backoff");
  }
  const said = await app.said(task.id);
  expect(said.filter((text) => text.includes("Binary not found"))).toHaveLength(1);
});
