import { expect, test } from "bun:test";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { WORKSPACE_FILE, type WorkspaceFile } from "@malamar/contract/workspace-file.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { rowsIn } from "#testing/rows-in.ts";
import { type TestApp, livedInApp } from "#testing/workspace-files.ts";

test("an export is one readable file with everything that belongs to the workspace", async () => {
  await using app = await livedInApp();
  await app.call("PUT", "/api/settings", {
    body: {
      mailgun_api_key: "key-secret",
      cli_settings: { claude: { env_vars: { TOKEN: "var-secret" } } },
    },
  });
  const response = await app.send("GET", `/api/workspaces/${app.workspace.id}/export`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="malamar-b_ro-s_hne-x.json"; filename*=UTF-8''malamar-b%C3%BCro-s%C3%B6hne-x.json`,
  );
  const text = await response.text();
  expect(text).toStartWith(
    `{\n  "format": "malamar-workspace",\n  "version": ${WORKSPACE_FILE.version},\n  "exported_at": "`,
  );
  expect(text).not.toContain("secret");
  const file = JSON.parse(text) as WorkspaceFile;
  expect(text).toBe(`${JSON.stringify(file, null, 2)}\n`);
  expect(file.workspace).toMatchObject({ title: "Büro & Söhne/../x", max_cost_usd: 2.5 });
  expect(file.agents.map(({ name, order }) => [name, order])).toEqual([
    ["Planner", 1],
    ["Reviewer", 2],
  ]);
  expect(file.tasks.map(({ summary, status }) => [summary, status])).toEqual([
    ["In review", "in_review"],
    ["Done", "done"],
    // Nobody is working in a file.
    ["In progress", "todo"],
    ["Todo", "todo"],
  ]);
  expect(file.tasks[0]?.comments.map(({ by, content }) => [by, content])).toEqual([
    ["agent", "Planned"],
    ["agent", "Bye"],
  ]);
  expect(file.chats).toMatchObject([
    { title: "About it", messages: [{ message: "Hi" }, { message: "Hello" }] },
  ]);
});

test("an export of something that does not exist is a 404, and a HEAD has no body", async () => {
  await using app = await createTestApp();
  expect((await app.send("GET", `/api/workspaces/${"0".repeat(21)}/export`)).status).toBe(404);
  const { id } = await app.createWorkspace();
  const head = await app.send("HEAD", `/api/workspaces/${id}/export`);
  expect(head.status).toBe(200);
  expect(head.headers.get("content-disposition")).toContain('filename="malamar-website.json"');
});

test.each([
  ['"; rm -rf /\r\nX: y', "malamar-rm-rf-x-y.json"],
  ["../../etc/passwd", "malamar-etc-passwd.json"],
  ["…", "malamar-workspace.json"],
  ["日本語", "malamar-___.json"],
  ["x".repeat(500), `malamar-${"x".repeat(40)}.json`],
])("the file of %j has a harmless name", async (title, name) => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace({ title });
  const { headers } = await app.send("HEAD", `/api/workspaces/${id}/export`);
  expect(headers.get("content-disposition")).toContain(`filename="${name}"; filename*=UTF-8''`);
});

function fillWithComments(app: TestApp, workspace_id: WorkspaceId, count: number): void {
  const at = "2026-01-01T00:00:00.000Z";
  const times = { created_at: at, updated_at: at };
  const task = rowsIn(app.db).task({
    workspace_id,
    summary: "Much",
    status: "in_review",
    ...times,
  });
  app.db.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO task_comments (id, task_id, workspace_id, user_id, content, created_at, updated_at)
     SELECT 'comment' || i, ?, ?, 'u', hex(randomblob(200)), ?, ? FROM n`,
    [count, task.id, workspace_id, at, at],
  );
}

test("hanging up in the middle of a large export leaves nothing open", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace();
  fillWithComments(app, id, 20_000);
  const response = await app.send("GET", `/api/workspaces/${id}/export`);
  const reader = response.body!.getReader();
  await reader.read();
  await app.createWorkspace({ title: "Written meanwhile" });
  const checkpoint = () =>
    app.db.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").get()!.busy;
  app.db.run("PRAGMA busy_timeout = 0");
  expect(checkpoint()).toBe(1);
  await reader.cancel();
  expect(checkpoint()).toBe(0);
});

test("a large export is written piece by piece, and others have their turn", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace();
  fillWithComments(app, id, 20_000);
  const response = await app.send("GET", `/api/workspaces/${id}/export`);
  let largest = 0;
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  turn();
  for await (const chunk of response.body!) largest = Math.max(largest, chunk.length);
  isOver = true;
  expect(largest).toBeLessThan(200_000);
  expect(turns).toBeGreaterThan(100);
});
