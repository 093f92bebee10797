import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerEvent } from "@malamar/contract/event.ts";
import type { TaskComment } from "@malamar/contract/task.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import {
  asksForReview,
  commentsIn,
  fails,
  heldAt,
  inTurn,
  says,
  skip,
} from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

// What a pass leaves behind: in the activity log, on the stream, in the queue and on the disk.

test("the activity log lists a pass in order: an agent's actions come before its end", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: says("A plan"),
      Reviewer: () => ({
        actions: [
          { type: "change_status", status: "in_review" },
          { type: "comment", content: "Please decide" },
        ],
      }),
    },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const trail = (await app.logs(task.id)).map(({ actor_name, event_type, metadata }) =>
    [
      actor_name,
      event_type,
      ...(metadata && "action_type" in metadata ? [metadata.action_type] : []),
    ].join(" "),
  );
  expect(trail).toEqual([
    "User task_created",
    "System status_changed",
    "Planner agent_started",
    "Planner comment_added",
    "Planner agent_finished comment",
    "Reviewer agent_started",
    "Reviewer comment_added",
    "Reviewer status_changed",
    "Reviewer agent_finished in_review",
  ]);
});

test("the stream reports a pass with these events, and nothing more in them", async () => {
  await using app = await createLoopApp({ team: { Planner: asksForReview } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const [run] = await app.runs(task.id);
  const about = {
    workspace_id: app.workspace.id,
    task_id: task.id,
    task_summary: "Fix login",
    task: expect.objectContaining({ id: task.id }),
  };
  const agent = { agent_name: "Planner", run_id: run!.id };
  const created = app.published.findIndex(({ type }) => type === "task.created");
  const isTold = ({ type }: ServerEvent) =>
    type !== "task.updated" && type !== "cli.health_changed";
  expect(app.published.slice(created + 1).filter(isTold)).toEqual([
    { type: "task.status_changed", ...about, old_status: "todo", new_status: "in_progress" },
    { type: "agent.execution_started", ...about, ...agent },
    { type: "task.status_changed", ...about, old_status: "in_progress", new_status: "in_review" },
    { type: "agent.execution_finished", ...about, ...agent },
  ]);
});

test("an agent's comment queues the task at once, while the pass continues", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: { Planner: inTurn(says("A plan"), skip), Reviewer: heldAt(wait, skip) },
  });
  const task = await app.createTask();
  await wait.reached;
  expect(app.queueOf(task.id)).toEqual(["in_progress", "queued"]);
  wait.open();
  await app.taskWorkers.drain();
  expect(app.queueOf(task.id)).toEqual(["completed", "completed"]);
});

test("an exit code takes precedence over whatever the agent has written", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        const actions = [{ type: "comment", content: "Too good" }];
        writeFileSync(turn.outputPath, JSON.stringify({ actions }));
        return fails(3)(turn);
      },
    },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(["System: CLI exited with code 3"]);
});

test("a repeated error of the same kind is sent to every page as an error and as a change, not as a comment", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: fails(1) }, ...time });
  await app.createTask();
  await app.taskWorkers.drain();
  const told = app.published.length;
  time.advance(1000);
  await app.taskWorkers.drain();
  const types = app.published.slice(told).map(({ type }) => type);
  expect(types).toContain("task.error_occurred");
  expect(types.slice(types.indexOf("task.error_occurred"))).toContain("task.updated");
  expect(types).not.toContain("task.comment_added");
});

test("a repeated error of the same kind on a task that was taken away meanwhile is sent as a change, too", async () => {
  const time = virtualTime();
  const wait = gate();
  await using app = await createLoopApp({
    team: { Planner: inTurn(fails(1), heldAt(wait, fails(1))) },
    ...time,
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  time.advance(1000);
  await wait.reached;
  await app.move(task.id, "in_review");
  const told = app.published.length;
  wait.open();
  await app.taskWorkers.drain();
  expect((await app.said(task.id))[0]).toContain("(2 times");
  expect(app.published.slice(told).map(({ type }) => type)).toContain("task.updated");
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("the start and the end of an agent, and a comment on a Done task, update the workspace's last activity", async () => {
  const wait = gate();
  await using app = await createLoopApp({ team: { Planner: heldAt(wait, skip) } });
  const seen: string[] = [];
  const note = () => seen.push(app.workspaceService.get(app.workspace.id).last_activity_at);
  app.bus.subscribe(({ event }) => {
    if (event.type.startsWith("agent.execution_")) note();
  });
  const task = await app.createTask();
  await wait.reached;
  wait.open();
  await app.taskWorkers.drain();
  await app.move(task.id, "done");
  note();
  await app.comment(task.id, "Thanks");
  note();
  const logs = await app.logs(task.id);
  const at = (type: string) => logs.findLast(({ event_type }) => event_type === type)!.created_at;
  expect(seen[0]).toBe(at("agent_started"));
  expect(seen[3]! > seen[2]!).toBe(true);
  expect(seen[3]).toBe(at("comment_added"));
});

test("files that an agent made stay when its task is deleted", async () => {
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        writeFileSync(join(turn.request.cwd, "result.txt"), "");
        return skip(turn);
      },
    },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const { working_directory } = await app.task(task.id);
  await app.call("DELETE", `/api/tasks/${task.id}`);
  expect(existsSync(join(working_directory!, "result.txt"))).toBe(true);
});

test("setting the clock back does not change the order in which things were said and done", async () => {
  let hours = 0;
  const briefings: string[][] = [];
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        briefings.push(commentsIn(turn));
        return {
          actions: [
            { type: "comment", content: "mine" },
            { type: "change_status", status: "in_review" },
          ],
        };
      },
    },
    clock: () => new Date(Date.UTC(2026, 0, 1, hours--)).toISOString(),
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  for (const content of ["first", "second"]) {
    await app.comment(task.id, content);
    await app.taskWorkers.drain();
  }
  const path = `/api/tasks/${task.id}/comments`;
  const said = ["mine", "first", "mine", "second", "mine"];
  const comments = await app.comments(task.id);
  expect(comments.map(({ content }) => content)).toEqual(said);
  const rest = await app.get<TaskComment[]>(`${path}?limit=10&before=${comments[1]!.id}`);
  expect(rest.map(({ content }) => content)).toEqual(said.slice(2));
  expect(briefings[2]).toEqual(said.slice(0, 4));
  const logs = await app.logs(task.id);
  expect(logs[0]?.event_type).toBe("task_created");
  expect(logs.at(-1)?.event_type).toBe("agent_finished");
  const started = logs.flatMap((log) =>
    log.event_type === "agent_started" ? log.metadata.run_id : [],
  );
  expect((await app.runs(task.id)).map(({ id }) => String(id))).toEqual(started);
});
