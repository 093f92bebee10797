import { expect, test } from "bun:test";
import type { TaskSummary } from "@malamar/contract/task.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import { asksForReview, isNotLoggedIn, says, skip } from "#testing/scripted-team.ts";
import { advance, createTroubledApp, isWaiting, rows, SECOND } from "#testing/troubled-app.ts";

/** As in the list and the task itself, which say the same. */
async function progressOf(app: Pick<LoopApp, "get" | "task" | "workspace">, id: string) {
  const list = await app.get<TaskSummary[]>(`/api/workspaces/${app.workspace.id}/tasks`);
  const { pass, team } = list.find((task) => task.id === id)!;
  const whole = await app.task(id);
  expect({ pass: whole.pass, team: whole.team }).toEqual({ pass, team });
  return [pass, ...team.map(({ name, outcome }) => `${name} ${outcome}`)];
}

test("a list says where each agent of the team is, pass after pass", async () => {
  const before = gate();
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => (turn.visit === 1 ? says("A plan") : skip)(turn),
      Builder: async (turn) => {
        if (turn.visit === 2) await before.pass();
        return skip(turn);
      },
      Reviewer: (turn) => (turn.visit === 1 ? skip : asksForReview)(turn),
    },
  });
  const held = await app.createTask({ is_on_hold: true });
  expect(await progressOf(app, held.id)).toEqual([
    null,
    "Planner null",
    "Builder null",
    "Reviewer null",
  ]);
  const { id } = await app.createTask();
  await before.reached;
  expect(await progressOf(app, id)).toEqual([
    2,
    "Planner skipped",
    "Builder running",
    "Reviewer null",
  ]);
  before.open();
  await app.taskWorkers.drain();
  expect(await progressOf(app, id)).toEqual([
    2,
    "Planner skipped",
    "Builder skipped",
    "Reviewer done",
  ]);
  // An agent added later has done nothing yet.
  app.script.parts.Writer = skip;
  await app.hire("Writer");
  expect((await progressOf(app, id)).at(-1)).toBe("Writer null");
});

test("the agent whose engine a task waits for is the one that waits", async () => {
  await using app = await createTroubledApp({
    tasks: 1,
    team: { Planner: skip, Builder: isNotLoggedIn },
  });
  await app.call("PUT", `/api/agents/${app.agentNamed("Planner").id}`, {
    body: { cli_type: "codex" },
  });
  await advance(app, 1 * SECOND);
  expect((await progressOf(app, app.ids[0]!)).slice(1)).toEqual([
    "Planner skipped",
    "Builder failed",
  ]);
  await advance(app, 2 * SECOND);
  expect((await rows(app)).every(isWaiting)).toBe(true);
  expect((await progressOf(app, app.ids[0]!)).slice(1)).toEqual([
    "Planner skipped",
    "Builder waiting",
  ]);
});
