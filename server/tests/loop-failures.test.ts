import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { CliType } from "@malamar/contract/cli.ts";
import type { AttentionItem } from "@malamar/contract/task.ts";
import { databasePath } from "#db/data-directory.ts";
import type { Engine } from "#engines/engine.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import {
  asksForReview,
  fails,
  hangs,
  inTurn,
  says,
  skip,
  type Part,
  endsItsOwnWay,
} from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const asksForReviewActions = [{ type: "change_status", status: "in_review" }];

// ── Answers and errors

test.each<[string, Part, string]>([
  [
    "0 a CLI that does not start",
    () => ({ end: { kind: "not_started", reason: "Binary not found in PATH" } }),
    "CLI could not be started: Binary not found in PATH",
  ],
  ["1 an exit code", fails(3), "CLI exited with code 3"],
  ["1 an exit code with a reason", fails(3, "no credit"), "CLI exited with code 3. no credit"],
  [
    "1b a signal",
    () => ({ end: { kind: "killed", signal: "SIGSEGV" } }),
    "CLI was killed by signal SIGSEGV",
  ],
  [
    "1c an error it reports itself",
    () => ({ end: { kind: "reported_error", message: "API Error: 500" } }),
    "CLI reported an error: API Error: 500",
  ],
  [
    "2 no output file",
    (turn) => {
      expected = `CLI completed but output file was not created at ${turn.request.outputPath}`;
      return { end: { kind: "completed", answer: null } };
    },
    "",
  ],
  ["3 an empty output file", () => ({ text: " \n" }), "CLI completed but output file was empty"],
  [
    "4 no JSON",
    () => ({ text: "Done!" }),
    'CLI output was not valid JSON: JSON Parse error: Unexpected identifier "Done"',
  ],
  [
    "5 no actions",
    () => ({ text: "{}" }),
    "CLI output structure was invalid: actions: is required",
  ],
  [
    "5 no object",
    () => ({ text: "[]" }),
    "CLI output structure was invalid: it must be an object with actions",
  ],
  [
    "5 an unknown action",
    () => ({ text: '{"actions":[{"type":"delete_everything"}]}' }),
    "CLI output structure was invalid: actions.0.type: must be skip, comment or change_status",
  ],
  [
    "5 another status",
    () => ({ text: '{"actions":[{"type":"change_status","status":"done"}]}' }),
    "CLI output structure was invalid: actions.0.status: must be in_review: only people set another status",
  ],
  [
    "5 an empty comment",
    () => ({ text: '{"actions":[{"type":"comment","content":" "}]}' }),
    "CLI output structure was invalid: actions.0.content: must not be empty",
  ],
  [
    "5 more than anybody reads",
    () => ({ actions: Array.from({ length: 1001 }, () => ({ type: "comment", content: "Hi" })) }),
    "CLI output structure was invalid: actions: must be at most 1000 actions",
  ],
])("error %s", async (_name, part, text) => {
  expected = text;
  await using app = await createLoopApp({ team: { Planner: part, Reviewer: skip } });
  const task = await app.createTask();
  await app.runner.drain();
  expect(await app.said(task.id)).toEqual([`System: ${expected}`]);
  expect(app.script.played).toEqual(["Planner"]);
  expect(await app.task(task.id)).toMatchObject({
    status: "in_progress",
    failure_count: 1,
    last_error: expected,
    wait_reason: "backoff",
    wait_cli: null,
  });
  expect(app.queueOf(task.id)).toEqual(["failed", "queued"]);
  expect(app.published).toContainEqual({
    type: "task.error_occurred",
    workspace_id: app.workspace.id,
    task_id: task.id,
    task_summary: "Fix login",
    error_message: expected,
  });
  const [run] = await app.runs(task.id);
  expect(run).toMatchObject({ status: "failed", failure_kind: expect.any(String) });
  const comments = await app.comments(task.id);
  expect(comments[0]).toMatchObject({ run_id: run!.id, agent_id: null, user_id: null });
  expect((await app.logs(task.id)).at(-1)!.event_type).toBe("comment_added");
  expect(
    (await app.logs(task.id)).find((log) => log.event_type === "agent_finished"),
  ).toMatchObject({
    metadata: { action_type: "error" },
  });
});
let expected = "";

