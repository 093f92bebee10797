import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { TaskStatus } from "@malamar/contract/task.ts";
import type { Workspace, WorkspaceSummary } from "@malamar/contract/workspace.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { rowsIn } from "#testing/rows-in.ts";
import { tempDir } from "#testing/temp-dir.ts";

type TestApp = Awaited<ReturnType<typeof createTestApp>>;

const titles = (rows: WorkspaceSummary[]) => rows.map((row) => row.title);

/** An app whose only workspaces are these, created in this order. */
async function appWith(...names: string[]): Promise<TestApp> {
  const app = await createTestApp();
  await deleteSample(app);
  for (const title of names) await app.createWorkspace({ title });
  return app;
}

async function deleteSample(app: TestApp): Promise<void> {
  const { body } = await app.call<WorkspaceSummary[]>("GET", "/api/workspaces");
  for (const { id } of body) await app.call("DELETE", `/api/workspaces/${id}`);
}

test("a new workspace gets the product's defaults", async () => {
  await using app = await createTestApp();
  const { status, body } = await app.call<Workspace>("POST", "/api/workspaces", {
    body: { title: "  Website  " },
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^[\w-]{21}$/),
    title: "Website",
    description: "",
    working_directory_mode: "temp",
    working_directory_path: null,
    working_directory_warning: null,
    is_paused: false,
    is_demo: false,
    pickup_order: "oldest_first",
    base_branch: null,
    branch_prefix: "malamar/",
    init_submodules: true,
    copy_patterns: [".env", ".env.*", ".envrc", ".dev.vars"],
    setup_command: null,
    is_setup_on: true,
    trust_repository_programs: false,
    checkpoints: true,
    auto_delete_done_tasks: true,
    retention_days: 7,
    notify_on_error: true,
    notify_on_in_review: true,
    max_passes: 15,
    max_cost_usd: null,
    max_tokens: null,
    run_timeout_minutes: 180,
    idle_timeout_minutes: 60,
    last_activity_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
});

test("a new workspace copies the global notification defaults", async () => {
  await using app = await createTestApp();
  await app.call("PUT", "/api/settings", {
    body: { notify_on_error: false, notify_on_in_review: false },
  });
  const created = await app.createWorkspace({ title: "Quiet" });
  expect(created).toMatchObject({ notify_on_error: false, notify_on_in_review: false });

  const loud = await app.createWorkspace({ title: "Loud", notify_on_error: true });
  expect(loud).toMatchObject({ notify_on_error: true, notify_on_in_review: false });
});

test("changing some fields leaves the others as they were", async () => {
  await using app = await createTestApp();
  const before = await app.createWorkspace({ title: "Website", description: "Be kind." });
  const { body: after } = await app.call<Workspace>("PUT", `/api/workspaces/${before.id}`, {
    body: { retention_days: 0, max_cost_usd: 2.5 },
  });
  expect(after).toEqual({
    ...before,
    retention_days: 0,
    max_cost_usd: 2.5,
    updated_at: after.updated_at,
    last_activity_at: after.last_activity_at,
  });
  const { body: read } = await app.call<Workspace>("GET", `/api/workspaces/${before.id}`);
  expect(read).toEqual(after);
});

test("what was read can be written back whole", async () => {
  await using app = await createTestApp();
  const before = await app.createWorkspace();
  const { status, body } = await app.call<Workspace>("PUT", `/api/workspaces/${before.id}`, {
    body: before,
  });
  expect(status).toBe(200);
  expect(body.id).toBe(before.id);
  expect(body.created_at).toBe(before.created_at);
});

test.each([
  [{}, "title: is required"],
  [{ title: "   " }, "title: must not be empty"],
  [{ title: 7 }, "title: must be text"],
  [{ title: "x", retention_days: -1 }, "retention_days: must be at least 0"],
  [{ title: "x", retention_days: 1.5 }, "retention_days: must be a whole number"],
  [{ title: "x", max_passes: 0 }, "max_passes: must be at least 1"],
  [{ title: "x", max_cost_usd: 0 }, "max_cost_usd: must be more than 0"],
  [{ title: "x", notify_on_error: "yes" }, "notify_on_error: must be true or false"],
  [
    { title: "x", working_directory_mode: "worktree" },
    "working_directory_mode: must be temp, static or git",
  ],
  [
    { title: "x", working_directory_path: "src" },
    "working_directory_path: must be an absolute path, such as /home/me/project",
  ],
  [[], "The body must be a JSON object"],
  ["text", "The body must be a JSON object"],
  [null, "The body must be a JSON object"],
])("creating a workspace from %j is refused and says why", async (body, message) => {
  await using app = await createTestApp();
  const answer = await app.call<ErrorBody>("POST", "/api/workspaces", { body });
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({ error: { code: "VALIDATION_ERROR", message } });
});

test("every invalid field is named in one message", async () => {
  await using app = await createTestApp();
  const { body } = await app.call<ErrorBody>("POST", "/api/workspaces", {
    body: { title: "", max_tokens: 0 },
  });
  expect(body.error.message).toBe("title: must not be empty; max_tokens: must be at least 1");
});

test("a static directory that does not exist is a warning, not an error", async () => {
  await using app = await createTestApp();
  const { status, body } = await app.call<Workspace>("POST", "/api/workspaces", {
    body: {
      title: "Static",
      working_directory_mode: "static",
      working_directory_path: "/no/such/dir",
    },
  });
  expect(status).toBe(201);
  expect(body.working_directory_warning).toBe(
    "The directory /no/such/dir does not exist. Malamar does not create it.",
  );
  expect(await Bun.file("/no/such/dir").exists()).toBe(false);
});

test("a static directory that exists comes without a warning", async () => {
  await using app = await createTestApp();
  using dir = tempDir();
  const body = await app.createWorkspace({
    title: "Static",
    working_directory_mode: "static",
    working_directory_path: dir.path,
  });
  expect(body.working_directory_warning).toBeNull();
});

test.each([`/${"x".repeat(5000)}`, "/etc/passwd", "/etc/passwd/below"])(
  "an impossible static directory is a warning too: %s",
  async (path) => {
    await using app = await createTestApp();
    const body = await app.createWorkspace({
      title: "Static",
      working_directory_mode: "static",
      working_directory_path: path,
    });
    expect(body.working_directory_warning).toBeString();
  },
);

test("the list counts agents and tasks by status", async () => {
  await using app = await appWith("Website");
  const { body: before } = await app.call<WorkspaceSummary[]>("GET", "/api/workspaces");
  const { id } = before[0]!;
  await app.createAgent(id);
  const counts = { todo: 2, in_progress: 1, in_review: 3, done: 1 };
  for (const status of TaskStatus.options) {
    for (let at = 0; at < counts[status]; at++) {
      rowsIn(app.db).task({ workspace_id: id, status });
    }
  }

  const { body } = await app.call<WorkspaceSummary[]>("GET", "/api/workspaces");
  expect(body).toEqual([
    expect.objectContaining({
      id,
      agent_count: 1,
      todo_count: 2,
      in_progress_count: 1,
      in_review_count: 3,
    }),
  ]);
});

test("the brief list names the workspaces and says which teams work, and nothing else", async () => {
  await using app = await appWith("Website");
  const [website] = (await app.call<WorkspaceSummary[]>("GET", "/api/workspaces")).body;
  rowsIn(app.db).task({ workspace_id: website!.id, status: "in_progress" });
  rowsIn(app.db).task({ workspace_id: website!.id, status: "todo" });
  const paused = await app.createWorkspace({
    title: "Resting",
    description: "Long.",
    is_paused: true,
  });
  expect((await app.call("GET", "/api/workspace-briefs")).body).toEqual([
    { id: paused.id, title: "Resting", is_paused: true, in_progress_count: 0 },
    { id: website!.id, title: "Website", is_paused: false, in_progress_count: 1 },
  ]);
});

test("the search finds any part of a title, whatever the case, in any alphabet", async () => {
  await using app = await appWith("Ärger im Büro", "Website", "WEBSHOP", "100%");
  const search = async (q: string) =>
    titles(
      (
        await app.call<WorkspaceSummary[]>(
          "GET",
          `/api/workspaces?sort=created_at&q=${encodeURIComponent(q)}`,
        )
      ).body,
    );
  expect(await search("web")).toEqual(["Website", "WEBSHOP"]);
  expect(await search("ärg")).toEqual(["Ärger im Büro"]);
  expect(await search("BÜRO")).toEqual(["Ärger im Büro"]);
  expect(await search("%")).toEqual(["100%"]);
  expect(await search("nothing")).toEqual([]);
  expect(await search("")).toHaveLength(4);
});

test("workspaces sort by activity, creation and update, each way", async () => {
  await using app = await appWith("A", "B", "C");
  const all = (await app.call<WorkspaceSummary[]>("GET", "/api/workspaces?sort=created_at")).body;
  const set = app.db.prepare(
    "UPDATE workspaces SET created_at = ?, updated_at = ?, last_activity_at = ? WHERE id = ?",
  );
  const at = (n: number) => `2026-01-0${n}T00:00:00.000Z`;
  set.run(at(1), at(2), at(3), all[0]!.id);
  set.run(at(2), at(3), at(1), all[1]!.id);
  set.run(at(3), at(1), at(2), all[2]!.id);

  const sorted = async (sort: string) =>
    titles((await app.call<WorkspaceSummary[]>("GET", `/api/workspaces?sort=${sort}`)).body).join(
      "",
    );
  expect(await sorted("created_at")).toBe("ABC");
  expect(await sorted("-created_at")).toBe("CBA");
  expect(await sorted("updated_at")).toBe("CAB");
  expect(await sorted("-updated_at")).toBe("BAC");
  expect(await sorted("last_activity_at")).toBe("BCA");
  expect(await sorted("-last_activity_at")).toBe("ACB");
  const byDefault = await app.call<WorkspaceSummary[]>("GET", "/api/workspaces");
  expect(titles(byDefault.body).join("")).toBe("ACB");
  expect((await app.call("GET", "/api/workspaces?sort=title")).status).toBe(400);
});

test("an agent's change moves its workspace to the top of the list", async () => {
  await using app = await appWith("First", "Second");
  const first = (await app.call<WorkspaceSummary[]>("GET", "/api/workspaces?q=first")).body[0]!;
  await app.createAgent(first.id);
  const { body } = await app.call<WorkspaceSummary[]>("GET", "/api/workspaces");
  expect(titles(body)).toEqual(["First", "Second"]);
});

test("deleting a workspace deletes everything in it, and only that", async () => {
  await using app = await appWith("Doomed", "Kept");
  const rows = (await app.call<WorkspaceSummary[]>("GET", "/api/workspaces?sort=created_at")).body;
  const add = rowsIn(app.db);
  for (const { id } of rows) {
    await app.createAgent(id);
    const place = { workspace_id: id };
    const task_id = add.task(place).id;
    add.comment({ ...place, task_id });
    add.log({ ...place, task_id });
    add.taskQueueItem({ ...place, task_id });
    const chat_id = add.chat(place).id;
    add.message({ chat_id });
    add.chatQueueItem({ ...place, chat_id });
    add.run({ ...place, task_id, status: "succeeded" });
  }
  const { status } = await app.call("DELETE", `/api/workspaces/${rows[0]!.id}`);
  expect(status).toBe(204);
  const tables = [
    "workspaces",
    "agents",
    "tasks",
    "task_comments",
    "task_logs",
    "task_queue",
    "chats",
    "chat_messages",
    "chat_queue",
    "runs",
  ];
  const counts = tables.map(
    (table) => app.db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()!.n,
  );
  expect(counts).toEqual(tables.map(() => 1));
});

test.each(["GET", "PUT", "DELETE"])("%s of an unknown workspace is 404", async (method) => {
  await using app = await createTestApp();
  for (const id of ["0".repeat(21), "x", "%00", "..%2f..", "%F0%9F%92%A9"]) {
    const answer = await app.call<ErrorBody>(method, `/api/workspaces/${id}`, {
      ...(method === "PUT" && { body: { title: "x" } }),
    });
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe("NOT_FOUND");
  }
});

test("every change is sent to the pages, with the title", async () => {
  await using app = await createTestApp();
  app.published.length = 0;
  const { id: workspace_id } = await app.createWorkspace({ title: "Old" });
  await app.call("PUT", `/api/workspaces/${workspace_id}`, { body: { title: "New" } });
  await app.call("DELETE", `/api/workspaces/${workspace_id}`);
  expect(app.published).toEqual([
    { type: "workspace.created", workspace_id, workspace_title: "Old" },
    { type: "workspace.updated", workspace_id, workspace_title: "New" },
    { type: "workspace.deleted", workspace_id, workspace_title: "New" },
  ] as typeof app.published);
});
