import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Chat } from "@malamar/contract/chat.ts";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { Task, TaskComment, TaskLog } from "@malamar/contract/task.ts";
import type { WorkspaceFile } from "@malamar/contract/workspace-file.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import { randomWorkspaceFile } from "#testing/random-workspace-file.ts";
import { malamar } from "#testing/run-malamar.ts";
import { heldAt, inTurn, says, skip } from "#testing/scripted-team.ts";
import { seededRandom } from "#testing/seeded-random.ts";
import { tempDir } from "#testing/temp-dir.ts";

type TestApp = Pick<Awaited<ReturnType<typeof createTestApp>>, "call" | "db">;

async function exported(app: TestApp, id: string): Promise<WorkspaceFile> {
  return (await app.call<WorkspaceFile>("GET", `/api/workspaces/${id}/export`)).body;
}

const imported = (app: TestApp, body: unknown) =>
  app.call<Workspace>("POST", "/api/import", { body });

/** Without the moment it was made, and with ids as numbers in the order in which they appear. */
function comparable(file: object): unknown {
  const ids = new Map<string, string>();
  const numbered = (id: string) => {
    if (!ids.has(id)) ids.set(id, `#${ids.size}`);
    return ids.get(id);
  };
  return JSON.parse(
    JSON.stringify({ ...file, exported_at: null }, (name, value: unknown) => {
      // The order of names is no part of it, but the numbers depend on it.
      if (typeof value === "object" && value !== null && !Array.isArray(value)) {
        return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      }
      if (name === "agent_ids") return (value as string[]).map(numbered);
      const isId = /^((agent|run|task)_)?id$/.test(name) && typeof value === "string";
      return isId ? numbered(value) : value;
    }),
  );
}

/** A workspace with everything in it: all statuses, a deleted agent, a chat. */
async function livedInApp() {
  const wait = gate();
  const app = await createLoopApp({
    team: {
      Planner: inTurn(says("Planned"), skip, skip, heldAt(wait, skip)),
      Reviewer: skip,
      Leaver: inTurn(says("Bye"), skip),
    },
    workspace: { title: "Büro & Söhne/../x", description: "Be kind.", max_cost_usd: 2.5 },
  });
  const inReview = await app.createTask({ summary: "In review" });
  await app.runner.drain();
  const done = await app.createTask({ summary: "Done" });
  await app.runner.drain();
  await app.move(done.id, "done");
  await app.call("DELETE", `/api/agents/${app.agentNamed("Leaver").id}`);
  const inProgress = await app.createTask({ summary: "In progress" });
  await wait.reached;
  const todo = await app.createTask({ summary: "Todo", description: "Later." });
  await app.call("POST", `/api/tasks/${todo.id}/prioritize`);
  const chat = await app.call<Chat>("POST", `/api/workspaces/${app.workspace.id}/chats`, {
    body: { agent_id: app.agentNamed("Reviewer").id, title: "About it" },
  });
  app.script.parts["Reviewer"] = (turn) =>
    turn.input.startsWith("# Malamar Chat Context")
      ? { message: "Hello", actions: [{ type: "rename_chat", title: "x" }] }
      : skip(turn);
  await app.call("POST", `/api/chats/${chat.body.id}/messages`, { body: { message: "Hi" } });
  await app.chatRunner.drain();
  return {
    ...app,
    ids: { inReview: inReview.id, done: done.id, inProgress: inProgress.id, todo: todo.id },
    /** Lets the agent that is at work go on. */
    letGo: wait.open,
    async [Symbol.asyncDispose]() {
      wait.open();
      await app.runner.drain();
      await app[Symbol.asyncDispose]();
    },
  };
}

