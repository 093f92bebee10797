import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { CliHealth } from "@malamar/contract/cli.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import type { WorktreeRow } from "@malamar/server/domain/worktree/worktree-store.ts";
import { createTestApp } from "@malamar/server/testing/create-test-app.ts";
import { tablesOf } from "@malamar/server/testing/tables-of.ts";
import { tempDir } from "@malamar/server/testing/temp-dir.ts";

type App = Awaited<ReturnType<typeof createTestApp>>;

interface Started {
  workspace_id: string;
}

/** All rows, except the search index, which keeps its own books. */
function rowsOf(db: Database): Record<string, unknown[]> {
  const tables = tablesOf(db).filter((table) => !table.startsWith("title_parts"));
  return Object.fromEntries(
    tables.map((table) => [table, db.query(`SELECT * FROM "${table}"`).values()]),
  );
}

/** All files, except the database and the log. */
function filesOf(app: App): string[] {
  const filesIn = (dir: string) =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name));
  return [...filesIn(app.dataDir), ...filesIn(app.tempDir)]
    .filter((path) => !path.includes("/malamar.") && !path.includes("/logs/"))
    .toSorted();
}

/** Resolves once this many events of this kind were published since the app was built. */
async function happened(app: App, type: string, times: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () =>
    app.published.filter((event) => event.type === type).length >= times && resolve();
  const unsubscribe = app.bus.subscribe(look);
  look();
  await promise;
  unsubscribe();
}

test("the demo is a team at work on a machine without any program, and leaves nothing behind", async () => {
  await using app = await createTestApp({ environment: { PATH: "" } });
  await app.startLoop();
  const before = { rows: rowsOf(app.db), files: filesOf(app) };

  const { status, body } = await app.call<Started>("POST", "/api/demo");
  expect(status).toBe(201);
  const { workspace_id: id } = body;
  await happened(app, "agent.execution_finished", 1);
  const again = await app.call<Started>("POST", "/api/demo");
  expect(again).toMatchObject({ status: 200, body });

  const { body: workspace } = await app.call<Workspace>("GET", `/api/workspaces/${id}`);
  expect(workspace).toMatchObject({
    title: "Demo",
    is_demo: true,
    notify_on_error: false,
    notify_on_in_review: false,
  });
  expect(filesOf(app).length).toBeGreaterThan(before.files.length);

  expect((await app.send("DELETE", "/api/demo")).status).toBe(204);
  expect({ rows: rowsOf(app.db), files: filesOf(app) }).toEqual(before);
  expect((await app.send("DELETE", "/api/demo")).status).toBe(204);
  const { body: clis } = await app.call<CliHealth[]>("GET", "/api/health/cli");
  expect(clis.map(({ cli_type }) => cli_type)).not.toContain("demo");
}, 60_000);

/** A machine with git, and nobody's settings. */
const withGit = (home: string) => ({ PATH: "/usr/bin:/bin", HOME: home, GIT_CONFIG_NOSYSTEM: "1" });

test("its repository goes with everything that was made from it, and no other one does", async () => {
  using home = tempDir();
  await using app = await createTestApp({ environment: withGit(home.path) });
  await app.startLoop();
  const before = { rows: rowsOf(app.db), files: filesOf(app) };

  const { workspace_id: id } = (await app.call<Started>("POST", "/api/demo")).body;
  await happened(app, "task.changes_updated", 1);
  const { body: workspace } = await app.call<Workspace>("GET", `/api/workspaces/${id}`);
  expect(workspace).toMatchObject({
    working_directory_mode: "git",
    working_directory_path: join(app.dataDir, "demo"),
    working_directory_warning: null,
  });
  const [worktree] = app.db.query<WorktreeRow, []>("SELECT * FROM worktrees").all();
  expect(existsSync(join(worktree!.path, "index.html"))).toBe(true);
  app.db.run("INSERT INTO viewed_files VALUES (?, 'index.html', 'abc')", [worktree!.task_id]);
  app.db.run(
    `INSERT INTO kept_work SELECT id, workspace_id, task_id, task_summary, repository, branch, ref,
       base_commit, created_at, NULL FROM worktrees`,
  );
  // A person has let the team work in a repository of their own.
  const theirs = { ...worktree!, id: "t".repeat(21), task_id: "other", repository: "/theirs/.git" };
  const names = Object.keys(theirs);
  app.db.run(
    `INSERT INTO worktrees (${names.join()}) VALUES (${names.map(() => "?").join()})`,
    Object.values(theirs),
  );

  expect((await app.send("DELETE", "/api/demo")).status).toBe(204);
  const left = app.db.query<WorktreeRow, []>("SELECT * FROM worktrees").all();
  expect(left.map(({ repository }) => repository)).toEqual(["/theirs/.git"]);
  app.db.run("DELETE FROM worktrees");
  expect({ rows: rowsOf(app.db), files: filesOf(app) }).toEqual(before);
  expect(existsSync(worktree!.path)).toBe(false);
}, 60_000);

test("what a demo leaves whose workspace is deleted like any other is gone after the next start", async () => {
  using home = tempDir();
  const dataDir = join(home.path, "data");
  const options = { environment: withGit(home.path), dataDir };
  {
    await using app = await createTestApp(options);
    const { body } = await app.call<Started>("POST", "/api/demo");
    await app.send("DELETE", `/api/workspaces/${body.workspace_id}`);
    expect(existsSync(join(dataDir, "demo"))).toBe(true);
  }
  await using app = await createTestApp(options);
  await app.startLoop();
  expect(existsSync(join(dataDir, "demo"))).toBe(false);
  expect((await app.call<Started>("POST", "/api/demo")).status).toBe(201);
});

test("two people who start it at once find the same one, and deleting its workspace allows a new start", async () => {
  await using app = await createTestApp();
  const start = async () => (await app.call<Started>("POST", "/api/demo")).body.workspace_id;
  const [one, other] = await Promise.all([start(), start()]);
  expect(one).toBe(other);
  await app.send("DELETE", `/api/workspaces/${one}`);
  expect(await start()).not.toBe(one);
});

test("two who remove it at once both hear that it is gone, and who starts it meanwhile gets a new one", async () => {
  await using app = await createTestApp();
  const start = async () => (await app.call<Started>("POST", "/api/demo")).body.workspace_id;
  const before = await start();
  const remove = async () => (await app.send("DELETE", "/api/demo")).status;
  const [one, other, after] = await Promise.all([remove(), remove(), start()]);
  expect([one, other]).toEqual([204, 204]);
  expect(after).not.toBe(before);
});

test("nobody can turn a workspace into the demo, or the demo into a normal one", async () => {
  await using app = await createTestApp();
  const own = await app.call<Workspace>("POST", "/api/workspaces", {
    body: { title: "Mine", is_demo: true },
  });
  expect(own.body.is_demo).toBe(false);
  const { body } = await app.call<Started>("POST", "/api/demo");
  const path = join("/api/workspaces", body.workspace_id);
  await app.call("PUT", path, { body: { is_demo: false } });
  expect((await app.call<Workspace>("GET", path)).body.is_demo).toBe(true);
});
