import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Task, TaskSummary } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { databasePath } from "#db/data-directory.ts";
import { openForReading } from "#db/open.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import {
  asksForReview,
  heldAt,
  fails,
  hangs,
  inTurn,
  says,
  skip,
  type Part,
} from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

type LoopApp = Awaited<ReturnType<typeof createLoopApp>>;

const asksForReviewActions = [{ type: "change_status", status: "in_review" }];

const queueOf = (app: LoopApp, taskId: string) =>
  app.db
    .query<{ status: string }, [string]>(
      "SELECT status FROM task_queue WHERE task_id = ? ORDER BY rowid",
    )
    .all(taskId)
    .map(({ status }) => status);

// ── Queue

test("a task is queued when it is created, and its item completes with the pass", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await app.createTask();
  expect(queueOf(app, task.id)).toEqual(["queued"]);
  await app.runner.drain();
  expect(queueOf(app, task.id)).toEqual(["completed"]);
});

test("a move to Todo queues the task", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await app.createTask();
  await app.runner.drain();
  await app.move(task.id, "todo");
  expect(queueOf(app, task.id)).toEqual(["completed", "queued"]);
  await app.runner.drain();
});

test("comments bump the one queued item; a running item does not stand in its way", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, skip),
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.comment(task.id, "One");
  const queuedAt = () =>
    app.db.query("SELECT updated_at FROM task_queue WHERE status = 'queued'").all();
  expect(queuedAt()).toHaveLength(1);
  const before = queuedAt();
  await app.comment(task.id, "Two");
  expect(queuedAt()).toHaveLength(1);
  expect(queuedAt()).not.toEqual(before);
  expect(queueOf(app, task.id)).toEqual(["in_progress", "queued"]);
  wait.open();
  await app.runner.drain();
});

// ── Wake-up

test("the commit that queues an item wakes the runner, without any poll", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: skip }, ...time });
  const task = await app.createTask();
  await app.runner.drain();
  expect(time.elapsed()).toBe(0);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("the poll finds what no event told of", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: skip }, ...time });
  const task = await app.createTask();
  await app.runner.drain();
  app.db.run("UPDATE tasks SET status = 'todo'");
  app.db.run("UPDATE task_queue SET status = 'queued'");
  await app.runner.drain();
  expect(app.script.played).toHaveLength(1);
  time.advance(1000);
  await app.runner.drain();
  expect(app.script.played).toHaveLength(2);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("one worker per workspace, workspaces in parallel", async () => {
  const gates = [gate(), gate()];
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        await gates[turn.input.includes("Elsewhere") ? 1 : 0]!.pass();
        return skip(turn);
      },
    },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Planner", instruction: "Planner" });
  for (const workspace of [app.workspace, app.workspace]) await app.createTask({}, workspace);
  await app.createTask({ summary: "Elsewhere" }, other);
  await Promise.all(gates.map(({ reached }) => reached));
  expect(app.script.played).toHaveLength(2);
  const list = await app.get<TaskSummary[]>(`/api/workspaces/${app.workspace.id}/tasks`);
  expect(list.filter((task) => task.is_processing)).toHaveLength(1);
  for (const { open } of gates) open();
  await app.runner.drain();
});

test("the global limit holds over all workspaces, and everybody gets a turn", async () => {
  let running = 0;
  let most = 0;
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running -= 1;
        return skip(turn);
      },
    },
    config: { "max-concurrent-runs": 2 },
  });
  const others: Workspace[] = [];
  for (const title of ["A", "B", "C", "D"]) {
    const workspace = await app.createWorkspace({ title });
    await app.createAgent(workspace.id, { name: "Planner", instruction: "Planner" });
    others.push(workspace);
  }
  const tasks = [];
  for (const workspace of [app.workspace, ...others])
    tasks.push(await app.createTask({}, workspace));
  await app.runner.drain();
  expect(most).toBe(2);
  for (const task of tasks) expect((await app.task(task.id)).status).toBe("in_review");
});

test("a task that waits for a free place can be cancelled", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, skip),
    },
    config: { "max-concurrent-runs": 1 },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Planner", instruction: "Planner" });
  await app.createTask();
  await wait.reached;
  const waiting = await app.createTask({}, other);
  while ((await app.task(waiting.id)).status !== "in_progress") await new Promise(setImmediate);
  expect((await app.cancel(waiting.id)).body.status).toBe("in_review");
  wait.open();
  await app.runner.drain();
  expect(app.script.played).toHaveLength(1);
});