test("an export is one readable file with everything that is the workspace's own", async () => {
  await using app = await livedInApp();
  await app.call("PUT", "/api/settings", {
    body: {
      mailgun_api_key: "key-secret",
      cli_settings: { claude: { env_vars: { TOKEN: "var-secret" } } },
    },
  });
  const response = await app.send("GET", `/api/workspaces/${app.workspace.id}/export`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="malamar-b_ro-s_hne-x.json"; filename*=UTF-8''malamar-b%C3%BCro-s%C3%B6hne-x.json`,
  );
  const text = await response.text();
  expect(text).toStartWith(
    '{\n  "format": "malamar-workspace",\n  "version": 1,\n  "exported_at": "',
  );
  expect(text).not.toContain("secret");
  const file = JSON.parse(text) as WorkspaceFile;
  expect(text).toBe(`${JSON.stringify(file, null, 2)}\n`);
  expect(file.workspace).toMatchObject({ title: "Büro & Söhne/../x", max_cost_usd: 2.5 });
  expect(file.agents.map(({ name, order }) => [name, order])).toEqual([
    ["Planner", 1],
    ["Reviewer", 2],
  ]);
  expect(file.tasks.map(({ summary, status }) => [summary, status])).toEqual([
    ["In review", "in_review"],
    ["Done", "done"],
    // Nobody is at work in a file.
    ["In progress", "todo"],
    ["Todo", "todo"],
  ]);
  expect(file.tasks[0]?.comments.map(({ by, content }) => [by, content])).toEqual([
    ["agent", "Planned"],
    ["agent", "Bye"],
  ]);
  expect(file.chats).toMatchObject([
    { title: "About it", messages: [{ message: "Hi" }, { message: "Hello" }] },
  ]);
});

test("an import of an export is an equal workspace with ids of its own", async () => {
  await using app = await livedInApp();
  const file = await exported(app, app.workspace.id);
  const { status, body } = await imported(app, file);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    title: file.workspace.title,
    created_at: file.workspace.created_at,
  });
  expect(body.id).not.toBe(app.workspace.id);
  expect(app.published.at(-1)).toMatchObject({ type: "workspace.created", workspace_id: body.id });
  const again = await exported(app, body.id);
  expect(comparable(again)).toEqual(comparable(file));
  const idsIn = (content: object) =>
    new Set(JSON.stringify(content).match(/(?<="(?:id|agent_id|run_id)":")[\w-]{21}/g));
  expect([...idsIn(again)].filter((id) => idsIn(file).has(id))).toEqual([]);

  const tasks = await app.get<Task[]>(`/api/workspaces/${body.id}/tasks`);
  const copy = tasks.find(({ summary }) => summary === "In review")!;
  const comments = await app.get<TaskComment[]>(`/api/tasks/${copy.id}/comments`);
  expect(comments.map(({ author_name }) => author_name)).toEqual(["Planner", "(Deleted Agent)"]);
  const logs = await app.get<TaskLog[]>(`/api/tasks/${copy.id}/logs`);
  expect(logs.map(({ event_type }) => event_type)).toEqual(
    (await app.logs(app.ids.inReview)).map(({ event_type }) => event_type),
  );
});

test("whatever is in a workspace, export and import give it again", async () => {
  await using app = await createTestApp();
  for (let seed = 1; seed <= 40; seed++) {
    const file = randomWorkspaceFile(seededRandom(seed));
    const { status, body } = await imported(app, file);
    expect({ seed, status, body }).toMatchObject({ seed, status: 201 });
    const first = await exported(app, body.id);
    expect({ seed, file: comparable(first) }).toEqual({ seed, file: comparable(file) });
    const second = await exported(app, (await imported(app, first)).body.id);
    expect({ seed, file: comparable(second) }).toEqual({ seed, file: comparable(first) });
  }
}, 60_000);

/** Imports what the workspace has, and gives the copies of its tasks by their summaries. */
async function importedTasks(app: LoopApp): Promise<Record<string, Task>> {
  const { body } = await imported(app, await exported(app, app.workspace.id));
  const tasks = await app.get<Task[]>(`/api/workspaces/${body.id}/tasks`);
  return Object.fromEntries(tasks.map((task) => [task.summary, task]));
}

test("an import starts nobody, neither now nor at the next start", async () => {
  using dir = tempDir();
  {
    await using app = await livedInApp();
    const tasks = await importedTasks(app);
    const ids = Object.values(tasks).map(({ id }) => id);
    expect(ids).toHaveLength(4);
    for (const id of ids) expect(app.queueOf(id)).toEqual([]);
    writeFileSync(join(dir.path, "w.json"), JSON.stringify(await exported(app, app.workspace.id)));
  }
  const dataDir = join(dir.path, "data");
  expect((await malamar(["import", join(dir.path, "w.json"), "--data-dir", dataDir])).code).toBe(0);
  await using app = await createLoopApp({ dataDir });
  app.runner.wake(app.workspace.id);
  await app.runner.drain();
  expect(app.script.played).toEqual([]);
  expect(app.db.query("SELECT * FROM task_queue").all()).toEqual([]);
});

test.each<[how: string, summary: string, begin: (app: LoopApp, id: string) => Promise<unknown>]>([
  ["a comment on one in Todo", "In progress", (app, id) => app.comment(id, "Go on")],
  [
    "priority for one in Todo",
    "In progress",
    (app, id) => app.call("POST", `/api/tasks/${id}/prioritize`),
  ],
  ["a comment on one in review", "In review", (app, id) => app.comment(id, "Once more")],
  ["a move of one in review to Todo", "In review", (app, id) => app.move(id, "todo")],
  ["a move of a Done one to Todo", "Done", (app, id) => app.move(id, "todo")],
])("an imported task begins with %s", async (_how, summary, begin) => {
  await using app = await livedInApp();
  const task = (await importedTasks(app))[summary]!;
  app.letGo();
  await app.runner.drain();
  expect(await app.runs(task.id)).toEqual([]);
  await begin(app, task.id);
  await app.runner.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
  expect((await app.runs(task.id)).map(({ agent_name }) => agent_name)).toEqual([
    "Planner",
    "Reviewer",
  ]);
});

test("the ids of agents that were deleted stay apart, and never become somebody else's", async () => {
  await using app = await createTestApp();
  const team = await app.createWorkspace({ title: "Team" });
  const stranger = await app.createAgent(team.id, { name: "Stranger" });
  const file = randomWorkspaceFile(seededRandom(1)) as WorkspaceFile;
  const said = (agent_id: string) => ({
    by: "agent",
    agent_id,
    content: "x",
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
  });
  const comments = [said(stranger.id), said("d".repeat(21)), said(stranger.id)];
  const task = { ...file.tasks[0]!, status: "todo", done_at: null, comments };
  const { body } = await imported(app, { ...file, chats: [], tasks: [task] });
  const [copy] = (await app.call<Task[]>("GET", `/api/workspaces/${body.id}/tasks`)).body;
  const copies = (await app.call<TaskComment[]>("GET", `/api/tasks/${copy!.id}/comments`)).body;
  expect(copies.map(({ author_name }) => author_name)).toEqual(
    Array<string>(3).fill("(Deleted Agent)"),
  );
  expect(copies[0]?.agent_id).toBe(copies[2]!.agent_id);
  expect(copies[0]?.agent_id).not.toBe(copies[1]!.agent_id);
  expect(copies[0]?.agent_id).not.toBe(stranger.id);
});

test("a file that is wrong anywhere is refused by the place, and nothing is changed", async () => {
  await using app = await createTestApp();
  const time = "2026-01-01T00:00:00.000Z";
  const agent = (order: number, more: object = {}) => ({
    id: `${order}`.repeat(21),
    name: `Agent ${order}`,
    instruction: "x",
    cli_type: "claude",
    model: null,
    order,
    created_at: time,
    updated_at: time,
    ...more,
  });
  const task = (more: object = {}) => ({
    id: "t".repeat(21),
    summary: "Task",
    description: "",
    status: "todo",
    is_priority: false,
    pass_count: 0,
    failure_count: 0,
    last_error: null,
    tripped_guard: null,
    attention_at: null,
    done_at: null,
    created_at: time,
    updated_at: time,
    comments: [],
    logs: [],
    ...more,
  });
  const comment = { by: "user", agent_id: null, content: "x", created_at: time, updated_at: time };
  const log = { by: "user", agent_id: null, created_at: time };
  const chat = { agent_id: null, cli_type: null, title: "x", created_at: time, updated_at: time };
  const good = {
    ...(randomWorkspaceFile(seededRandom(2)) as WorkspaceFile),
    agents: [agent(1), agent(2)],
    tasks: [task({ comments: [comment] })],
    chats: [{ ...chat, messages: [] }],
  };
  const text = JSON.stringify(good);
  const withTask = (more: object) => JSON.stringify({ ...good, tasks: [task(more)] });
  const withAgents = (...agents: object[]) => JSON.stringify({ ...good, agents });
  const withWorkspace = (more: object) =>
    JSON.stringify({ ...good, workspace: { ...good.workspace, ...more } });
  const notOne = "This is not an export of a Malamar workspace";

  const cases: [text: string, message: string][] = [
    ["[]", `${notOne}.`],
    ["null", `${notOne}.`],
    ['"malamar-workspace"', `${notOne}.`],
    ['{"format":"other"}', `${notOne}.`],
    [text.slice(0, -1), `${notOne}, or it is damaged: `],
    [text.slice(0, text.length / 2), `${notOne}, or it is damaged: `],
    [`${text}${text}`, `${notOne}, or it is damaged: `],
    ["[".repeat(1_000_000), `${notOne}, or it is damaged: `],
    [
      text.replace('"version":1', '"version":2'),
      "The file was written by a newer Malamar (version 2",
    ],
    [text.replace('"version":1', '"version":"1"'), "version: "],
    [text.replace('"version":1', '"version":0'), "version: "],
    [text.replace('"version":1,', ""), "version: "],
    [text.replace('"version":1', '"version":1,"version":1'), 'the key "version" again in line 1'],
    [text.replace('"version":1', '"version":1,"__proto__":{}'), "__proto__: cannot be set here"],
    [withTask({ constructor: 1 }), "tasks.0.constructor: cannot be set here"],
    [withTask({ summary: 1 }), "tasks.0.summary: must be text"],
    [withTask({ summary: " " }), "tasks.0.summary: must not be empty"],
    [withTask({ status: "in_progress" }), "tasks.0.status: must be one of todo, in_review, done"],
    [withTask({ status: "done" }), "tasks.0.done_at: must be there for a Done task"],
    [withTask({ done_at: time }), "tasks.0.done_at: must be there for a Done task"],
    [withTask({ created_at: "yesterday" }), "tasks.0.created_at: must be a time"],
    [withTask({ created_at: "2026-01-01T00:00:00Z" }), "tasks.0.created_at: must be a time"],
    [withTask({ created_at: "2026-02-30T00:00:00.000Z" }), "tasks.0.created_at: must be a time"],
    [withTask({ pass_count: -1 }), "tasks.0.pass_count: must not be negative"],
    [withTask({ pass_count: 1.5 }), "tasks.0.pass_count: must be a whole number"],
    [withTask({ comments: {} }), "tasks.0.comments: must be a list"],
    [withTask({ comments: [{ ...comment, by: "agent" }] }), "tasks.0.comments.0.agent_id: must be"],
    [
      withTask({ comments: [{ ...comment, agent_id: "a".repeat(21) }] }),
      "tasks.0.comments.0.agent_id: must be there for an agent, and for nobody else",
    ],
    [withTask({ logs: [{ ...log, event_type: "exploded", metadata: null }] }), "tasks.0.logs.0"],
    [
      withTask({ logs: [{ ...log, event_type: "status_changed", metadata: null }] }),
      "tasks.0.logs.0.metadata: ",
    ],
    [withTask({ status: "in_review", is_priority: true }), "tasks.0.is_priority: only a task in"],
    [
      JSON.stringify({
        ...good,
        tasks: [task({ is_priority: true }), task({ id: "u".repeat(21), is_priority: true })],
      }),
      "tasks: only one of them can be prioritized",
    ],
    [JSON.stringify({ ...good, tasks: [task(), task()] }), "tasks.1.id: is there already"],
    [withAgents(agent(1), agent(2, { name: " Agent 1 " })), "agents.1.name: is there already"],
    [withAgents(agent(1), agent(2, { id: "1".repeat(21) })), "agents.1.id: is there already"],
    [
      withAgents(agent(1), agent(2, { order: 1 })),
      "agents: their orders must be 1 to 2, each once",
    ],
    [withAgents(agent(1), agent(3)), "agents: their orders must be 1 to 2, each once"],
    [withAgents(agent(1, { order: 0 })), "agents.0.order: "],
    [withAgents(agent(1, { cli_type: "emacs" })), "agents.0.cli_type: must be one of claude, "],
    [
      JSON.stringify({ ...good, chats: [{ ...chat, agent_id: "x".repeat(21), messages: [] }] }),
      "chats.0.agent_id: is not an agent of this file",
    ],
    [
      JSON.stringify({ ...good, chats: [{ ...chat, messages: [{ role: "boss" }] }] }),
      "chats.0.messages.0.role: ",
    ],
    [withWorkspace({ retention_days: -1 }), "workspace.retention_days: must be at least 0"],
    [withWorkspace({ max_cost_usd: 0 }), "workspace.max_cost_usd: must be more than 0"],
    [withWorkspace({ max_tokens: 2 ** 60 }), "workspace.max_tokens: "],
    [
      withWorkspace({}).replace(/"max_passes":\d+/, '"max_passes":1e999'),
      "workspace.max_passes: must be a number",
    ],
    [
      withWorkspace({ working_directory_path: "here" }),
      "workspace.working_directory_path: must be",
    ],
    [
      JSON.stringify({
        ...good,
        chats: [
          { ...chat, messages: [{ role: "user", agent_id: null, message: "", created_at: time }] },
        ],
      }).replace(
        '"message":""',
        `"message":"","actions":${"[".repeat(99_999)}${"]".repeat(99_999)}`,
      ),
      notOne,
    ],
  ];
  const before = await app.call("GET", "/api/workspaces");
  for (const [content, message] of cases) {
    const { status, body } = await app.call<ErrorBody>("POST", "/api/import", {
      text: content,
    });
    expect({ content: content.slice(-300), status, message: body.error?.message }).toEqual({
      content: content.slice(-300),
      status: 400,
      message: expect.stringContaining(message),
    });
    expect(body.error.code).toBe("VALIDATION_ERROR");
  }
  expect((await app.call("GET", "/api/workspaces")).body).toEqual(before.body);
  expect((await app.call("POST", "/api/import", { text })).status).toBe(201);
});

test("an import that cannot be written leaves nothing behind", async () => {
  await using app = await createTestApp();
  app.db.run(
    "CREATE TRIGGER full BEFORE INSERT ON chats BEGIN SELECT raise(ABORT, 'disk full'); END",
  );
  const before = app.db.query("SELECT count(*) AS n FROM workspaces").get();
  const file = randomWorkspaceFile(seededRandom(3)) as WorkspaceFile;
  expect(file.chats.length).toBeGreaterThan(0);
  expect((await imported(app, file)).status).toBe(500);
  expect(app.db.query("SELECT count(*) AS n FROM workspaces").get()).toEqual(before);
  expect(app.published).toEqual([]);
});

test("a directory that is not on this machine is kept, with a warning", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace({
    title: "Static",
    working_directory_mode: "static",
    working_directory_path: "/not/on/this/machine",
  });
  const { status, body } = await imported(app, await exported(app, id));
  expect(status).toBe(201);
  expect(body.working_directory_path).toBe("/not/on/this/machine");
  expect(body.working_directory_warning).toContain("does not exist");
});

test("an export of something that is not there is a 404, and a HEAD has no body", async () => {
  await using app = await createTestApp();
  expect((await app.send("GET", `/api/workspaces/${"0".repeat(21)}/export`)).status).toBe(404);
  const { id } = await app.createWorkspace();
  const head = await app.send("HEAD", `/api/workspaces/${id}/export`);
  expect(head.status).toBe(200);
  expect(head.headers.get("content-disposition")).toContain('filename="malamar-website.json"');
});

test.each([
  ['"; rm -rf /\r\nX: y', "malamar-rm-rf-x-y.json"],
  ["../../etc/passwd", "malamar-etc-passwd.json"],
  ["…", "malamar-workspace.json"],
  ["日本語", "malamar-___.json"],
  ["x".repeat(500), `malamar-${"x".repeat(40)}.json`],
])("the file of %j has a harmless name", async (title, name) => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace({ title });
  const { headers } = await app.send("HEAD", `/api/workspaces/${id}/export`);
  expect(headers.get("content-disposition")).toContain(`filename="${name}"; filename*=UTF-8''`);
});

function fillWithComments(app: TestApp, workspaceId: string, count: number): void {
  const at = "2026-01-01T00:00:00.000Z";
  app.db.run(
    "INSERT INTO tasks (id, workspace_id, summary, status, created_at, updated_at) VALUES (?, ?, 'Much', 'in_review', ?, ?)",
    ["t".repeat(21), workspaceId, at, at],
  );
  app.db.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO task_comments (id, task_id, workspace_id, user_id, content, created_at, updated_at)
     SELECT 'comment' || i, ?, ?, 'u', hex(randomblob(200)), ?, ? FROM n`,
    [count, "t".repeat(21), workspaceId, at, at],
  );
}

test("whoever hangs up in the middle of a large export leaves nothing open", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace();
  fillWithComments(app, id, 20_000);
  const response = await app.send("GET", `/api/workspaces/${id}/export`);
  const reader = response.body!.getReader();
  await reader.read();
  await app.createWorkspace({ title: "Written meanwhile" });
  const checkpoint = () =>
    app.db.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").get()!.busy;
  app.db.run("PRAGMA busy_timeout = 0");
  expect(checkpoint()).toBe(1);
  await reader.cancel();
  expect(checkpoint()).toBe(0);
});

