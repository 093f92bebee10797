import { expect, test } from "bun:test";
import { renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Task } from "@malamar/contract/task.ts";
import { databasePath } from "#data-directory/data-directory.ts";
import { openForReading } from "#db/open.ts";
import { createLockableApp } from "#testing/lockable-app.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { asksForReview, fails, hangs, inTurn, says, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const asksForReviewActions = [{ type: "change_status", status: "in_review" }];

// ── Start-up

test("a restart changes nothing: counts, waits and memories are kept", async () => {
  using dir = tempDir();
  const time = virtualTime();
  const team = { Planner: fails(1, "no key") };
  let task: Task;
  {
    await using app = await createLoopApp({ team, dataDir: dir.path, ...time });
    const { id } = await app.createTask();
    await app.taskWorkers.drain();
    time.advance(1000);
    await app.taskWorkers.drain();
    task = await app.task(id);
    expect(task).toMatchObject({ failure_count: 2, pass_count: 2 });
  }
  await using app = await createLoopApp({ dataDir: dir.path, ...time });
  app.script.parts["Planner"] = team.Planner;
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual([]);
  const { working_directory: _, ...kept } = task;
  expect(await app.task(task.id)).toMatchObject(kept);
  time.advance(2000);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner"]);
  expect((await app.said(task.id))[0]).toContain("(3 times");
});

test("a run's row is committed as running before anything starts", async () => {
  using dir = tempDir();
  let seen: unknown;
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        // Another connection sees only what is committed.
        const other = openForReading(databasePath(dir.path));
        seen = other.query("SELECT id, status FROM runs").get();
        other.close();
        return skip(turn);
      },
    },
    dataDir: dir.path,
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const [run] = await app.runs(task.id);
  expect(seen).toEqual({ id: run!.id, status: "running" });
});

test("a run cut off by a crash is lost, its item is queued again and the task continues", async () => {
  using dir = tempDir();
  let taskId: string;
  {
    await using app = await createLoopApp({ team: { Planner: hangs }, dataDir: dir.path });
    taskId = (await app.createTask()).id;
    while ((await app.runs(taskId)).length === 0) await new Promise(setImmediate);
    // A stop leaves the rows as a crash does.
  }
  await using app = await createLoopApp({ dataDir: dir.path });
  app.script.parts["Planner"] = skip;
  expect((await app.task(taskId)).status).toBe("in_progress");
  const [lost] = await app.runs(taskId);
  expect(lost).toMatchObject({ status: "lost", finished_at: expect.any(String) });
  await app.taskWorkers.drain();
  expect(await app.task(taskId)).toMatchObject({ status: "in_review", pass_count: 1 });
  expect(app.queueOf(taskId)).toEqual(["completed"]);
  const transcript = await app.get<object[]>(`/api/runs/${lost!.id}/transcript`);
  expect(transcript).toMatchObject([
    { type: "started" },
    { type: "notice" },
    { type: "finished", status: "lost" },
  ]);
});

test("an interrupted item whose task is queued again anyway becomes failed", async () => {
  using dir = tempDir();
  let taskId: string;
  {
    await using app = await createLoopApp({ team: { Planner: hangs }, dataDir: dir.path });
    taskId = (await app.createTask()).id;
    while ((await app.runs(taskId)).length === 0) await new Promise(setImmediate);
    await app.comment(taskId, "Hurry");
    expect(app.queueOf(taskId)).toEqual(["in_progress", "queued"]);
  }
  await using app = await createLoopApp({ dataDir: dir.path });
  app.script.parts["Planner"] = skip;
  await app.taskWorkers.drain();
  expect(app.queueOf(taskId)).toEqual(["failed", "completed"]);
  expect((await app.task(taskId)).status).toBe("in_review");
});

test("no pass begins after a stop, and the next start works on what was queued", async () => {
  using dir = tempDir();
  let taskId: string;
  {
    await using app = await createLoopApp({ team: { Planner: skip }, dataDir: dir.path });
    await app.taskWorkers.stop();
    taskId = (await app.createTask()).id;
    await app.taskWorkers.drain();
    expect(app.script.played).toEqual([]);
  }
  await using app = await createLoopApp({ dataDir: dir.path });
  app.script.parts["Planner"] = skip;
  await app.taskWorkers.drain();
  expect((await app.task(taskId)).status).toBe("in_review");
});

// ── What must not be lost on the way