test("a pass that is over does not wait for a free place", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        if (turn.input.includes("Long")) await wait.pass();
        return skip(turn);
      },
    },
    config: { "max-concurrent-runs": 1 },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Planner", instruction: "Planner" });
  const [short, long] = [await app.createTask(), await app.createTask({ summary: "Long" }, other)];
  await wait.reached;
  while ((await app.task(short.id)).status !== "in_review") await new Promise(setImmediate);
  expect((await app.task(long.id)).status).toBe("in_progress");
  wait.open();
  await app.runner.drain();
});

// ── Pass

test("a pass goes through the team in its order, and each sees what the others said", async () => {
  const inputs: Record<string, string> = {};
  const speaks =
    (name: string): Part =>
    (turn) => {
      inputs[name] = turn.input;
      return turn.visit === 1 ? says(`${name} was here`)(turn) : skip(turn);
    };
  await using app = await createLoopApp({
    team: { Planner: speaks("Planner"), Implementer: speaks("Implementer"), Reviewer: skip },
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect(app.script.played).toEqual([
    "Planner",
    "Implementer",
    "Reviewer",
    "Planner",
    "Implementer",
    "Reviewer",
  ]);
  expect(inputs["Implementer"]).toContain("Planner was here");
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 2 });
});

test("everybody skipping moves the task to In Review", async () => {
  await using app = await createLoopApp({
    team: { Planner: skip, Reviewer: () => ({ actions: [] }) },
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
  expect(await app.comments(task.id)).toEqual([]);
  const changes = (await app.logs(task.id)).filter((log) => log.event_type === "status_changed");
  expect(changes.map(({ actor_type, metadata }) => ({ actor_type, ...metadata }))).toEqual([
    { actor_type: "system", old_status: "todo", new_status: "in_progress" },
    { actor_type: "system", old_status: "in_progress", new_status: "in_review" },
  ]);
});

test("a workspace without agents sends its tasks straight to In Review", async () => {
  await using app = await createLoopApp();
  const task = await app.createTask();
  await app.runner.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a change of status stops the pass at once, after all actions of that answer", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: () => ({
        actions: [
          { type: "change_status", status: "in_review" },
          { type: "comment", content: "Please decide" },
          { type: "skip" },
        ],
      }),
      Reviewer: skip,
    },
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect(app.script.played).toEqual(["Planner"]);
  expect(await app.said(task.id)).toEqual(["Planner: Please decide"]);
  expect((await app.task(task.id)).status).toBe("in_review");
  const logs = await app.logs(task.id);
  const planner = { actor_type: "agent", actor_id: app.agentNamed("Planner").id } as const;
  expect(logs.find((log) => log.event_type === "agent_finished")).toMatchObject({
    ...planner,
    metadata: { agent_name: "Planner", action_type: "in_review" },
  });
  expect(logs.at(-1)).toMatchObject({
    ...planner,
    event_type: "status_changed",
    metadata: { old_status: "in_progress", new_status: "in_review" },
  });
});

test("skip beside other actions is ignored", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: inTurn(
        () => ({ actions: [{ type: "skip" }, { type: "comment", content: "Well" }] }),
        skip,
      ),
    },
  });
  const task = await app.createTask();
  await app.runner.drain();
  expect(await app.said(task.id)).toEqual(["Planner: Well"]);
  expect(app.script.played).toHaveLength(2);
});