test("the answer on stdout counts only when there is no file, or nothing in it", async () => {
  const answer = JSON.stringify({ actions: [{ type: "comment", content: "From stdout" }] });
  await using app = await createLoopApp({
    team: { Planner: inTurn(() => ({ end: { kind: "completed", answer } }), skip) },
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect(await app.said(task.id)).toEqual(["Planner: From stdout"]);
});

test("a static directory that is not there is an error before anything starts", async () => {
  await using app = await createLoopApp({
    team: { Planner: skip },
    workspace: { working_directory_mode: "static", working_directory_path: "/nowhere/at/all" },
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect(app.script.played).toEqual([]);
  const problem = "CLI could not be started: working directory does not exist: /nowhere/at/all";
  expect(await app.said(task.id)).toEqual([`System: ${problem}`]);
  expect(app.logLines.find((line) => line.includes("[WARN] A run failed"))).toContain(problem);
});

test("a bug in an engine is a failed pass that is tried again, not the end of the loop", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: {
      Planner: inTurn(() => {
        throw new Error("a bug");
      }, skip),
    },
    ...time,
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect(await app.said(task.id)).toEqual(["System: Malamar could not finish this pass: a bug"]);
  expect(await app.runs(task.id)).toMatchObject([{ status: "lost" }]);
  time.advance(1000);
  await app.runner.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("an answer that cannot be stored now is kept until it can be", async () => {
  using dir = tempDir();
  const time = virtualTime();
  await using app = await createLoopApp({
    team: {
      Planner: () => {
        locked.run("BEGIN IMMEDIATE");
        return { actions: [{ type: "comment", content: "Dear" }, ...asksForReviewActions] };
      },
    },
    dataDir: dir.path,
    ...time,
  });
  app.db.run("PRAGMA busy_timeout = 0");
  const locked = new Database(databasePath(dir.path));
  const task = await app.createTask();
  while (!app.logLines.some((line) => line.includes("it is kept"))) await new Promise(setImmediate);
  locked.close();
  time.advance(1000);
  await app.runner.drain();
  expect(await app.said(task.id)).toEqual(["Planner: Dear"]);
  expect((await app.task(task.id)).status).toBe("in_review");
  expect(app.script.played).toHaveLength(1);
});

test("a cancel that cannot be written ends the run all the same", async () => {
  using dir = tempDir();
  await using app = await createLoopApp({ team: { Planner: hangs }, dataDir: dir.path });
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  app.db.run("PRAGMA busy_timeout = 0");
  const locked = new Database(databasePath(dir.path));
  locked.run("BEGIN IMMEDIATE");
  const answer = app.cancel(task.id);
  await app.runner.drain();
  expect((await answer).status).toBe(500);
  locked.close();
});

test("many items that need no agent leave everybody else their turn", async () => {
  await using app = await createLoopApp();
  await app.runner.stop();
  for (let at = 0; at < 40; at++) await app.createTask();
  await app.startLoop();
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 1000) setImmediate(count);
  };
  setImmediate(count);
  await app.runner.drain();
  expect(turns).toBeGreaterThanOrEqual(40);
  turns = 1000;
});

// ── Retry

test("a CLI that always fails starts at 0, 1, 3, 7, 15 s …, while the other task is worked", async () => {
  const time = virtualTime();
  const starts: number[] = [];
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        if (!turn.input.includes("Broken"))
          return turn.visit > 4 ? asksForReview(turn) : skip(turn);
        starts.push(time.elapsed() / 1000);
        return fails(1, `attempt ${starts.length}`)(turn);
      },
    },
    ...time,
    workspace: { max_passes: 8 },
  });
  const broken = await app.createTask({ summary: "Broken" });
  await app.runner.drain();
  const healthy = await app.createTask({ summary: "Healthy" });
  await app.runner.drain();
  expect((await app.task(healthy.id)).status).toBe("in_review");
  while ((await app.task(broken.id)).status !== "in_review") {
    time.advanceToNext();
    await app.runner.drain();
  }
  expect(starts).toEqual([0, 1, 3, 7, 15, 31, 63, 127]);
  const said = await app.said(broken.id);
  expect(said).toHaveLength(2);
  expect(said[0]).toBe(
    "System: CLI exited with code 1. attempt 8\n\n(8 times, last at 2026-01-01T00:02:07.000Z)",
  );
  expect(said[1]).toContain("guard max_passes: 8 passes");
  const errors = app.published.filter((event) => event.type === "task.error_occurred");
  expect(errors).toHaveLength(8);
  const comments = (await app.logs(broken.id)).filter((log) => log.event_type === "comment_added");
  expect(comments).toHaveLength(2);
});

