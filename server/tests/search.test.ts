import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Chat } from "@malamar/contract/chat.ts";
import type { SearchResult } from "@malamar/contract/search.ts";
import type { Task } from "@malamar/contract/task.ts";
import { copyDatabase } from "#db/copy-database.ts";
import { MIGRATIONS } from "#db/migrations/index.ts";
import { openDatabase } from "#db/open.ts";
import { createSearchStore } from "#domain/search/search-store.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { tempDir } from "#testing/temp-dir.ts";

async function createSearchApp() {
  const app = await createTestApp();
  const create = async <Body>(path: string, body: object) =>
    (await app.call<Body>("POST", path, { body })).body;
  const find = async (q: string) =>
    (await app.call<SearchResult[]>("GET", `/api/search?q=${encodeURIComponent(q)}`)).body;
  return {
    ...app,
    addTask: (id: string, summary: string) =>
      create<Task>(`/api/workspaces/${id}/tasks`, { summary }),
    addChat: (id: string, title: string) => create<Chat>(`/api/workspaces/${id}/chats`, { title }),
    find,
    titles: async (q: string) => (await find(q)).map(({ title }) => title),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("workspaces, tasks and chats are found by a part of their title, with their place", async () => {
  await using app = await createSearchApp();
  const workspace = await app.createWorkspace({ title: "Login team" });
  const task = await app.addTask(workspace.id, "Fix the login");
  const chat = await app.addChat(workspace.id, "About LOGINS");
  await app.addTask(workspace.id, "Something else");
  const place = { workspace_id: workspace.id, workspace_title: "Login team" };
  expect(await app.find("login")).toEqual([
    { type: "workspace", id: workspace.id, title: "Login team", ...place, status: null },
    { type: "task", id: task.id, title: "Fix the login", ...place, status: "todo" },
    { type: "chat", id: chat.id, title: "About LOGINS", ...place, status: null },
  ]);
});

test.each([
  ["größe", "Größe der ÜBUNG"],
  ["Übung", "Größe der ÜBUNG"],
  ["ü", null],
  ["日本", "日本語テスト"],
  ["100%", "100% of it"],
  ["0%", "100% of it"],
  ["_", "snake_case"],
  ['"quoted" (', 'A "quoted" (thing) AND* NOT'],
  ["AND*", 'A "quoted" (thing) AND* NOT'],
  ["  snake ", "snake_case"],
  ["' OR 1=1 --", null],
  ["nothing like it", null],
])("%j finds %j", async (q, expected) => {
  await using app = await createSearchApp();
  const { id } = await app.createWorkspace({ title: "W" });
  for (const title of [
    "Größe der ÜBUNG",
    "日本語テスト",
    "100% of it",
    "snake_case",
    'A "quoted" (thing) AND* NOT',
  ]) {
    await app.addTask(id, title);
  }
  expect(await app.titles(q)).toEqual(expected === null ? [] : [expected]);
});

test.each(["", " ", "\0", "%00"])("nothing is found by %j", async (q) => {
  await using app = await createSearchApp();
  await app.createWorkspace({ title: "Website" });
  expect(await app.titles(q)).toEqual([]);
});

test("without a query nothing is found", async () => {
  await using app = await createSearchApp();
  await app.createWorkspace({ title: "Website" });
  expect((await app.call("GET", "/api/search")).body).toEqual([]);
});

test("a renamed thing is found by its new title, and a deleted one not at all", async () => {
  await using app = await createSearchApp();
  const { id } = await app.createWorkspace({ title: "Website" });
  const task = await app.addTask(id, "Old summary");
  await app.call("PUT", `/api/tasks/${task.id}`, { body: { summary: "New words" } });
  expect(await app.titles("Old summary")).toEqual([]);
  expect(await app.titles("new words")).toEqual(["New words"]);
  await app.call("DELETE", `/api/tasks/${task.id}`);
  expect(await app.titles("new words")).toEqual([]);
});

test("deleting a workspace removes its tasks and chats from the search", async () => {
  await using app = await createSearchApp();
  const { id } = await app.createWorkspace({ title: "Common words" });
  await app.addTask(id, "Common task");
  await app.addChat(id, "Common chat");
  expect(await app.titles("common")).toHaveLength(3);
  await app.call("DELETE", `/api/workspaces/${id}`);
  expect(await app.titles("common")).toEqual([]);
});

test("at most twenty of each are returned, the newest first", async () => {
  await using app = await createSearchApp();
  const { id } = await app.createWorkspace({ title: "Website" });
  for (let at = 1; at <= 30; at++) await app.addTask(id, `Task number ${at}`);
  const found = await app.titles("task number");
  expect(found).toHaveLength(20);
  expect(found[0]).toBe("Task number 30");
});

test("a task is found by its number, in any workspace, and once", async () => {
  await using app = await createSearchApp();
  const [one, two] = [await app.createWorkspace(), await app.createWorkspace()];
  await app.addTask(one.id, "First");
  await app.addTask(one.id, "See #2, which is this");
  await app.addTask(one.id, "See #2");
  for (const title of ["Other", "Second"]) await app.addTask(two.id, title);
  expect((await app.titles("#2")).toSorted()).toEqual([
    "Second",
    "See #2",
    "See #2, which is this",
  ]);
  expect(await app.titles("#1")).toEqual(expect.arrayContaining(["First", "Other"]));
  for (const none of ["#", "#0", "#99", `#${"9".repeat(40)}`]) {
    expect(await app.titles(none)).toEqual(none === "#" ? expect.any(Array) : []);
  }
});

test("a copy of the database is searched like the original", async () => {
  using dir = tempDir();
  await using app = await createSearchApp();
  const { id } = await app.createWorkspace({ title: "Website" });
  const first = await app.addTask(id, "Gone before");
  await app.addTask(id, "Fix the login");
  await app.call("DELETE", `/api/tasks/${first.id}`);
  const copy = join(dir.path, "copy.db");
  copyDatabase(app.db, copy);
  const db = openDatabase(copy);
  expect(createSearchStore(db).find("login", 5)).toMatchObject([{ title: "Fix the login" }]);
  db.close(true);
});

/** A workspace, and a task and a chat in the first one, all with this number in their title. */
function addTitles(db: Database, at: number): void {
  const TIMES = "created_at, updated_at";
  db.run(
    `INSERT INTO workspaces (id, title, last_activity_at, ${TIMES}) VALUES ('w${at}', 'Login ${at}', '', '', '')`,
  );
  db.run(
    `INSERT INTO tasks (id, workspace_id, summary, ${TIMES}) VALUES ('t${at}', 'w1', 'Login ${at}', '', '')`,
  );
  db.run(
    `INSERT INTO chats (id, workspace_id, title, ${TIMES}) VALUES ('c${at}', 'w1', 'Login ${at}', '', '')`,
  );
}

test("titles in a database from before the search are found after the update", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  const before = openDatabase(path, MIGRATIONS.slice(0, 3));
  addTitles(before, 1);
  before.close(true);
  using db = openDatabase(path);
  expect(
    createSearchStore(db)
      .find("login", 5)
      .map(({ id }) => id),
  ).toEqual(["w1", "t1", "c1"]);
});

test("titles from before each kind had its range of numbers are found, and newer ones before them", () => {
  using dir = tempDir();
  const path = join(dir.path, "malamar.db");
  const before = openDatabase(path, MIGRATIONS.slice(0, 6));
  addTitles(before, 1);
  addTitles(before, 2);
  before.close(true);

  using db = openDatabase(path);
  addTitles(db, 3);
  const found = (wanted: string) =>
    createSearchStore(db)
      .find(wanted, 5)
      .map(({ id }) => id);
  const all = ["w3", "w2", "w1", "t3", "t2", "t1", "c3", "c2", "c1"];
  expect(found("login")).toEqual(all);
  expect(found("lo")).toEqual(all);
  db.run("UPDATE tasks SET summary = 'Logout 1' WHERE id = 't1'");
  db.run("DELETE FROM chats WHERE id = 'c2'");
  expect(found("login")).toEqual(["w3", "w2", "w1", "t3", "t2", "c3", "c1"]);
  expect(found("logout")).toEqual(["t1"]);
  db.run("INSERT INTO title_parts (title_parts, rank) VALUES ('integrity-check', 1)");
});
