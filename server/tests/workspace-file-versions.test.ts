import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChatRole } from "@malamar/contract/chat.ts";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { ActivityEvent } from "@malamar/contract/task.ts";
import {
  EVENTS_NOT_IN_FILE,
  FileAuthor,
  WORKSPACE_FILE,
  type WorkspaceFile,
} from "@malamar/contract/workspace-file.ts";
import { READERS, readWorkspaceFile } from "#domain/workspace-file/read-workspace-file.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { malamar } from "#testing/run-malamar.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { comparable, exported, imported } from "#testing/workspace-files.ts";

/** A file of each version, as the Malamar of its time has written it. Never to be changed. */
const STORED = join(import.meta.dir, "fixtures/workspace-files");
const storedText = (version: number | string) =>
  readFileSync(join(STORED, `${version}.json`), "utf8");
const VERSIONS = Array.from({ length: WORKSPACE_FILE.version }, (_, at) => at + 1);

const NEWER = "This file was made by a newer Malamar. Update first.";

test("a file of every version is stored, and every version has its reader", () => {
  const names = VERSIONS.map((version) => `${version}.json`);
  expect(readdirSync(STORED).toSorted()).toEqual(names.toSorted());
  expect(Object.keys(READERS)).toEqual(VERSIONS.map(String));
});

test.each(VERSIONS)("a file of version %d is imported with everything in it", async (version) => {
  await using app = await createTestApp();
  const text = storedText(version);
  expect(JSON.parse(text)).toMatchObject({ version });
  const { status, body } = await imported(app, JSON.parse(text));
  expect(status).toBe(201);
  expect(comparable(await exported(app, body.id))).toEqual(comparable(readWorkspaceFile(text)));
});

test("the stored file of the current version has every kind of row", () => {
  const { agents, tasks, chats } = JSON.parse(storedText(WORKSPACE_FILE.version)) as WorkspaceFile;
  const messages = chats.flatMap((chat) => chat.messages);
  const kinds = {
    agents: agents.length > 0,
    statuses: kindsOf(tasks.map(({ status }) => status)),
    guards: tasks.some(({ tripped_guard }) => tripped_guard !== null),
    errors: tasks.some(({ last_error }) => last_error !== null),
    authors: kindsOf(tasks.flatMap(({ comments }) => comments.map(({ by }) => by))),
    events: kindsOf(tasks.flatMap(({ logs }) => logs.map(({ event_type }) => event_type))),
    roles: kindsOf(messages.map(({ role }) => role)),
    results: kindsOf(messages.flatMap(({ actions }) => actions ?? []).map((a) => a.result.status)),
  };
  expect(kinds).toEqual({
    agents: true,
    statuses: ["done", "in_review", "todo"],
    guards: true,
    errors: true,
    authors: kindsOf(FileAuthor.options),
    events: kindsOf(
      ActivityEvent.options
        .map(({ shape }) => shape.event_type.value)
        .filter((event) => !EVENTS_NOT_IN_FILE.some((unknown) => unknown === event)),
    ),
    roles: kindsOf(ChatRole.options),
    results: ["done", "failed", "ignored"],
  });
});

const kindsOf = (values: readonly string[]) => [...new Set(values)].toSorted();

test.each([
  ["the next version", { version: WORKSPACE_FILE.version + 1 }],
  ["one of any other form", { version: 77, workspace: "elsewhere", crew: [1] }],
  ["one with a large number", { version: Number.MAX_VALUE }],
])("a file of a newer Malamar is refused with what to do: %s", async (_what, content) => {
  await using app = await createTestApp();
  const before = (await app.call("GET", "/api/workspaces")).body;
  const { status, body } = await app.call<ErrorBody>("POST", "/api/import", {
    body: { format: WORKSPACE_FILE.format, ...content },
  });
  expect(status).toBe(400);
  expect(body).toEqual({ error: { code: "VALIDATION_ERROR", message: NEWER } });
  expect((await app.call("GET", "/api/workspaces")).body).toEqual(before);
});

test("the command gives the same answer for a newer Malamar's file", async () => {
  using dir = tempDir();
  const [dataDir, file] = [join(dir.path, "data"), join(dir.path, "newer.json")];
  writeFileSync(file, JSON.stringify({ format: WORKSPACE_FILE.format, version: 99 }));
  const { stderr, code } = await malamar(["import", file, "--data-dir", dataDir]);
  expect({ stderr, code }).toEqual({
    stderr: `malamar: ${file} cannot be imported: ${NEWER} Nothing was changed.\n`,
    code: 1,
  });
  expect(existsSync(dataDir)).toBe(false);
});

test("another version needs a reader that leads to the newest one, and nothing else", () => {
  // As if today's form were the next version, and today's had called a workspace's title its name.
  const today = WORKSPACE_FILE.version;
  const next = today + 1;
  const readNext = (content: unknown) => READERS[today]({ ...(content as object), version: today });
  const readToday = (content: unknown) => {
    const { workspace, ...rest } = content as { workspace: { name: string } };
    const { name, ...settings } = workspace;
    return readNext({ ...rest, version: next, workspace: { ...settings, title: name } });
  };
  const readers = { [today]: readToday, [next]: readNext };
  const current = readWorkspaceFile(storedText(today));
  const { title, ...settings } = current.workspace;
  const older = JSON.stringify({ ...current, workspace: { ...settings, name: title } });
  const newest = JSON.stringify({ ...current, version: next });

  expect(readWorkspaceFile(older, readers)).toEqual(current);
  expect(readWorkspaceFile(newest, readers)).toEqual(current);
  expect(() => readWorkspaceFile(newest)).toThrow(NEWER);
});