test("the wait never grows beyond 15 minutes", async () => {
  const time = virtualTime();
  const starts: number[] = [];
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        starts.push(time.elapsed() / 60_000);
        return fails(1)(turn);
      },
    },
    ...time,
  });
  const task = await app.createTask();
  await app.runner.drain();
  while ((await app.task(task.id)).status !== "in_review") {
    time.advanceToNext();
    await app.runner.drain();
  }
  expect(starts).toHaveLength(15);
  expect(starts.at(-1)! - starts.at(-2)!).toBe(15);
});

test("a clock that is put back by a day lets nobody wait for a day", async () => {
  const time = virtualTime();
  let putBack = 0;
  await using app = await createLoopApp({
    team: { Planner: fails(1) },
    timers: time.timers,
    clock: () => new Date(Date.parse(time.clock()) - putBack).toISOString(),
  });
  const task = await app.createTask();
  await app.runner.drain();
  putBack = 24 * 3_600_000;
  const told = app.published.length;
  time.advance(1000);
  expect((await app.task(task.id)).retry_at).toBe("2025-12-31T00:15:01.000Z");
  expect(app.published.slice(told)).toMatchObject([{ type: "task.updated", task_id: task.id }]);
});

test("errors that are not alike get a comment each", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(fails(1, "a"), fails(2, "b"), fails(1, "c"), skip) },
    ...time,
  });
  const task = await app.createTask();
  for (const seconds of [0, 1, 2]) {
    time.advance(seconds * 1000);
    await app.runner.drain();
  }
  expect(await app.said(task.id)).toEqual([
    "System: CLI exited with code 1. c\n\n(2 times, last at 2026-01-01T00:00:03.000Z)",
    "System: CLI exited with code 2. b",
  ]);
  time.advance(4000);
  await app.runner.drain();
  expect(await app.task(task.id)).toMatchObject({
    status: "in_review",
    failure_count: 0,
    last_error: null,
  });
});

test("human input lets a failing task be tried at once, with a fresh count", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(fails(1), fails(1), fails(1), hangs) },
    ...time,
  });
  const task = await app.createTask();
  await app.runner.drain();
  time.advance(1000);
  await app.runner.drain();
  expect((await app.task(task.id)).failure_count).toBe(2);
  await app.comment(task.id, "I have logged in");
  await app.runner.drain();
  expect(app.script.played).toHaveLength(3);
  expect(await app.task(task.id)).toMatchObject({ failure_count: 1, pass_count: 1 });
  // What went wrong after the person spoke stands after what the person said.
  expect((await app.said(task.id)).map((line) => line.split(":")[0])).toEqual([
    "System",
    "User",
    "System",
  ]);
});

// ── One comment for errors that are alike

test("the one comment leads to the newest run", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: fails(1) }, ...time });
  const task = await app.createTask();
  await app.runner.drain();
  time.advance(1000);
  await app.runner.drain();
  const [comment] = await app.comments(task.id);
  expect(comment!.run_id).toBe((await app.runs(task.id))[1]!.id);
});

test("an error of another kind or of another agent is not the same again", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: {
      Planner: inTurn(
        () => ({ end: { kind: "killed", signal: "SIGSEGV" } }),
        () => ({ end: { kind: "not_started", reason: "gone" } }),
        skip,
      ),
      Reviewer: () => ({ end: { kind: "not_started", reason: "gone" } }),
    },
    ...time,
  });
  const task = await app.createTask();
  for (const seconds of [0, 1, 2]) {
    time.advance(seconds * 1000);
    await app.runner.drain();
  }
  expect(await app.said(task.id)).toEqual([
    "System: CLI was killed by signal SIGSEGV",
    "System: CLI could not be started: gone",
    "System: CLI could not be started: gone",
  ]);
});

