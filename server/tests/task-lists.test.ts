import { expect, test } from "bun:test";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { AttentionItem, Task, TaskSummary } from "@malamar/contract/task.ts";
import { createLoopApp, type LoopApp } from "#testing/loop-app.ts";
import { fails, hitsQuota, skip, type Part } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const found = async (app: LoopApp, query: string) =>
  (await app.get<TaskSummary[]>(`/api/workspaces/${app.workspace.id}/tasks?${query}`)).map(
    ({ summary }) => summary,
  );

/** Some in Todo, one in review that an agent has worked on. */
async function furnished() {
  const app = await createLoopApp({ team: { Planner: skip } });
  await app.createTask({ summary: "Reviewed", labels: ["Über"] });
  await app.taskWorkers.drain();
  for (const [summary, ...labels] of [
    ["Straße fegen", "Street"],
    ["Login", "street", "auth"],
    ["Logout", "auth"],
  ] as const) {
    await app.createTask({ summary, labels: [...labels], is_on_hold: true });
  }
  return app;
}

test.each<[query: string, expected: string[]]>([
  ["", ["Logout", "Login", "Straße fegen", "Reviewed"]],
  ["status=todo", ["Straße fegen", "Login", "Logout"]],
  ["status=in_review", ["Reviewed"]],
  ["status=done", []],
  ["label=STREET", ["Login", "Straße fegen"]],
  ["label=%C3%9CBER", ["Reviewed"]],
  ["label=stree", []],
  ["q=log", ["Logout", "Login"]],
  ["q=STRASSE", []],
  ["q=STRA%C3%9FE", ["Straße fegen"]],
  ["q=%233", ["Login"]],
  ["q=log&label=street", ["Login"]],
  ["status=todo&q=lo&limit=1", ["Login"]],
  ["agent_id=nobody", []],
  // What someone cleared in a form filters nothing.
  ["label=&q=", ["Logout", "Login", "Straße fegen", "Reviewed"]],
])("a list has the tasks that match its filter: %s", async (query, expected) => {
  await using app = await furnished();
  expect(await found(app, query)).toEqual(expected);
});

test("the tasks of an agent are those that it has worked on", async () => {
  await using app = await furnished();
  expect(await found(app, `agent_id=${app.agentNamed("Planner").id}`)).toEqual(["Reviewed"]);
});

test.each(["status=todo&", "", "q=task&"])(
  "page by page, every task comes once, in the order of the whole: %s",
  async (filter) => {
    await using app = await createLoopApp();
    for (const at of [1, 2, 3, 4, 5]) {
      await app.createTask({ summary: `Task ${at}`, is_on_hold: true });
    }
    const all = await app.get<Task[]>(`/api/workspaces/${app.workspace.id}/tasks?${filter}`);
    await app.call("POST", `/api/tasks/${all[3]!.id}/prioritize`);
    const path = `/api/workspaces/${app.workspace.id}/tasks?${filter}`;
    const whole = (await app.get<Task[]>(path)).map(({ id }) => id);
    const pages: string[] = [];
    for (let before = ""; ; before = `&before=${pages.at(-1)}`) {
      const page = await app.get<Task[]>(`${path}limit=2${before}`);
      pages.push(...page.map(({ id }) => id));
      if (page.length < 2) break;
    }
    expect(pages).toEqual(whole);
  },
);

/** Does what the summary of the task says. */
const obeys: Part = (turn) => {
  if (turn.summary === "fail") return fails(2)(turn);
  return turn.summary === "quota" ? hitsQuota()(turn) : skip(turn);
};

test("what needs a person is what waits for one anywhere, whatever its column and page", async () => {
  await using app = await createLoopApp({ team: { Planner: obeys }, ...virtualTime() });
  for (const summary of ["done", "review", "fail", "review", "quota"]) {
    const { id } = await app.createTask({ summary });
    await app.taskWorkers.drain();
    if (summary === "done") await app.move(id, "done");
  }
  await app.createTask({ summary: "held", is_on_hold: true });
  const waiting = await app.get<AttentionItem[]>("/api/attention");
  expect(waiting.map(({ reason }) => reason).toSorted()).toEqual([
    "error",
    "in_review",
    "in_review",
    "quota",
  ]);
  const path = `/api/workspaces/${app.workspace.id}/tasks`;
  const all = await app.get<TaskSummary[]>(path);
  const reasons = all.flatMap(({ id, attention_reason, attention_since }) =>
    attention_reason === null ? [] : [`${id} ${attention_reason} ${attention_since}`],
  );
  expect(reasons.toSorted()).toEqual(
    waiting.map(({ task_id, reason, since }) => `${task_id} ${reason} ${since}`).toSorted(),
  );
  expect(await found(app, "needs_me=1")).toEqual(["quota", "review", "fail", "review"]);
  expect(await found(app, "needs_me=1&status=todo")).toEqual(["fail"]);
  expect(await found(app, "needs_me=1&status=in_progress")).toEqual(["quota"]);
  expect(await found(app, "needs_me=1&status=done")).toEqual([]);
  expect(await found(app, "needs_me=1&q=rev")).toEqual(["review", "review"]);
  const first = await app.call<TaskSummary[]>("GET", `${path}?needs_me=1&limit=3`);
  const next = `${path}?needs_me=1&limit=3&before=${first.body.at(-1)!.id}`;
  const second = await app.call<TaskSummary[]>("GET", next);
  expect([first, second].map(({ headers }) => headers.get("x-total-count"))).toEqual(["4", "4"]);
  expect([first.body.length, second.body.length]).toEqual([3, 1]);
});

