import { expect, test } from "bun:test";
import type { TaskLog } from "@malamar/contract/task.ts";
import { agentActor, SYSTEM, type Actor } from "#domain/actor/actor.ts";
import { readWorkspaceFile } from "#domain/workspace-file/read-workspace-file.ts";
import { newId } from "#lib/id.ts";
import { TRIGGER, USER } from "#testing/actors.ts";
import { createTestApp } from "#testing/create-test-app.ts";

// Every write gets its actor, and nothing else decides what is recorded about it.

type App = Awaited<ReturnType<typeof createTestApp>>;

const ANNA: Actor = { type: "user", id: "anna-with-21-letters-", name: "Anna", via: "mcp" };
const PLANNER = agentActor({ id: newId(), name: "Planner" });
const ACTORS = [USER, ANNA, PLANNER, SYSTEM, TRIGGER];
const NO_PERSON = [PLANNER, SYSTEM, TRIGGER];

const named = (actors: readonly Actor[]) =>
  actors.map((actor): [string, Actor] => [`${actor.type} ${actor.name}`, actor]);

async function boardWith(app: App, actor: Actor) {
  const workspace = await app.createWorkspace();
  const task = app.taskService.create(actor, workspace.id, { summary: "Fix login" });
  return { workspace, task };
}

const logsOf = (app: App, id: TaskLog["task_id"]) => app.taskService.logs(id, {}).rows;

/** As the loop leaves it after some passes: counted, recorded, and waiting for a person. */
function reviewed(app: App, id: string) {
  app.db.run(
    `UPDATE tasks SET status = 'in_review', pass_count = 7, failure_count = 2, last_error = 'broken'
     WHERE id = ?`,
    [id],
  );
  app.db.run("UPDATE task_queue SET status = 'completed' WHERE task_id = ?", [id]);
}

const isQueued = (app: App, id: string) =>
  app.db.query("SELECT 1 FROM task_queue WHERE task_id = ? AND status = 'queued'").get(id) !== null;

test.each(named(ACTORS))("what %s does to a task is in its trail as theirs", async (_n, actor) => {
  await using app = await createTestApp();
  const { task } = await boardWith(app, actor);
  const { id } = task;
  app.taskService.prioritize(actor, id, true);
  app.taskService.update(actor, id, { summary: "Fix the login" });
  app.taskService.comment(actor, id, "It is the redirect.");
  app.db.run("UPDATE tasks SET status = 'in_progress' WHERE id = ?", [id]);
  app.taskService.cancel(actor, id);
  app.taskService.update(actor, id, { status: "done" });
  app.taskService.update(actor, id, { status: "todo" });
  const trail = logsOf(app, id).map(({ event_type, actor_type, actor_id }) => [
    event_type,
    actor_type,
    actor_id,
  ]);
  const theirs = [actor.type, actor.id];
  expect(trail).toEqual([
    ["task_created", ...theirs],
    ["task_prioritized", ...theirs],
    ["task_edited", ...theirs],
    ["comment_added", ...theirs],
    ["task_cancelled", ...theirs],
    ["comment_added", "system", null],
    ["status_changed", ...theirs],
    ["task_deprioritized", "system", null],
    ["status_changed", ...theirs],
    ["status_changed", ...theirs],
  ]);
});

test.each(named(ACTORS))("pages learn that it was %s", async (_name, actor) => {
  await using app = await createTestApp();
  const { task } = await boardWith(app, actor);
  const comment = app.taskService.comment(actor, task.id, "It is the redirect.");
  expect(comment).toMatchObject({
    author_name: actor.name,
    user_id: actor.type === "user" ? actor.id : null,
    agent_id: actor.type === "agent" ? actor.id : null,
  });
  expect(app.published).toContainEqual(
    expect.objectContaining({
      type: "task.created",
      actor_type: actor.type,
      actor_name: actor.name,
    }),
  );
  expect(app.published).toContainEqual(
    expect.objectContaining({ type: "task.comment_added", author_name: actor.name }),
  );
});

test("what is written is read back with the author's name from the response", async () => {
  await using app = await createTestApp();
  const { workspace, task } = await boardWith(app, USER);
  const agent = agentActor(await app.createAgent(workspace.id, { name: "Implementer" }));
  const chat = app.chatService.create(USER, workspace.id, { cli_type: "claude" });
  const said = app.chatService.send(USER, chat.id, "How is it going?");
  expect(app.chatService.get(chat.id).messages).toMatchObject([{ author_name: said.author_name }]);
  const written = [USER, agent, SYSTEM].map(
    (actor) => app.taskService.comment(actor, task.id, "It is the redirect.").author_name,
  );
  expect(written).toEqual(["User", "Implementer", "System"]);
  const read = app.taskService.comments(task.id, {}).rows;
  expect(read.map(({ author_name }) => author_name)).toEqual(written);
  const logs = logsOf(app, task.id).filter(({ event_type }) => event_type === "comment_added");
  expect(logs.map(({ actor_name }) => actor_name)).toEqual(written);
});

