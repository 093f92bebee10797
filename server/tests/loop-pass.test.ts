import { expect, test } from "bun:test";
import { join } from "node:path";
import type { ErrorBody } from "@malamar/contract/error.ts";
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
  endsItsOwnWay,
} from "#testing/scripted-team.ts";

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
  expect(logs.findLast((log) => log.event_type === "status_changed")).toMatchObject({
    ...planner,
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
  expect(app.queueOf(failing.id)).toEqual(["failed", "queued"]);
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
  const last = `/api/runs/${runs[0]!.id}/transcript?last=2`;
  expect(await app.get<object[]>(last)).toEqual(transcript.slice(2));
  const refused = await app.call<ErrorBody>("GET", `${last}&after=1&limit=3`);
  expect(refused.status).toBe(400);
  expect(refused.body.error).toEqual({
    code: "VALIDATION_ERROR",
    message: "after: cannot be used with last; limit: cannot be used with last",
  });
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

// ── Moves while an agent runs

test("a CLI that makes an error out of its end is not blamed for a cancel", async () => {
  await using app = await createLoopApp({
    engines: endsItsOwnWay(() => ({ kind: "exited", code: 143, message: "Terminated" })),
  });
  await app.hire("Planner");
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  await app.cancel(task.id);
  expect(await app.said(task.id)).toEqual(["System: Task cancelled by user"]);
  expect(await app.runs(task.id)).toMatchObject([{ status: "cancelled" }]);
  expect(app.published.some((event) => event.type === "task.error_occurred")).toBe(false);
});

test("a task cancelled while it waits for a free place is at rest", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: { Planner: heldAt(wait, skip) },
    config: { "max-concurrent-runs": 1 },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Planner", instruction: "Planner" });
  await app.createTask();
  await wait.reached;
  const waiting = await app.createTask({}, other);
  while ((await app.task(waiting.id)).status !== "in_progress") await new Promise(setImmediate);
  expect((await app.cancel(waiting.id)).body.is_processing).toBe(false);
  expect(app.queueOf(waiting.id)).toEqual(["failed"]);
  wait.open();
  await app.runner.drain();
});

test("a team that has ended its pass waits for nobody else's run", async () => {
  const [short, long] = [gate(), gate()];
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        await (turn.input.includes("Long") ? long : short).pass();
        return skip(turn);
      },
    },
    config: { "max-concurrent-runs": 1 },
  });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Planner", instruction: "Planner" });
  const first = await app.createTask();
  await short.reached;
  const second = await app.createTask({ summary: "Long" }, other);
  while ((await app.task(second.id)).status !== "in_progress") await new Promise(setImmediate);
  short.open();
  await long.reached;
  while ((await app.task(first.id)).is_processing) await new Promise(setImmediate);
  expect((await app.task(first.id)).status).toBe("in_review");
  long.open();
  await app.runner.drain();
});

test.each<[string, Part]>([
  ["skips", skip],
  ["comments", says("One more thing")],
  ["fails", fails(1)],
  ["hits a quota", () => ({ end: quotaUntilTomorrow })],
])(
  "a task moved to Done while its last agent runs stays there, if that %s",
  async (_name, part) => {
    const wait = gate();
    await using app = await createLoopApp({ team: { Planner: heldAt(wait, part) } });
    const task = await app.createTask();
    await wait.reached;
    await app.move(task.id, "in_review");
    await app.move(task.id, "done");
    wait.open();
    await app.runner.drain();
    expect(await app.task(task.id)).toMatchObject({
      status: "done",
      is_processing: false,
      failure_count: 0,
      retry_at: null,
      wait_reason: null,
    });
    expect(app.queueOf(task.id)).not.toContain("queued");
  },
);
const quotaUntilTomorrow = {
  kind: "quota",
  resetsAt: "2026-01-02T00:00:00.000Z",
  message: "usage limit reached",
  code: 1,
} as const;

test("a task that came back to Todo while its last agent ran is worked again", async () => {
  const wait = gate();
  await using app = await createLoopApp({ team: { Planner: heldAt(wait, skip) } });
  const task = await app.createTask();
  await wait.reached;
  await app.move(task.id, "in_review");
  await app.move(task.id, "todo");
  wait.open();
  await app.runner.drain();
  expect(app.script.played).toHaveLength(2);
});

test("delete all done ends the agent that is still at work on such a task", async () => {
  let isAborted = false;
  await using app = await createLoopApp({
    team: {
      Planner: async (turn) => {
        await turn.aborted;
        isAborted = true;
        return { actions: [] };
      },
    },
  });
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  const [run] = await app.runs(task.id);
  await app.move(task.id, "in_review");
  await app.move(task.id, "done");
  const answer = await app.call("DELETE", `/api/workspaces/${app.workspace.id}/tasks/done`);
  expect(answer.body).toEqual({ deleted_count: 1 });
  expect(isAborted).toBe(true);
  expect(await Bun.file(`${app.dataDir}/runs/${run!.id}.jsonl`).exists()).toBe(false);
  await app.runner.drain();
});

test("no pass begins in a workspace that is held, however many hold it", async () => {
  const [wait, holds] = [gate(), [gate(), gate()]];
  await using app = await createLoopApp({ team: { Planner: heldAt(wait, skip) } });
  const id = app.workspace.id;
  await app.createTask();
  await wait.reached;
  const held = holds.map((hold) => app.runner.whileHeld(id, () => hold.pass()));
  await app.createTask();
  wait.open();
  await app.runner.drain();
  expect(app.script.played).toHaveLength(1);
  holds[0]!.open();
  await held[0];
  await app.createTask();
  await app.runner.drain();
  expect(app.script.played).toHaveLength(1);
  holds[1]!.open();
  await held[1];
  await app.runner.drain();
  expect(app.script.played).toHaveLength(3);
});
