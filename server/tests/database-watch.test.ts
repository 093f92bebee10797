import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { databasePath } from "#data-directory/data-directory.ts";
import { titlesIn } from "#testing/backup-files.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import { malamar } from "#testing/run-malamar.ts";
import { hangs, heldAt, says, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { createWatchedApp } from "#testing/watched-app.ts";

const HARM: [what: string, trouble: string, harm: (path: string) => void][] = [
  ["removed", "removed", (path) => rmSync(path)],
  [
    "replaced by another one",
    "replaced",
    (path) => {
      copyFileSync(path, `${path}.other`);
      renameSync(`${path}.other`, path);
    },
  ],
  ["robbed of its log of changes", "removed", (path) => rmSync(`${path}-wal`)],
];

test.each(HARM)(
  "a database that is %s under a running server accepts nothing more from people, who can read and save all of it",
  async (_what, trouble, harm) => {
    await using app = await createWatchedApp();
    expect((await app.createTitled("Before")).status).toBe(201);
    expect(await app.state()).toEqual({
      trouble: null,
      message: null,
      can_rescue: false,
      rescued: null,
    });
    harm(app.path);
    app.notice();
    const refused = await app.createTitled("After");
    expect(refused.status).toBe(503);
    expect(refused.body.error.code).toBe("DATABASE_UNAVAILABLE");
    expect(refused.body.error.message).toContain(`was ${trouble} while Malamar was running`);
    expect(await app.state()).toMatchObject({ trouble, can_rescue: true });
    expect(app.published.at(-1)).toMatchObject({ type: "database.changed", trouble });
    const { status, body } = await app.call<{ items: { title: string }[] }>(
      "GET",
      "/api/workspaces",
    );
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain("Before");

    app.notice();
    const said = app.logLines.filter((line) => line.includes("while Malamar was running"));
    expect(said).toHaveLength(1);

    const rescue = await app.call<{ path: string; command: string }>(
      "POST",
      "/api/database/rescue",
    );
    expect(rescue.status).toBe(201);
    expect(statSync(rescue.body.path).mode & 0o777).toBe(0o600);
    const copy = new Database(rescue.body.path, { readonly: true });
    expect(copy.query("SELECT title FROM workspaces").all()).toContainEqual({ title: "Before" });
    copy.close();
    expect((await app.state()).rescued).toEqual(rescue.body);
    const line = app.logLines.find((each) => each.includes(rescue.body.command));
    expect(line).toContain(`${rescue.body.path} (by User)`);
  },
);

test("the command that is shown restores the saved copy", async () => {
  using home = tempDir();
  const dataDir = join(home.path, "data");
  const app = await createLoopApp({ dataDir });
  await app.createWorkspace({ title: "Nearly lost" });
  rmSync(databasePath(dataDir));
  // A stop closes the last handle, so it writes the copy on its own.
  await app.stop();
  const name = readdirSync(dataDir).find((file) => file.startsWith("malamar.rescued-"));
  const line = app.logLines.find((each) => each.includes("malamar restore"))!;
  const [, command] = /type: malamar (restore .+)$/.exec(line)!;
  expect(command).toContain(String(name));
  const { code } = await malamar(command!.split(" "));
  expect(code).toBe(0);
  expect(titlesIn(dataDir)).toContain("Nearly lost");
});

test("the next start names the copies next to the database, with and without a database", async () => {
  using home = tempDir();
  const dataDir = join(home.path, "data");
  const first = await createLoopApp({ dataDir });
  rmSync(databasePath(dataDir));
  await first.stop();
  for (const beginning of ["There is no database, but", "Next to the database are copies"]) {
    await using app = await createLoopApp({ dataDir });
    const line = app.logLines.find((each) => each.includes(beginning));
    expect(line).toContain("malamar.rescued-");
  }
});

test("a removed data directory is created again for the copy", async () => {
  await using app = await createWatchedApp();
  await app.createTitled("Nearly lost");
  rmSync(app.dataDir, { recursive: true });
  app.notice();
  expect((await app.call("POST", "/api/database/rescue")).status).toBe(201);
  expect(app.rescued()).toHaveLength(1);
});

test("a database that is put back is used again, and no copy of it is saved", async () => {
  await using app = await createWatchedApp();
  renameSync(app.path, `${app.path}.moved`);
  app.notice();
  expect((await app.createTitled("Meanwhile")).status).toBe(503);
  renameSync(`${app.path}.moved`, app.path);
  app.notice();
  expect((await app.createTitled("After")).status).toBe(201);
  const rescue = await app.call<ErrorBody>("POST", "/api/database/rescue");
  expect(rescue.status).toBe(409);
  expect(app.rescued()).toEqual([]);
});

test("the loop begins nothing while the database is gone, keeps a run's result, and continues when it is back", async () => {
  const wait = gate();
  await using app = await createWatchedApp({
    team: { Planner: heldAt(wait, says("Planned")), Reviewer: skip },
  });
  const task = await app.createTask();
  await wait.reached;
  renameSync(app.path, `${app.path}.moved`);
  app.notice();
  wait.open();
  const planned = () => app.published.some((event) => event.type === "agent.execution_finished");
  while (!planned()) await new Promise(setImmediate);
  app.notice();
  await new Promise(setImmediate);
  const runs = await app.runs(task.id);
  expect(runs.map(({ agent_name, status }) => `${agent_name} ${status}`)).toEqual([
    "Planner succeeded",
  ]);
  expect(await app.said(task.id)).toEqual(["Planner: Planned"]);

  renameSync(`${app.path}.moved`, app.path);
  app.notice();
  await app.taskWorkers.drain();
  expect((await app.runs(task.id)).length).toBeGreaterThan(1);
});

test("an export never reads a file that has replaced the database", async () => {
  await using app = await createWatchedApp();
  HARM[1]![2](app.path);
  app.notice();
  const { status } = await app.call("GET", `/api/workspaces/${app.workspace.id}/export`);
  expect(status).toBe(503);
});

const STOPS: [trouble: string, code: ErrorBody["error"]["code"], harm: (path: string) => void][] = [
  ["removed", "DATABASE_UNAVAILABLE", (path) => rmSync(path)],
  ["damaged", "DATABASE_DAMAGED", (path) => writeFileSync(path, "x".repeat(500_000))],
];

test.each(STOPS)(
  "agents can be stopped while the database is %s, and the answer gives the result",
  async (_trouble, code, harm) => {
    const ended: string[] = [];
    const works = (name: string, wait: ReturnType<typeof gate>) =>
      heldAt(wait, async (turn) => {
        await turn.aborted;
        ended.push(name);
        return { actions: [] };
      });
    const [onTask, inChat] = [gate(), gate()];
    await using app = await createWatchedApp({
      team: { Planner: works("Planner", onTask) },
      others: { Writer: works("Writer", inChat) },
    });
    const task = await app.createTask();
    const { id: agent_id } = await app.hire("Writer");
    const { body: chat } = await app.call<{ id: string }>(
      "POST",
      `/api/workspaces/${app.workspace.id}/chats`,
      { body: { agent_id } },
    );
    await app.call("POST", `/api/chats/${chat.id}/messages`, { body: { message: "Hello" } });
    for (const wait of [onTask, inChat]) {
      await wait.reached;
      wait.open();
    }
    harm(app.path);
    app.notice();
    for (const path of [`/api/tasks/${task.id}/cancel`, `/api/chats/${chat.id}/cancel`]) {
      const { status, body } = await app.call<ErrorBody>("POST", path);
      expect({ status, code: body.error.code }).toEqual({ status: 503, code });
      expect(body.error.message).toStartWith(
        "The agent was stopped, and all its processes are gone. That could not be stored: The database ",
      );
    }
    expect(ended).toEqual(["Planner", "Writer"]);
  },
);

test("a cancel refused while the database is gone is not stored when it is back, and the task waits for a person", async () => {
  const wait = gate();
  await using app = await createWatchedApp({ team: { Planner: heldAt(wait, hangs) } });
  const task = await app.createTask();
  await wait.reached;
  wait.open();
  renameSync(app.path, `${app.path}.moved`);
  app.notice();
  expect((await app.cancel(task.id)).status).toBe(503);
  renameSync(`${app.path}.moved`, app.path);
  app.notice();
  const events = (await app.logs(task.id)).map(({ event_type }) => event_type);
  expect(events).not.toContain("task_cancelled");
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
  expect(app.queueOf(task.id)).toEqual(["failed"]);
});