test("a task waits for a person since it came to them, whatever they change about it", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({ team: { Planner: skip }, ...time });
  const { id } = await app.createTask();
  await app.taskWorkers.drain();
  const since = time.clock();
  time.advance(3_600_000);
  await app.call("PUT", `/api/tasks/${id}`, { body: { labels: ["later"] } });
  const task = await app.get<TaskSummary>(`/api/tasks/${id}`);
  expect(task.attention_since).toBe(since);
  expect(task.updated_at).toBe(time.clock());
  await app.move(id, "done");
  expect((await app.get<TaskSummary>(`/api/tasks/${id}`)).attention_since).toBe(null);
});

test("needs_me is 1 or is not given", async () => {
  await using app = await createLoopApp();
  const path = `/api/workspaces/${app.workspace.id}/tasks?needs_me=yes`;
  const { status, body } = await app.call<ErrorBody>("GET", path);
  expect([status, body.error.message]).toEqual([400, "needs_me: must be 1"]);
});

test("a status that does not exist is refused by name", async () => {
  await using app = await createLoopApp();
  const path = `/api/workspaces/${app.workspace.id}/tasks?status=later`;
  const { status, body } = await app.call<ErrorBody>("GET", path);
  expect({ status, message: body.error.message }).toEqual({
    status: 400,
    message: "status: must be one of todo, in_progress, in_review, done",
  });
});

test.each<[query: string, total: string]>([
  ["", "4"],
  ["limit=1", "4"],
  ["status=todo&limit=2", "3"],
  ["q=log&limit=1", "2"],
  ["label=street&status=todo&limit=1", "2"],
  ["status=done&limit=50", "0"],
])("a list says how many tasks match in all: %s", async (query, total) => {
  await using app = await furnished();
  const path = `/api/workspaces/${app.workspace.id}/tasks?${query}`;
  const first = await app.call<TaskSummary[]>("GET", path);
  expect(first.headers.get("x-total-count")).toBe(total);
  const next = await app.call("GET", `${path}&before=${first.body[0]?.id ?? ""}`);
  expect(next.headers.get("x-total-count")).toBe(total);
});

test("the tasks of an agent are counted too, on every page", async () => {
  await using app = await furnished();
  const { id } = app.agentNamed("Planner");
  const path = `/api/workspaces/${app.workspace.id}/tasks?agent_id=${id}&limit=1`;
  const { body, headers } = await app.call<TaskSummary[]>("GET", path);
  expect(headers.get("x-total-count")).toBe("1");
  const next = await app.call("GET", `${path}&before=${body[0]!.id}`);
  expect([next.body, next.headers.get("x-total-count")]).toEqual([[], "1"]);
});

// ── Labels

test.each<[given: unknown, stored: string[] | string]>([
  [[], []],
  [
    ["  api ", "API", "Db\n2"],
    ["api", "Db 2"],
  ],
  [Array.from({ length: 11 }, (_, at) => `l${at}`), "labels: must be at most 10 labels"],
  [Array.from({ length: 11 }, () => "same"), ["same"]],
  [["x".repeat(40)], ["x".repeat(40)]],
  [["x".repeat(41)], "labels.0: must be at most 40 characters"],
  [[" "], "labels.0: must not be empty"],
  [[7], "labels.0: must be text"],
  ["api", "labels: must be a list of texts"],
])("labels are trimmed, few, short, and unique: %j", async (labels, stored) => {
  await using app = await createLoopApp();
  const task = await app.createTask({ is_on_hold: true });
  const { body } = await app.call<Task & ErrorBody>("PUT", `/api/tasks/${task.id}`, {
    body: { labels },
  });
  expect(typeof stored === "string" ? body.error.message : body.labels).toEqual(stored);
  expect((await app.task(task.id)).labels).toEqual(typeof stored === "string" ? [] : stored);
});

test("labels are an edit: logged as one, and sent to everyone", async () => {
  await using app = await createLoopApp();
  const task = await app.createTask({ is_on_hold: true, labels: ["api"] });
  const change = (labels: string[]) =>
    app.call("PUT", `/api/tasks/${task.id}`, { body: { labels } });
  await change(["api"]);
  await change(["api", "db"]);
  const edits = (await app.logs(task.id)).filter(({ event_type }) => event_type === "task_edited");
  expect(edits).toHaveLength(1);
  expect(app.published.at(-1)).toMatchObject({ type: "task.updated", task_id: task.id });
});