test("a large export is written piece by piece, and others have their turn", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace();
  fillWithComments(app, id, 20_000);
  const response = await app.send("GET", `/api/workspaces/${id}/export`);
  let largest = 0;
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  turn();
  for await (const chunk of response.body!) largest = Math.max(largest, chunk.length);
  isOver = true;
  expect(largest).toBeLessThan(200_000);
  expect(turns).toBeGreaterThan(100);
});

test("the commands do the same: by id or title beside a server, and back without one", async () => {
  using dir = tempDir();
  await using app = await livedInApp();
  const expected = comparable(await exported(app, app.workspace.id));
  const run = (...argv: string[]) => malamar([...argv, "--data-dir", app.dataDir], {}, dir.path);

  const byTitle = await run("export", "büro & söhne/../x");
  expect({ stderr: byTitle.stderr, code: byTitle.code }).toEqual({ stderr: "", code: 0 });
  const [name] = readdirSync(dir.path);
  expect(name).toMatch(/^malamar-büro-söhne-x-\d{8}-\d{6}\.json$/);
  const file = join(dir.path, name!);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(byTitle.stdout).toContain("Not in it: runs and their transcripts");
  expect(comparable(JSON.parse(readFileSync(file, "utf8")) as object)).toEqual(expected);

  expect((await run("export", app.workspace.id, "by-id.json")).code).toBe(0);
  const again = await run("export", app.workspace.id, "by-id.json");
  expect([again.code, again.stderr]).toEqual([
    1,
    `malamar: ${join(dir.path, "by-id.json")} exists already and was left as it is. Choose another name.\n`,
  ]);

  await app.createWorkspace({ title: "Twin" });
  await app.createWorkspace({ title: "Twin" });
  const ambiguous = await run("export", "twin");
  expect(ambiguous.code).toBe(1);
  expect(ambiguous.stderr).toMatch(
    /^malamar: Several workspaces are called "twin"\. Name the one you mean by its id:\n {2}[\w-]{21} {2}Twin\n {2}[\w-]{21} {2}Twin\n$/,
  );
  const unknown = await run("export", "nothing");
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain('There is no workspace "nothing". There are:\n');

  const refused = await run("import", file);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toBe(
    `malamar: A Malamar is running on the data directory ${app.dataDir}. Stop it first, or let it import the file itself: POST /api/import takes files up to 16 MiB. Nothing was changed.\n`,
  );

  const other = join(dir.path, "other");
  const done = await malamar(["import", file, "--data-dir", other]);
  expect({ stderr: done.stderr, code: done.code }).toEqual({ stderr: "", code: 0 });
  expect(done.stdout).toContain("2 agents, 4 tasks, 1 chat.");
  const [, id] = /\(([\w-]{21})\)/.exec(done.stdout)!;
  const back = await malamar(["export", id!, "back.json", "--data-dir", other], {}, dir.path);
  expect(back.code).toBe(0);
  const copy = JSON.parse(readFileSync(join(dir.path, "back.json"), "utf8")) as object;
  expect(comparable(copy)).toEqual(expected);
}, 30_000);

