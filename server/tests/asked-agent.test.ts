import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { Task } from "@malamar/contract/task.ts";
import { USER_ID } from "#http/principal.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import {
  asksForReview,
  fails,
  hangs,
  heldAt,
  hitsQuota,
  inputOf,
  inTurn,
  IN_TWO_HOURS,
  says,
  saysSomethingNew,
  skip,
  type Part,
} from "#testing/scripted-team.ts";
import { taskIn } from "#testing/tasks-in-status.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const TEAM = { Planner: skip, Builder: skip, Reviewer: skip };

/** Forgets who had a turn so far. */
async function inReview(app: LoopApp): Promise<Task> {
  const task = await taskIn(app, "in_review");
  app.script.played.length = 0;
  return task;
}

/** A task that is not picked up before it is released. */
async function onHold(app: LoopApp): Promise<Task> {
  return app.createTask({ is_on_hold: true });
}

const hold = (app: LoopApp, { id }: Task, is_on_hold: boolean) =>
  app.call<Task>("PUT", `/api/tasks/${id}`, { body: { is_on_hold } });

async function release(app: LoopApp, task: Task): Promise<void> {
  await hold(app, task, false);
  await app.taskWorkers.drain();
}

const ask = (app: LoopApp, { id }: Task, name: string, content = "How is it?") =>
  app.ask(id, app.agentNamed(name).id, content);

/** Which agent each queued item asks. */
const queued = (app: LoopApp, { id }: Task) =>
  app.db
    .query("SELECT asks_agent_id FROM task_queue WHERE task_id = ? AND status = 'queued'")
    .get(id);

test("only the asked agent runs", async () => {
  await using app = await createLoopApp({ team: TEAM });
  const task = await inReview(app);
  const { status, body } = await ask(app, task, "Builder");
  expect(status).toBe(201);
  expect(body).toMatchObject({
    content: "How is it?",
    is_note: false,
    asks_agent_id: app.agentNamed("Builder").id,
  });
  expect((await app.comments(task.id)).at(-1)).toEqual(body);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Builder"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test.each<[string, Part, string[]]>([
  ["comments", says("Fine"), ["User: How is it?", "Builder: Fine"]],
  ["skips", skip, ["User: How is it?"]],
  ["asks for review", asksForReview, ["User: How is it?"]],
])("whether it %s, nobody else is queued and a person looks", async (_name, part, said) => {
  await using app = await createLoopApp({ team: { ...TEAM, Builder: inTurn(skip, part) } });
  const task = await inReview(app);
  await ask(app, task, "Builder");
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Builder"]);
  expect(await app.said(task.id)).toEqual(said);
  expect((await app.task(task.id)).status).toBe("in_review");
  expect(app.queueOf(task.id)).not.toContain("queued");
});

test("a question is human input: the loop's counts restart", async () => {
  await using app = await createLoopApp({ team: { Planner: saysSomethingNew } });
  const task = await inReview(app);
  expect(task.pass_count).toBeGreaterThan(1);
  await ask(app, task, "Planner");
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 1 });
});

test("the agent learns that it alone was asked, and others later read which one was", async () => {
  const inputs: string[] = [];
  const reads: Part = (turn) => {
    inputs.push(inputOf(turn));
    return skip(turn);
  };
  await using app = await createLoopApp({ team: { Planner: skip, Builder: reads } });
  const task = await inReview(app);
  await ask(app, task, "Builder");
  await app.taskWorkers.drain();
  await app.comment(task.id, "Continue");
  await app.taskWorkers.drain();
  const [before, asked, after] = inputs;
  expect(before).not.toContain("asks");
  expect(asked).toContain("A person has asked you alone");
  expect(asked).toContain(`"asks":"Builder","user_id":"${USER_ID}","content":"How is it?"`);
  expect(after).not.toContain("A person has asked you alone");
  expect(after).toContain("Those with `asks` are by people too");
});

test("a plain comment before the pass begins brings the whole team back", async () => {
  await using app = await createLoopApp({ team: TEAM });
  const task = await onHold(app);
  await ask(app, task, "Reviewer");
  await app.comment(task.id, "All of you, please");
  await release(app, task);
  expect(app.script.played).toEqual(["Planner", "Builder", "Reviewer"]);
});