test("an agent cannot close a task on somebody who has just spoken", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, asksForReview),
      Reviewer: skip,
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.comment(task.id, "One more thing");
  wait.open();
  await app.runner.drain();
  expect(app.script.played).toEqual(["Planner", "Planner"]);
  const statuses = app.published.flatMap((event) =>
    event.type === "task.status_changed" ? event.new_status : [],
  );
  expect(statuses).toEqual(["in_progress", "in_review"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a user comment that the agent has read does not keep it from closing the task", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, skip),
      Reviewer: asksForReview,
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.comment(task.id, "For the reviewer");
  wait.open();
  await app.runner.drain();
  expect(app.script.played).toEqual(["Planner", "Reviewer"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a user comment in mid-pass is answered by another pass, even if everybody skips", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, skip),
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.comment(task.id, "Wait");
  wait.open();
  await app.runner.drain();
  expect(app.script.played).toHaveLength(2);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("another In Progress task of the workspace goes back to Todo, with its retry time", async () => {
  await using app = await createLoopApp({
    team: { Planner: (turn) => (turn.input.includes("Urgent") ? hangs(turn) : fails(1)(turn)) },
  });
  const failing = await app.createTask({ summary: "Failing" });
  await app.runner.drain();
  const { retry_at, status } = await app.task(failing.id);
  expect(status).toBe("in_progress");
  const urgent = await app.createTask({ summary: "Urgent" });
  while ((await app.task(urgent.id)).status !== "in_progress") await new Promise(setImmediate);
  expect(await app.task(failing.id)).toMatchObject({ status: "todo", retry_at });
  expect(queueOf(app, failing.id)).toEqual(["failed", "queued"]);
});

test("agents that come, go and change in mid-pass take effect at once", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, skip),
      Implementer: skip,
      Reviewer: skip,
    },
  });
  app.script.parts["Tester"] = skip;
  app.script.parts["Renamed role"] = skip;
  const task = await app.createTask();
  await wait.reached;
  await app.call("DELETE", `/api/agents/${app.agentNamed("Implementer").id}`);
  await app.call("PUT", `/api/agents/${app.agentNamed("Reviewer").id}`, {
    body: { instruction: "Renamed role" },
  });
  await app.hire("Tester");
  wait.open();
  await app.runner.drain();
  expect(app.script.played).toEqual(["Planner", "Renamed role", "Tester"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("an agent that is deleted while it runs may finish, and its comment is kept", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: {
      Planner: heldAt(wait, says("My legacy")),
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.call("DELETE", `/api/agents/${app.agentNamed("Planner").id}`);
  wait.open();
  await app.runner.drain();
  expect(await app.said(task.id)).toEqual(["(Deleted Agent): My legacy"]);
});

test("settings and texts that change during a run count from the next agent on", async () => {
  const wait = gate();
  const directories: string[] = [];
  const summaries: (string | undefined)[] = [];
  const notes: Part = (turn) => {
    directories.push(turn.request.cwd);
    summaries.push(/## Summary\n\n(.+)/.exec(turn.input)?.[1]);
    return skip(turn);
  };
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        await notes(turn);
        await wait.pass();
        return skip(turn);
      },
      Reviewer: notes,
    },
  });
  const task = await app.createTask();
  await wait.reached;
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, {
    body: { working_directory_mode: "static", working_directory_path: app.dataDir },
  });
  await app.call("PUT", `/api/tasks/${task.id}`, { body: { summary: "Fix logout" } });
  wait.open();
  await app.runner.drain();
  expect(directories).toEqual([join(app.tempDir, `malamar_task_${task.id}`), app.dataDir]);
  expect(summaries).toEqual(["Fix login", "Fix logout"]);
});

test("a task deleted in mid-run takes its run with it, and the next task is worked", async () => {
  await using app = await createLoopApp({
    team: { Planner: (turn) => (turn.input.includes("Doomed") ? hangs(turn) : skip(turn)) },
  });
  const doomed = await app.createTask({ summary: "Doomed" });
  while ((await app.runs(doomed.id)).length === 0) await new Promise(setImmediate);
  const next = await app.createTask({ summary: "Next" });
  await app.call("DELETE", `/api/tasks/${doomed.id}`);
  await app.runner.drain();
  expect((await app.task(next.id)).status).toBe("in_review");
  expect(app.script.played).toHaveLength(2);
});

test("deleting a workspace ends what runs in it first", async () => {
  let aborted = false;
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        await turn.aborted;
        aborted = true;
        return { actions: [] };
      },
    },
  });
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  const [run] = await app.runs(task.id);
  expect((await app.call("DELETE", `/api/workspaces/${app.workspace.id}`)).status).toBe(204);
  expect(aborted).toBe(true);
  expect(await Bun.file(`${app.dataDir}/runs/${run!.id}.jsonl`).exists()).toBe(false);
  expect((await app.call("GET", `/api/tasks/${task.id}`)).status).toBe(404);
  await app.runner.drain();
});