test("all comments of one answer are kept, in their order", async () => {
  const actions = ["One", "Two", "Three"].map((content) => ({ type: "comment", content }));
  await using app = await createLoopApp({
    team: { Planner: () => ({ actions: [...actions, ...asksForReviewActions] }) },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(["Planner: One", "Planner: Two", "Planner: Three"]);
});

test("an answer is stored completely with the end of its run, or not at all", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(says("Poison"), skip) },
    ...time,
  });
  app.db.run(`CREATE TRIGGER poison BEFORE INSERT ON task_comments WHEN NEW.content = 'Poison'
    BEGIN SELECT RAISE(ABORT, 'no'); END`);
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const [run] = await app.runs(task.id);
  expect(run!.status).toBe("lost");
  expect(await app.said(task.id)).toEqual(["System: Malamar could not finish this pass: no"]);
  const transcript = await app.get<object[]>(`/api/runs/${run!.id}/transcript`);
  expect(transcript.at(-1)).toMatchObject({ type: "finished", status: "lost" });
  expect((await app.call("GET", `/api/runs/${run!.id}/stream?last_event_id=99`)).status).toBe(204);
});

test("a transcript does not end before the end of its run is stored", async () => {
  await using app = await createLockableApp((lock) => ({
    Planner: (turn) => {
      lock();
      return asksForReview(turn);
    },
  }));
  const task = await app.createTask();
  await app.answerIsKept();
  const [run] = await app.runs(task.id);
  const typesOf = async () =>
    (await app.get<{ type: string }[]>(`/api/runs/${run!.id}/transcript`)).map(({ type }) => type);
  expect(await typesOf()).toEqual(["started"]);
  app.unlock();
  app.time.advance(1000);
  await app.taskWorkers.drain();
  expect(await typesOf()).toEqual(["started", "finished"]);
});

test("a pass that breaks off while nothing can be written is cleaned up when writing works again", async () => {
  await using app = await createLockableApp((lock) => ({
    Planner: () => {
      lock();
      throw new Error("a bug");
    },
  }));
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect((await app.runs(task.id))[0]!.status).toBe("running");
  app.unlock();
  app.time.advance(1000);
  await app.taskWorkers.drain();
  expect(await app.runs(task.id)).toMatchObject([{ status: "lost" }]);
  expect(await app.task(task.id)).toMatchObject({ failure_count: 1, wait_reason: "backoff" });
});

test("a bug in the run of one workspace leaves the runs of the others alone", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        if (turn.summary.includes("Elsewhere")) return hangs(turn);
        throw new Error("a bug");
      },
    },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Planner", instruction: "Planner" });
  const elsewhere = await app.createTask({ summary: "Elsewhere" }, other);
  while ((await app.runs(elsewhere.id)).length === 0) await new Promise(setImmediate);
  const task = await app.createTask();
  while ((await app.task(task.id)).failure_count === 0) await new Promise(setImmediate);
  expect(await app.runs(elsewhere.id)).toMatchObject([{ status: "running" }]);
  const [run] = await app.runs(task.id);
  expect(run!.status).toBe("lost");
  const transcript = await app.get<object[]>(`/api/runs/${run!.id}/transcript`);
  expect(transcript.at(-1)).toMatchObject({ type: "finished", status: "lost" });
});

test("a transcript that cannot be written costs no work", async () => {
  await using app = await createLoopApp({
    team: { Planner: inTurn(says("All the same"), skip) },
  });
  await Bun.write(join(app.dataDir, "runs"), "in the way");
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(["Planner: All the same"]);
  expect((await app.task(task.id)).status).toBe("in_review");
  expect(app.logLines.some((line) => line.includes("transcript of a run cannot be written"))).toBe(
    true,
  );
});

test.each<[string, string, string]>([
  ["a file", '{"actions":[{"type":"comment","content":"From the file"}]}', "From the file"],
  ["an empty file", " \n", "From stdout"],
  [
    "a file with a byte order mark",
    '\uFEFF{"actions":[{"type":"comment","content":"Marked"}]}',
    "Marked",
  ],
])("with %s, the CLI's returned answer is the fallback", async (_name, text, expectedText) => {
  const answer = JSON.stringify({ actions: [{ type: "comment", content: "From stdout" }] });
  await using app = await createLoopApp({
    team: {
      Planner: inTurn((turn) => {
        writeFileSync(turn.outputPath, text);
        return { end: { kind: "completed", answer } };
      }, skip),
    },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual([`Planner: ${expectedText}`]);
});

test("a static directory that is a file is an error before anything starts", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const path = join(app.dataDir, "file");
  await Bun.write(path, "");
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, {
    body: { working_directory_mode: "static", working_directory_path: path },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual([]);
  expect(await app.said(task.id)).toEqual([
    `System: CLI could not be started: working directory is not a directory: ${path}`,
  ]);
});

test("a temp directory that was replaced by a link is not used", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  renameSync(app.tempDir, `${app.tempDir}-real`);
  symlinkSync(`${app.tempDir}-real`, app.tempDir);
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual([]);
  expect(await app.said(task.id)).toEqual([
    `System: CLI could not be started: the temp directory ${app.tempDir} is not a directory`,
  ]);
});