test("a plain comment while the agent works brings the whole team next", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: { ...TEAM, Reviewer: inTurn(heldAt(wait, says("Fine")), skip) },
  });
  const task = await onHold(app);
  await ask(app, task, "Reviewer");
  await hold(app, task, false);
  await wait.reached;
  await app.comment(task.id, "All of you, please");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Reviewer", "Planner", "Builder", "Reviewer"]);
});

test("a note does not change who is asked", async () => {
  await using app = await createLoopApp({ team: TEAM });
  const task = await onHold(app);
  await ask(app, task, "Reviewer");
  await app.note(task.id, "By the way");
  await release(app, task);
  expect(app.script.played).toEqual(["Reviewer"]);
});

test("Move to Todo sends it back to the whole team, also while the asked agent still works", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: { ...TEAM, Reviewer: inTurn(skip, heldAt(wait, says("Fine")), skip) },
  });
  const task = await inReview(app);
  await ask(app, task, "Reviewer");
  await wait.reached;
  await app.move(task.id, "in_review");
  await app.move(task.id, "todo");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Reviewer", "Planner", "Builder", "Reviewer"]);
});

test("agents asked one after the other answer one after the other", async () => {
  await using app = await createLoopApp({ team: { ...TEAM, Reviewer: says("Fine") } });
  const task = await onHold(app);
  await ask(app, task, "Reviewer");
  await ask(app, task, "Planner");
  await ask(app, task, "Reviewer");
  await release(app, task);
  expect(app.script.played).toEqual(["Reviewer", "Planner"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("an agent asked while another one answers is next", async () => {
  const wait = gate();
  await using app = await createLoopApp({ team: { ...TEAM, Reviewer: heldAt(wait, skip) } });
  const task = await onHold(app);
  await ask(app, task, "Reviewer");
  await ask(app, task, "Builder");
  await hold(app, task, false);
  await wait.reached;
  await ask(app, task, "Planner");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Reviewer", "Builder", "Planner"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a question in the middle of a pass is answered after it, whatever the others say", async () => {
  const wait = gate();
  await using app = await createLoopApp({
    team: { Planner: heldAt(wait, says("A plan")), Builder: says("Built"), Reviewer: skip },
  });
  const task = await app.createTask();
  await wait.reached;
  await ask(app, task, "Reviewer");
  wait.open();
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Builder", "Reviewer", "Reviewer"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a failed run is retried with the same agent alone", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { ...TEAM, Builder: inTurn(fails(1), fails(1), says("Fine")) },
    ...time,
  });
  const task = await onHold(app);
  await ask(app, task, "Builder");
  await release(app, task);
  expect(await app.task(task.id)).toMatchObject({ wait_reason: "backoff", failure_count: 1 });
  for (let tries = 0; tries < 2; tries++) {
    time.advance(2000);
    await app.taskWorkers.drain();
  }
  expect(app.script.played).toEqual(["Builder", "Builder", "Builder"]);
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", failure_count: 0 });
});

test("a plain comment while it waits for a retry brings the whole team back", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { ...TEAM, Builder: inTurn(fails(1), skip) },
    ...time,
  });
  const task = await onHold(app);
  await ask(app, task, "Builder");
  await release(app, task);
  await app.comment(task.id, "All of you, please");
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Builder", "Planner", "Builder", "Reviewer"]);
});

test("an agent that waits for its quota is still alone afterwards, and holds up nobody else", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: skip },
    others: { Reviewer: inTurn(hitsQuota(), says("Fine")) },
    ...time,
  });
  const reviewer = await app.hire("Reviewer", { cli_type: "codex" });
  const task = await onHold(app);
  await app.ask(task.id, reviewer.id, "How is it?");
  await release(app, task);
  expect(await app.task(task.id)).toMatchObject({ wait_reason: "quota", pass_count: 0 });
  const other = await onHold(app);
  await app.ask(other.id, app.agentNamed("Planner").id, "And this?");
  await release(app, other);
  expect(app.script.played).toEqual(["Reviewer", "Planner"]);
  time.advance(Date.parse(IN_TWO_HOURS) - Date.parse(time.clock()));
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Reviewer", "Planner", "Reviewer"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a team that waits for an engine does not hold up an asked agent on another one", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: hitsQuota() },
    others: { Reviewer: skip },
    ...time,
  });
  const reviewer = await app.hire("Reviewer", { cli_type: "codex" });
  const asked = await app.createTask({ is_on_hold: true });
  await app.ask(asked.id, reviewer.id, "How is it?");
  const first = await app.createTask();
  await app.taskWorkers.drain();
  const second = await app.createTask();
  await hold(app, asked, false);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Reviewer"]);
  for (const { id } of [first, second]) {
    expect(await app.task(id)).toMatchObject({ wait_reason: "quota" });
  }
});

