import { expect, test } from "bun:test";
import type { Run } from "@malamar/contract/run.ts";
import { answers, createChatApp } from "#testing/chat-app.ts";
import { createLoopApp, gate } from "#testing/loop-app.ts";
import {
  asksForReview,
  fails,
  hangs,
  heldAt,
  inTurn,
  says,
  skip,
  type Part,
} from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const shown = ({ pass, agent_name, action_type }: Run) => `${pass} ${agent_name} ${action_type}`;

test("a run says which pass of its task it was part of, and its outcome", async () => {
  await using app = await createLoopApp({
    team: { Planner: inTurn(says("A plan"), skip), Reviewer: inTurn(skip, asksForReview) },
  });
  const { id } = await app.createTask();
  await app.taskWorkers.drain();
  const runs = await app.runs(id);
  expect(runs.map(shown)).toEqual([
    "1 Planner comment",
    "1 Reviewer skip",
    "2 Planner skip",
    "2 Reviewer in_review",
  ]);
  expect(await app.get<Run>(`/api/runs/${runs[3]!.id}`)).toEqual(runs[3]!);
});

test("passes are counted over the task's life, whatever a person says", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const { id } = await app.createTask();
  await app.taskWorkers.drain();
  await app.comment(id, "Once more");
  await app.taskWorkers.drain();
  expect((await app.task(id)).pass_count).toBe(1);
  const other = await app.createTask();
  await app.taskWorkers.drain();
  expect((await app.runs(id)).map(({ pass }) => pass)).toEqual([1, 2]);
  expect((await app.runs(other.id)).map(({ pass }) => pass)).toEqual([1]);
});

test("a failed pass is counted, and the next one is another", async () => {
  const time = virtualTime();
  const Planner: Part = inTurn(fails(1), asksForReview);
  await using app = await createLoopApp({ team: { Planner }, ...time });
  const { id } = await app.createTask();
  await app.taskWorkers.drain();
  time.advance(1000);
  await app.taskWorkers.drain();
  expect((await app.runs(id)).map(shown)).toEqual(["1 Planner error", "2 Planner in_review"]);
});

test("a run that a person stops is cancelled, and has no outcome before", async () => {
  const held = gate();
  await using app = await createLoopApp({ team: { Planner: heldAt(held, hangs) } });
  const { id } = await app.createTask();
  await held.reached;
  expect((await app.runs(id)).map(shown)).toEqual(["1 Planner null"]);
  held.open();
  await app.cancel(id);
  expect((await app.runs(id)).map(shown)).toEqual(["1 Planner cancelled"]);
});

test("stopping Malamar in mid-pass begins another pass", async () => {
  using dir = tempDir();
  const held = gate();
  let id = "";
  {
    const Coder = heldAt(held, hangs);
    await using app = await createLoopApp({ team: { Planner: skip, Coder }, dataDir: dir.path });
    ({ id } = await app.createTask());
    await held.reached;
    held.open();
  }
  await using app = await createLoopApp({
    others: { Planner: skip, Coder: asksForReview },
    dataDir: dir.path,
  });
  await app.taskWorkers.drain();
  expect((await app.runs(id)).map(shown)).toEqual([
    "1 Planner skip",
    "1 Coder cancelled",
    "2 Planner skip",
    "2 Coder in_review",
  ]);
});

test("a chat has no passes", async () => {
  await using app = await createChatApp({ malamar: answers("Hello") });
  const { id } = await app.startChat();
  await app.ask(id);
  expect((await app.chatRuns(id)).map(shown)).toEqual(["null Malamar null"]);
});