test("a file that cannot be imported is named with the reason, and no database is made for it", async () => {
  using dir = tempDir();
  const dataDir = join(dir.path, "data");
  const file = join(dir.path, "bad.json");
  for (const [content, reason] of [
    ["{}", "This is not an export of a Malamar workspace"],
    [Buffer.from([0xff, 0xfe, 0x00]), ""],
    ["", "This is not an export of a Malamar workspace, or it is damaged: "],
  ] as const) {
    writeFileSync(file, content);
    const { stderr, code } = await malamar(["import", file, "--data-dir", dataDir]);
    expect(code).toBe(1);
    expect(stderr).toStartWith(`malamar: ${file} cannot be imported: ${reason}`);
    expect(stderr).toEndWith(". Nothing was changed.\n");
  }
  const { stderr } = await malamar(["import", join(dir.path, "none"), "--data-dir", dataDir]);
  expect(stderr).toContain("cannot be imported: ENOENT");
  expect(existsSync(dataDir)).toBe(false);
});

test("an import after a crash leaves the sign of it for the next start", async () => {
  using dir = tempDir();
  await using app = await createTestApp({ dataDir: join(dir.path, "data") });
  const file = join(dir.path, "w.json");
  const { id } = await app.createWorkspace();
  writeFileSync(file, JSON.stringify(await exported(app, id)));
  const crashed = join(dir.path, "crashed");
  expect(Bun.spawnSync(["cp", "-r", app.dataDir, crashed]).exitCode).toBe(0);
  expect((await malamar(["import", file, "--data-dir", crashed])).code).toBe(0);
  expect(existsSync(join(crashed, "malamar.db-wal"))).toBe(true);
});