test("a restart in the middle of its run asks the same agent again", async () => {
  using dir = tempDir();
  let id: string;
  {
    await using app = await createLoopApp({
      team: { ...TEAM, Builder: hangs },
      dataDir: dir.path,
    });
    const task = await onHold(app);
    await ask(app, task, "Builder");
    await ask(app, task, "Reviewer");
    await hold(app, task, false);
    id = task.id;
    while ((await app.runs(id)).length === 0) await new Promise(setImmediate);
  }
  await using app = await createLoopApp({ others: TEAM, dataDir: dir.path });
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Builder", "Reviewer"]);
  expect((await app.task(id)).status).toBe("in_review");
});

test("an agent that fails while another one is asked is asked again after that one", async () => {
  const time = virtualTime();
  const wait = gate();
  await using app = await createLoopApp({
    team: { ...TEAM, Builder: inTurn(heldAt(wait, fails(1)), skip) },
    ...time,
  });
  const task = await onHold(app);
  await ask(app, task, "Builder");
  await hold(app, task, false);
  await wait.reached;
  await ask(app, task, "Reviewer");
  wait.open();
  await app.taskWorkers.drain();
  time.advance(1000);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Builder", "Reviewer", "Builder"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("an agent whose run was cut off by a crash after another one was asked is asked again after that one", async () => {
  using dir = tempDir();
  let id: string;
  {
    await using app = await createLoopApp({ team: { ...TEAM, Builder: hangs }, dataDir: dir.path });
    const task = await onHold(app);
    await ask(app, task, "Builder");
    await hold(app, task, false);
    id = task.id;
    while ((await app.runs(id)).length === 0) await new Promise(setImmediate);
    await ask(app, task, "Reviewer");
  }
  await using app = await createLoopApp({ others: TEAM, dataDir: dir.path });
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Reviewer", "Builder"]);
  expect((await app.task(id)).status).toBe("in_review");
});

test("a task that is stopped and released again asks the same agent", async () => {
  await using app = await createLoopApp({ team: { ...TEAM, Builder: inTurn(hangs, skip) } });
  const task = await onHold(app);
  await ask(app, task, "Builder");
  await hold(app, task, false);
  while ((await app.runs(task.id)).length === 0) await new Promise(setImmediate);
  await app.call("POST", `/api/tasks/${task.id}/stop`);
  await release(app, task);
  expect(app.script.played).toEqual(["Builder", "Builder"]);
});

test("a guard stops an asked agent like any other", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { ...TEAM, Builder: fails(1) },
    workspace: { max_passes: 2 },
    ...time,
  });
  const task = await onHold(app);
  await ask(app, task, "Builder");
  await release(app, task);
  time.advance(1000);
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Builder", "Builder"]);
  expect((await app.task(task.id)).status).toBe("in_review");
  expect((await app.said(task.id)).at(-1)).toContain("Stopped after 2 passes");
});

test("when the agent is deleted before its turn, nobody runs and the person learns why", async () => {
  await using app = await createLoopApp({ team: TEAM });
  const task = await onHold(app);
  await ask(app, task, "Reviewer");
  await app.call("DELETE", `/api/agents/${app.agentNamed("Reviewer").id}`);
  await release(app, task);
  expect(app.script.played).toEqual([]);
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 0 });
  expect((await app.said(task.id)).at(-1)).toBe(
    "System: The agent you asked was deleted before its turn. Ask another one, or comment to send this to the whole team.",
  );
  await app.comment(task.id, "Then all of you");
  await app.taskWorkers.drain();
  expect(app.script.played).toEqual(["Planner", "Builder"]);
});

