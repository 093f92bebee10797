import { expect, test } from "bun:test";
import { createLoopApp } from "#testing/loop-app.ts";
import { fails, inTurn, skip, type Part } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

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
      expected = `CLI completed but output file was not created at ${turn.outputPath}`;
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
    "5 more than anyone reads",
    () => ({ actions: Array.from({ length: 1001 }, () => ({ type: "comment", content: "Hi" })) }),
    "CLI output structure was invalid: actions: must be at most 1000 actions",
  ],
])("error %s", async (_name, part, text) => {
  expected = text;
  await using app = await createLoopApp({ team: { Planner: part, Reviewer: skip } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
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
    task: expect.objectContaining({ id: task.id }),
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

test("the answer on stdout counts only when there is no file, or an empty one", async () => {
  const answer = JSON.stringify({ actions: [{ type: "comment", content: "From stdout" }] });
  await using app = await createLoopApp({
    team: { Planner: inTurn(() => ({ end: { kind: "completed", answer } }), skip) },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(["Planner: From stdout"]);
});

test("a missing static directory is an error before anything starts", async () => {
  await using app = await createLoopApp({
    team: { Planner: skip },
    workspace: { working_directory_mode: "static", working_directory_path: "/nowhere/at/all" },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual([]);
  const problem = "CLI could not be started: working directory does not exist: /nowhere/at/all";
  expect(await app.said(task.id)).toEqual([`System: ${problem}`]);
  expect(app.logLines.find((line) => line.includes("[WARN] A run failed"))).toContain(problem);
});

test("a bug in an engine is a failed pass that is retried, not the end of the loop", async () => {
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
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(["System: Malamar could not finish this pass: a bug"]);
  expect(await app.runs(task.id)).toMatchObject([{ status: "lost" }]);
  time.advance(1000);
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("many items that need no agent leave everyone else their turn", async () => {
  await using app = await createLoopApp();
  await app.taskWorkers.stop();
  for (let at = 0; at < 40; at++) await app.createTask();
  await app.startLoop();
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 1000) setImmediate(count);
  };
  setImmediate(count);
  await app.taskWorkers.drain();
  expect(turns).toBeGreaterThanOrEqual(40);
  turns = 1000;
});
