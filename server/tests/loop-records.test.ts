import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { asksForReview, skip } from "#testing/scripted-team.ts";

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
  await app.taskWorkers.drain();
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
      is_estimated: false,
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
    estimated_run_count: 0,
  });
  const listed = await app.get<object[]>(`/api/workspaces/${app.workspace.id}/tasks`);
  expect(listed).toMatchObject([{ cost_usd: 0.25 }]);
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
  await app.taskWorkers.drain();
  const [run] = await app.runs(task.id);
  expect(app.published).toContainEqual({
    type: "agent.execution_started",
    workspace_id: app.workspace.id,
    task_id: task.id,
    task_summary: "Fix login",
    agent_name: "Planner",
    run_id: run!.id,
    task: expect.objectContaining({ current_run_id: run!.id }),
  });
  expect(seen).toEqual([
    ["agent.execution_started", { status: "running" }],
    ["agent.execution_finished", { status: "succeeded" }],
  ]);
});