test("when one of two is deleted before its turn, the other one answers", async () => {
  await using app = await createLoopApp({ team: TEAM });
  const task = await onHold(app);
  await ask(app, task, "Reviewer");
  await ask(app, task, "Builder");
  await app.call("DELETE", `/api/agents/${app.agentNamed("Reviewer").id}`);
  await release(app, task);
  expect(app.script.played).toEqual(["Builder"]);
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("on a task that is Done a question is a note", async () => {
  await using app = await createLoopApp({ team: TEAM });
  const task = await taskIn(app, "done");
  app.script.played.length = 0;
  const { status, body } = await ask(app, task, "Planner");
  await app.taskWorkers.drain();
  expect([status, body.is_note, body.asks_agent_id]).toEqual([201, true, null]);
  expect(app.script.played).toEqual([]);
  expect((await app.task(task.id)).status).toBe("done");
});

test.each(["in_review", "done"] as const)(
  "only agents of the workspace can be asked on a task in %s",
  async (status) => {
    await using app = await createLoopApp({ team: TEAM });
    const other = await app.createWorkspace({ title: "Other" });
    const stranger = await app.createAgent(other.id);
    const gone = app.agentNamed("Builder");
    const { id } = await taskIn(app, status);
    await app.call("DELETE", `/api/agents/${gone.id}`);
    const task = await app.task(id);
    for (const asks_agent_id of [stranger.id, gone.id, "0".repeat(21)]) {
      const refused = await app.call<ErrorBody>("POST", `/api/tasks/${task.id}/comments`, {
        body: { content: "Hello?", asks_agent_id },
      });
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        "asks_agent_id: must be an agent of this workspace",
      ]);
    }
    expect(await app.comments(task.id)).toEqual([]);
    expect(await app.task(task.id)).toEqual(task);
  },
);

test.each([
  ["a note", { is_note: true }, "asks_agent_id: must not be set on a note, which asks nobody"],
  ["a word", { asks_agent_id: "Builder" }, "asks_agent_id: must be an id of 21 characters"],
  ["a number", { asks_agent_id: 1 }, "asks_agent_id: must be an id"],
])("a question with %s is refused", async (_name, given, message) => {
  await using app = await createLoopApp({ team: TEAM });
  const task = await taskIn(app, "in_review");
  const body = { content: "x", asks_agent_id: app.agentNamed("Builder").id, ...given };
  const path = `/api/tasks/${task.id}/comments`;
  const refused = await app.call<ErrorBody>("POST", path, { body });
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toContain(message);
});

test("null asks nobody in particular", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const task = await inReview(app);
  const body = { content: "Continue", asks_agent_id: null };
  const { status } = await app.call("POST", `/api/tasks/${task.id}/comments`, { body });
  await app.taskWorkers.drain();
  expect([status, app.script.played]).toEqual([201, ["Planner"]]);
});

test("an agent cannot ask another one", async () => {
  const tries: Part = (turn) => {
    if (turn.visit > 1) return asksForReview(turn);
    const asks_agent_id = "0".repeat(21);
    return { actions: [{ type: "comment", content: "You!", asks_agent_id }] };
  };
  await using app = await createLoopApp({ team: { Planner: tries, Builder: skip } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.comments(task.id)).toMatchObject([{ content: "You!", asks_agent_id: null }]);
  expect(app.script.played).toEqual(["Planner", "Builder", "Planner"]);
});

test("an export does not say whom a comment asked", async () => {
  await using app = await createLoopApp({ team: TEAM });
  const task = await onHold(app);
  await ask(app, task, "Reviewer");
  expect(queued(app, task)).toEqual({ asks_agent_id: app.agentNamed("Reviewer").id });
  const file = await app.text(`/api/workspaces/${app.workspace.id}/export`);
  expect(file).not.toContain("asks_agent_id");
  const { body } = await app.call<{ id: string }>("POST", "/api/import", { text: file });
  const [copy] = await app.get<Task[]>(`/api/workspaces/${body.id}/tasks`);
  expect(await app.comments(copy!.id)).toMatchObject([
    { content: "How is it?", asks_agent_id: null },
  ]);
  await release(app, copy!);
  expect(app.script.played).toEqual(["Planner", "Builder", "Reviewer"]);
});
