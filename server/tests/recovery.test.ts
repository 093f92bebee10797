import { expect, test } from "bun:test";
import { join } from "node:path";
import type { RunId, WorkspaceId } from "@malamar/contract/ids.ts";
import { closeDatabase, openDatabase } from "#db/open.ts";
import { createTaskQueueStore } from "#domain/queue/task-queue-store.ts";
import { createEngineTroubleStore } from "#domain/run/engine-trouble-store.ts";
import { createTaskEngines } from "#domain/task/task-engines.ts";
import { createTaskWaits } from "#domain/task/task-waits.ts";
import { createQuotaStore } from "#domain/run/quota-store.ts";
import { createRunStore } from "#domain/run/run-store.ts";
import { createActivityStore } from "#domain/task/activity-store.ts";
import { createCommentStore } from "#domain/task/comment-store.ts";
import { createPassSteps } from "#domain/task/pass-steps.ts";
import { createTaskListStore } from "#domain/task/task-list-store.ts";
import { createTaskOrderStore } from "#domain/task/task-order-store.ts";
import { createTaskOrder } from "#domain/task/task-order.ts";
import { createTaskJournal } from "#domain/task/task-journal.ts";
import { createTaskLoop } from "#domain/task/task-loop.ts";
import { createTaskQuota } from "#domain/task/task-quota.ts";
import { createTaskService } from "#domain/task/task-service.ts";
import { createTaskStore } from "#domain/task/task-store.ts";
import { createTaskWaitStore } from "#domain/task/task-wait-store.ts";
import { createWorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { createWorktreeStore } from "#domain/worktree/worktree-store.ts";
import { createEventBus } from "#events/event-bus.ts";
import { createUnitOfWork } from "#events/unit-of-work.ts";
import { USER } from "#testing/actors.ts";
import { eventsOf, FINISHED, testTranscripts } from "#testing/test-transcripts.ts";
import { rowsIn } from "#testing/rows-in.ts";
import { recover } from "#loop/recovery.ts";

const WORKSPACE = "w".repeat(21) as WorkspaceId;

/** What the previous process left: a database and transcripts, and nothing running. */
function leftBehind() {
  const files = testTranscripts();
  const { transcripts, logger } = files;
  const db = openDatabase(join(files.dir, "..", "malamar.db"));
  const add = rowsIn(db);
  add.workspace({ id: WORKSPACE });
  const unit = createUnitOfWork(db, createEventBus({ logger }));
  let now = Date.parse("2026-01-01T00:00:00.000Z");
  const clock = () => new Date(now++).toISOString();
  const stores = {
    workspaceStore: createWorkspaceStore(db),
    taskStore: createTaskStore(db),
    taskListStore: createTaskListStore(db),
    taskOrderStore: createTaskOrderStore(db),
    taskWaitStore: createTaskWaitStore(db),
    commentStore: createCommentStore(db),
    activityStore: createActivityStore(db),
    taskQueueStore: createTaskQueueStore(db),
    runStore: createRunStore(db),
    quotaStore: createQuotaStore(db),
    engineTroubleStore: createEngineTroubleStore(db),
    worktreeStore: createWorktreeStore(db),
  };
  const taskOrder = createTaskOrder({ ...stores, unit });
  const taskJournal = createTaskJournal({ unit, clock, taskOrder, ...stores, onMoved: () => {} });
  const deps = {
    unit,
    clock,
    taskJournal,
    taskOrder,
    ...stores,
    tempDir: files.dir,
    labelOf: String,
    isAgentOf: () => true,
    onRemoved: () => {},
  };
  const passSteps = createPassSteps(deps);
  const taskWaits = createTaskWaits(deps);
  const taskLoop = createTaskLoop({
    ...deps,
    passSteps,
    taskWaits,
    taskQuota: createTaskQuota({ ...deps, passSteps, taskWaits }),
    taskEngines: createTaskEngines({ ...deps, taskWaits }),
    isPaused: () => false,
  });
  const createTask = () =>
    createTaskService(deps).create(USER, WORKSPACE, { summary: "Fix login" });
  const task = createTask();
  const agent = add.agent({ workspace_id: WORKSPACE });
  const looked: { runIds: readonly RunId[]; statuses: string[] }[] = [];

  return {
    ...stores,
    task,
    createTask,
    pick: () => taskLoop.pick(WORKSPACE),
    /** An active run, with an open transcript that has no end. */
    begin(): RunId {
      const { id } = add.run({
        workspace_id: WORKSPACE,
        task_id: task.id,
        agent_id: agent.id,
        started_at: clock(),
      });
      const writer = transcripts.open(id);
      writer.append([{ type: "text", text: "At work" }]);
      writer.close();
      return id;
    },
    end: (id: RunId) =>
      stores.runStore.finish({
        id,
        status: "succeeded",
        failure_kind: null,
        exit_code: 0,
        cli_session_id: null,
        input_tokens: null,
        output_tokens: null,
        cached_tokens: null,
        cost_usd: null,
        is_estimated: false,
        finished_at: clock(),
      }),
    /** The runs whose processes were searched for, and the runs' rows at that time. */
    looked,
    transcripts,
    lastOf: async (id: RunId) =>
      eventsOf(await transcripts.read(id, { after: 0, limit: 100 })).at(-1),
    recover: (afterCrash: boolean) =>
      recover({
        ...deps,
        taskLoop,
        chatAnswers: { recover: () => {} },
        transcripts,
        logger,
        afterCrash,
        removeUnfinishedUploads: () => {},
        endProcesses: async (runIds) => {
          looked.push({ runIds, statuses: runIds.map((id) => stores.runStore.get(id)!.status) });
          return { ended: [], survivors: [] };
        },
      }),
    [Symbol.dispose]() {
      closeDatabase(db);
      files[Symbol.dispose]();
    },
  };
}

test.each([
  ["a crash", true],
  ["a clean stop", false],
])("after %s an active run is lost, and its trail says so", async (_name, afterCrash) => {
  using left = leftBehind();
  const id = left.begin();
  await left.recover(afterCrash);
  expect(left.runStore.get(id)).toMatchObject({
    status: "lost",
    action_type: "cancelled",
    finished_at: expect.any(String),
  });
  expect(left.activityStore.list(left.task.id, {}).at(-1)).toMatchObject({
    event_type: "agent_finished",
    actor_type: "agent",
    actor_name: "Planner",
    metadata: { agent_name: "Planner", run_id: id, action_type: "cancelled" },
  });
  expect(await left.lastOf(id)).toMatchObject({ type: "finished", status: "lost" });
});

test("the cost that a lost run has reported still counts", async () => {
  using left = leftBehind();
  const id = left.begin();
  const rest = { output_tokens: 20, cached_tokens: null, is_estimated: false };
  left.runStore.setUsage({ id, input_tokens: 100, cost_usd: 0.5, ...rest });
  await left.recover(true);
  expect(left.runStore.spend(left.task.id, null)).toMatchObject({
    input_tokens: 100,
    cost_usd: 0.5,
    run_count: 1,
    unpriced_run_count: 0,
  });
});

test("processes are ended before the rows that name them are closed", async () => {
  using left = leftBehind();
  const id = left.begin();
  await left.recover(true);
  expect(left.looked).toEqual([{ runIds: [id], statuses: ["running"] }]);
});

test("without active runs, processes are searched for after a crash and not after a clean end", async () => {
  using left = leftBehind();
  await left.recover(false);
  expect(left.looked).toEqual([]);
  await left.recover(true);
  expect(left.looked).toHaveLength(1);
});

test("a run that was stored as ended but had not said so says it after a crash, once", async () => {
  using left = leftBehind();
  const [cut, whole] = [left.begin(), left.begin()];
  for (const id of [cut, whole]) left.end(id);
  const writer = left.transcripts.open(whole);
  writer.append([FINISHED]);
  writer.close();
  await left.recover(true);
  expect(await left.lastOf(cut)).toMatchObject({
    type: "finished",
    status: "succeeded",
    exit_code: 0,
    seq: 2,
  });
  expect(await left.lastOf(whole)).toMatchObject({ type: "finished", seq: 2 });
});

test("an interrupted item that becomes failed is the most recently worked on: its task is next", async () => {
  using left = leftBehind();
  left.taskQueueStore.start(left.pick()!.item_id, "2026-01-01T00:00:01.000Z");
  left.taskQueueStore.enqueue(left.task, "2026-01-01T00:00:02.000Z");
  const newer = left.createTask();
  for (const { id } of [left.task, newer]) {
    const last_processed_at = id === newer.id ? "2025-12-31T00:00:00.000Z" : null;
    const begun = { ...left.taskStore.get(id)!, status: "in_progress" as const };
    left.taskStore.update({ ...begun, last_processed_at });
  }
  expect(left.pick()?.task_id).toBe(newer.id);
  await left.recover(true);
  expect(left.pick()?.task_id).toBe(left.task.id);
});