test.each(named(NO_PERSON))(
  "a comment of %s on a task In Review is kept and queued, and resets nothing",
  async (_name, actor) => {
    await using app = await createTestApp();
    const { task } = await boardWith(app, USER);
    reviewed(app, task.id);
    app.taskService.comment(actor, task.id, "The build is red.");
    expect(app.taskService.get(task.id)).toMatchObject({
      status: "in_review",
      pass_count: 7,
      failure_count: 2,
      last_error: "broken",
    });
    expect(app.taskService.comments(task.id, {}).rows).toMatchObject([
      { content: "The build is red.", user_id: null },
    ]);
    expect(isQueued(app, task.id)).toBe(true);
  },
);

test.each(named(NO_PERSON))(
  "a move to Todo by %s gives the task back to its team with its counts",
  async (_name, actor) => {
    await using app = await createTestApp();
    const { task } = await boardWith(app, USER);
    reviewed(app, task.id);
    app.taskService.update(actor, task.id, { status: "todo" });
    expect(app.taskService.get(task.id)).toMatchObject({ status: "todo", pass_count: 7 });
    expect(isQueued(app, task.id)).toBe(true);
  },
);

test.each(["page", "api", "key", "mcp", "command", "run"] as const)(
  "a person's word restarts the loop's counts, also when it comes by %s",
  async (via) => {
    await using app = await createTestApp();
    const { task } = await boardWith(app, USER);
    for (const act of ["comment", "move"] as const) {
      reviewed(app, task.id);
      if (act === "comment") app.taskService.comment({ ...ANNA, via }, task.id, "Continue");
      else app.taskService.update({ ...ANNA, via }, task.id, { status: "todo" });
      expect(app.taskService.get(task.id)).toMatchObject({
        status: "todo",
        pass_count: 0,
        failure_count: 0,
        last_error: null,
      });
      expect(isQueued(app, task.id)).toBe(true);
    }
  },
);

test("a trigger appears as one in a task's trail, and an export attributes its part to the system", async () => {
  await using app = await createTestApp();
  const { workspace, task } = await boardWith(app, TRIGGER);
  expect(logsOf(app, task.id)).toMatchObject([{ actor_type: "trigger", actor_name: "Trigger" }]);
  const file = await (await app.send("GET", `/api/workspaces/${workspace.id}/export`)).text();
  expect(readWorkspaceFile(file)).toMatchObject({
    tasks: [{ logs: [{ event_type: "task_created", by: "system", agent_id: null }] }],
  });
});

test("in an imported file, people's words belong to the person who imports it, everything else to its author", async () => {
  await using app = await createTestApp();
  const { workspace, task } = await boardWith(app, ANNA);
  app.taskService.comment(ANNA, task.id, "It is the redirect.");
  app.taskService.comment(SYSTEM, task.id, "Nothing was heard of it.");
  const file = await (await app.send("GET", `/api/workspaces/${workspace.id}/export`)).text();
  const imported = await app.call<{ id: typeof workspace.id }>("POST", "/api/import", {
    text: file,
  });
  const [copy] = app.taskService.list(imported.body.id, {}).rows;
  expect(app.taskService.comments(copy!.id, {}).rows).toMatchObject([
    { content: "It is the redirect.", user_id: USER.id },
    { content: "Nothing was heard of it.", user_id: null, author_name: "System" },
  ]);
  expect(logsOf(app, copy!.id)[0]).toMatchObject({ actor_type: "user", actor_id: USER.id });
});

test.each<[string, Actor, string]>([
  ["a person", ANNA, "user"],
  ["a trigger", TRIGGER, "user"],
])("a chat message by %s requests an answer", async (_name, actor, role) => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace();
  const chat = app.chatService.create(actor, id, { cli_type: "claude" });
  const said = app.chatService.send(actor, chat.id, "How is it going?");
  expect(said).toMatchObject({ role, agent_id: null, author_name: actor.name });
  expect(app.published).toContainEqual(
    expect.objectContaining({ type: "chat.message_added", author_type: role }),
  );
});

test("what Malamar itself removes leaves the workspace's place in the list; what others remove does not", async () => {
  await using app = await createTestApp();
  const { workspace, task } = await boardWith(app, USER);
  const other = app.taskService.create(USER, workspace.id, { summary: "Fix logout" });
  const lastActivity = () => app.workspaceService.get(workspace.id).last_activity_at;
  app.db.run("UPDATE tasks SET status = 'done', done_at = created_at");
  const before = lastActivity();
  expect(app.taskService.removeDone(SYSTEM, [task.id]).count).toBe(1);
  expect(lastActivity()).toBe(before);
  expect(app.taskService.removeDone(ANNA, [other.id]).count).toBe(1);
  expect(lastActivity()).not.toBe(before);
});