test("what has waited for the person since the first of its errors says so, until one pass goes well or the person speaks", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(fails(1), fails(1), says("Better"), fails(1)) },
    ...time,
  });
  const since = async () => (await app.get<AttentionItem[]>("/api/attention"))[0]!.since;
  const task = await app.createTask();
  await app.runner.drain();
  time.advance(1000);
  await app.runner.drain();
  expect(await since()).toBe("2026-01-01T00:00:00.000Z");
  time.advance(2000);
  await app.runner.drain();
  expect(app.script.played).toHaveLength(4);
  expect(await since()).toBe("2026-01-01T00:00:03.000Z");
  // The same error again, after a pass that went well: a comment of its own.
  expect((await app.said(task.id)).map((line) => line.includes("times"))).toEqual([
    true,
    false,
    false,
  ]);
  time.advance(500);
  await app.comment(task.id, "Once more");
  await app.runner.drain();
  expect(await since()).toBe("2026-01-01T00:00:03.500Z");
});

// ── CLIs that do not end as they are told

test("an answer that is there when a guard ends its run counts", async () => {
  const time = virtualTime();
  const answer = JSON.stringify({ actions: [{ type: "comment", content: "Just in time" }] });
  await using app = await createLoopApp({
    engines: endsItsOwnWay(() => ({ kind: "completed", answer })),
    workspace: { run_timeout_minutes: 1, max_passes: 1 },
    ...time,
  });
  await app.hire("Planner");
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  time.advance(60_000);
  await app.runner.drain();
  expect((await app.said(task.id))[0]).toBe("Planner: Just in time");
  expect(await app.runs(task.id)).toMatchObject([{ status: "succeeded" }]);
});

test("delete all done keeps what somebody takes back while its agent is being ended", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    engines: endsItsOwnWay(async () => {
      await wait.pass();
      return { kind: "aborted" };
    }),
  });
  await app.hire("Planner");
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  await app.move(task.id, "in_review");
  await app.move(task.id, "done");
  const answer = app.call("DELETE", `/api/workspaces/${app.workspace.id}/tasks/done`);
  await wait.reached;
  await app.move(task.id, "todo");
  wait.open();
  expect((await answer).body).toEqual({ deleted_count: 0 });
  expect((await app.call("GET", `/api/tasks/${task.id}`)).status).toBe(200);
});

test("an engine whose start cannot be written down is ended all the same", async () => {
  using dir = tempDir();
  let isEnded = false;
  const engine = (type: CliType): Engine => ({
    type,
    async *run({ cwd }) {
      try {
        locked.run("BEGIN IMMEDIATE");
        yield [{ type: "started", pid: 1_000_000, cwd }];
        return { kind: "aborted", sessionId: null };
      } finally {
        isEnded = true;
        locked.close();
      }
    },
  });
  const engines = Object.fromEntries(CliType.options.map((type) => [type, engine(type)]));
  await using app = await createLoopApp({
    engines: engines as Record<CliType, Engine>,
    dataDir: dir.path,
  });
  app.db.run("PRAGMA busy_timeout = 0");
  const locked = new Database(databasePath(dir.path));
  await app.hire("Planner");
  await app.createTask();
  await app.runner.drain();
  expect(isEnded).toBe(true);
  locked.close();
});

test("a stop does not wait for a disk that has no room", async () => {
  using dir = tempDir();
  const time = virtualTime();
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        locked.run("BEGIN IMMEDIATE");
        return skip(turn);
      },
    },
    dataDir: dir.path,
    ...time,
  });
  app.db.run("PRAGMA busy_timeout = 0");
  const locked = new Database(databasePath(dir.path));
  await app.createTask();
  while (!app.logLines.some((line) => line.includes("it is kept"))) await new Promise(setImmediate);
  await app.runner.stop();
  expect(time.elapsed()).toBe(0);
  locked.close();
});
