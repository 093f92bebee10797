import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { databasePath } from "#data-directory/data-directory.ts";
import { createTestApp } from "#testing/create-test-app.ts";

const TEXT = "x".repeat(1_000_000);

test("a write for which the disk has no room is refused with what to do, and nothing of it is stored", async () => {
  await using app = await createTestApp();
  const workspace = await app.createWorkspace();
  const { page_count } = app.db.query<{ page_count: number }, []>("PRAGMA page_count").get()!;
  app.db.run(`PRAGMA max_page_count = ${page_count}`);
  const told = app.published.length;
  const path = `/api/workspaces/${workspace.id}`;
  const { status, body } = await app.call<ErrorBody>("PUT", path, { body: { description: TEXT } });
  expect({ status, code: body.error.code }).toEqual({ status: 507, code: "STORAGE_FAILED" });
  expect(body.error.message).toContain("nothing was stored");
  expect(app.published.slice(told)).toEqual([]);
  expect((await app.call("GET", path)).body).toMatchObject({ description: "" });

  app.db.run("PRAGMA max_page_count = 1000000");
  expect((await app.call("PUT", path, { body: { description: TEXT } })).status).toBe(200);
});

test("a database that another program locks refuses in the same way, and the log has the cause", async () => {
  await using app = await createTestApp();
  app.db.run("PRAGMA busy_timeout = 0");
  using other = new Database(databasePath(app.dataDir));
  other.run("BEGIN IMMEDIATE");
  const { status, body } = await app.call<ErrorBody>("POST", "/api/workspaces", {
    body: { title: "Website" },
  });
  expect({ status, code: body.error.code }).toEqual({ status: 507, code: "STORAGE_FAILED" });
  expect(app.logLines.some((line) => line.includes("database is locked"))).toBe(true);
});