test("a run's row says who ran on what, and how it ended", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        turn.tell({ type: "text", text: "Hello" });
        turn.tell({
          type: "usage",
          input_tokens: 10,
          output_tokens: 5,
          cached_tokens: 2,
          cost_usd: 0.25,
        });
        return asksForReview(turn);
      },
    },
  });
  const agent = app.agentNamed("Planner");
  await app.call("PUT", `/api/agents/${agent.id}`, { body: { model: "best", cli_type: "codex" } });
  const task = await app.createTask();
  await app.runner.drain();
  const runs = await app.runs(task.id);
  expect(runs).toMatchObject([
    {
      workspace_id: app.workspace.id,
      task_id: task.id,
      chat_id: null,
      agent_id: agent.id,
      agent_name: "Planner",
      cli_type: "codex",
      model: "best",
      status: "succeeded",
      failure_kind: null,
      exit_code: 0,
      input_tokens: 10,
      output_tokens: 5,
      cached_tokens: 2,
      cost_usd: 0.25,
      finished_at: expect.any(String),
    },
  ]);
  expect(await app.get(`/api/runs/${runs[0]!.id}`)).toEqual(runs[0]);
  const transcript = await app.get<{ type: string; seq: number }[]>(
    `/api/runs/${runs[0]!.id}/transcript`,
  );
  expect(transcript.map(({ type, seq }) => `${seq} ${type}`)).toEqual([
    "1 started",
    "2 text",
    "3 usage",
    "4 finished",
  ]);
  expect((await app.task(task.id)).spend).toEqual({
    input_tokens: 10,
    output_tokens: 5,
    cached_tokens: 2,
    cost_usd: 0.25,
    run_count: 1,
    unpriced_run_count: 0,
  });
});

test("execution events carry the run, and every event comes after its commit", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const seen: unknown[] = [];
  app.bus.subscribe(({ event }) => {
    if (!("run_id" in event)) return;
    const row = app.db.query("SELECT status FROM runs WHERE id = ?").get(event.run_id);
    seen.push([event.type, row]);
  });
  const task = await app.createTask();
  await app.runner.drain();
  const [run] = await app.runs(task.id);
  expect(app.published).toContainEqual({
    type: "agent.execution_started",
    workspace_id: app.workspace.id,
    task_id: task.id,
    task_summary: "Fix login",
    agent_name: "Planner",
    run_id: run!.id,
  });
  expect(seen).toEqual([
    ["agent.execution_started", { status: "running" }],
    ["agent.execution_finished", { status: "succeeded" }],
  ]);
});

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
  expect(queueOf(app, task.id)).toEqual(["failed", "queued"]);
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
  time.advance(1000);
  expect((await app.task(task.id)).retry_at).toBe("2025-12-31T00:15:01.000Z");
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

// ── Start-up

test("a restart changes nothing: counts, waits and memories are kept", async () => {
  using dir = tempDir();
  const time = virtualTime();
  const team = { Planner: fails(1, "no key") };
  let task: Task;
  {
    await using app = await createLoopApp({ team, dataDir: dir.path, ...time });
    const { id } = await app.createTask();
    await app.runner.drain();
    time.advance(1000);
    await app.runner.drain();
    task = await app.task(id);
    expect(task).toMatchObject({ failure_count: 2, pass_count: 2 });
  }
  await using app = await createLoopApp({ dataDir: dir.path, ...time });
  app.script.parts["Planner"] = team.Planner;
  await app.runner.drain();
  expect(app.script.played).toEqual([]);
  const { working_directory: _, ...kept } = task;
  expect(await app.task(task.id)).toMatchObject(kept);
  time.advance(2000);
  await app.runner.drain();
  expect(app.script.played).toEqual(["Planner"]);
  expect((await app.said(task.id))[0]).toContain("(3 times");
});

test("a run's row is committed as running before anything is started", async () => {
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
  await app.runner.drain();
  const [run] = await app.runs(task.id);
  expect(seen).toEqual({ id: run!.id, status: "running" });
});

test("a run that a crash cut off is lost, its item is queued again and the task goes on", async () => {
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
  await app.runner.drain();
  expect(await app.task(taskId)).toMatchObject({ status: "in_review", pass_count: 1 });
  expect(queueOf(app, taskId)).toEqual(["completed"]);
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
    expect(queueOf(app, taskId)).toEqual(["in_progress", "queued"]);
  }
  await using app = await createLoopApp({ dataDir: dir.path });
  app.script.parts["Planner"] = skip;
  await app.runner.drain();
  expect(queueOf(app, taskId)).toEqual(["failed", "completed"]);
  expect((await app.task(taskId)).status).toBe("in_review");
});

test("no pass begins after a stop, and what was queued is worked by the next start", async () => {
  using dir = tempDir();
  let taskId: string;
  {
    await using app = await createLoopApp({ team: { Planner: skip }, dataDir: dir.path });
    await app.runner.stop();
    taskId = (await app.createTask()).id;
    await app.runner.drain();
    expect(app.script.played).toEqual([]);
  }
  await using app = await createLoopApp({ dataDir: dir.path });
  app.script.parts["Planner"] = skip;
  await app.runner.drain();
  expect((await app.task(taskId)).status).toBe("in_review");
});
