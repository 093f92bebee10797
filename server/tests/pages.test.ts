import { expect, test } from "bun:test";
import { createChatApp } from "#testing/chat-app.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { skip } from "#testing/scripted-team.ts";

type ChatApp = Awaited<ReturnType<typeof createChatApp>>;

interface Row {
  id: string;
}

/** The next page's address, from a page's Link header. */
function nextOf({ headers }: { headers: Headers }): string | null {
  return /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1] ?? null;
}

/**
 * The ids of every page, in the order in which they were read; `between` may change things
 * meanwhile.
 */
async function readPages(
  app: ChatApp,
  path: string,
  between: (seen: readonly string[]) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const seen: string[] = [];
  for (let next: string | null = path; next;) {
    const page: Awaited<ReturnType<typeof app.call<Row[]>>> = await app.call<Row[]>("GET", next);
    expect(page.status).toBe(200);
    seen.push(...page.body.map(({ id }) => id));
    next = nextOf(page);
    await between(seen);
  }
  return seen;
}

const five = ["A", "B", "C", "D", "E"];

/** Every list, and how it gets five rows. */
const LISTS: [list: string, (app: ChatApp) => Promise<string>][] = [
  ...["-last_activity_at", "last_activity_at", "-created_at", "updated_at"].map(
    (sort): (typeof LISTS)[number] => [
      `workspaces by ${sort}`,
      async (app) => {
        for (const title of five) await app.createWorkspace({ title });
        return `/api/workspaces?sort=${sort}`;
      },
    ],
  ),
  [
    "workspaces that were searched for",
    async (app) => {
      for (const title of five) await app.createWorkspace({ title: `w ${title}` });
      return "/api/workspaces?q=w";
    },
  ],
  [
    "workspaces in brief",
    async (app) => {
      for (const title of five) await app.createWorkspace({ title });
      return "/api/workspace-briefs?";
    },
  ],
  [
    "agents",
    async (app) => {
      for (const name of five) await app.createAgent(app.workspace.id, { name });
      return `/api/workspaces/${app.workspace.id}/agents?`;
    },
  ],
  [
    "tasks",
    async (app) => {
      for (const summary of five) await app.createTask({ summary });
      await app.taskWorkers.drain();
      return `/api/workspaces/${app.workspace.id}/tasks?`;
    },
  ],
  [
    "chats",
    async (app) => {
      for (const title of five) await app.startChat({ title });
      return `/api/workspaces/${app.workspace.id}/chats?`;
    },
  ],
  [
    "chats that were searched for",
    async (app) => {
      for (const title of five) await app.startChat({ title: `c ${title}` });
      return `/api/workspaces/${app.workspace.id}/chats?q=c`;
    },
  ],
];

/** Rows of one task or chat are only deleted with it. */
const PARTS: typeof LISTS = [
  [
    "comments",
    async (app) => {
      const { id } = await app.createTask();
      for (const text of five) await app.comment(id, text);
      return `/api/tasks/${id}/comments?`;
    },
  ],
  ["logs", async (app) => `/api/tasks/${(await workedTask(app)).id}/logs?`],
  ["runs of a task", async (app) => `/api/tasks/${(await workedTask(app)).id}/runs?`],
  [
    "runs of a chat",
    async (app) => {
      const { id } = await app.startChat();
      for (const text of five) await app.ask(id, text);
      return `/api/chats/${id}/runs?`;
    },
  ],
];

async function workedTask(app: ChatApp) {
  for (const name of five) {
    app.script.parts[name] = skip;
    await app.hire(name);
  }
  const task = await app.createTask();
  await app.taskWorkers.drain();
  return task;
}

test.each([...LISTS, ...PARTS])(
  "pages of %s follow each other by the Link header",
  async (_, fill) => {
    await using app = await createChatApp({ malamar: () => ({ message: "Yes" }) });
    const path = await fill(app);
    const whole = (await app.get<Row[]>(path)).map(({ id }) => id);
    expect(whole.length).toBeGreaterThanOrEqual(five.length);
    expect(await readPages(app, `${path}&limit=2`)).toEqual(whole);
  },
);

test.each(LISTS)(
  "nothing is missed of %s when the last row of a page is deleted",
  async (list, fill) => {
    await using app = await createChatApp();
    const path = await fill(app);
    const whole = (await app.get<Row[]>(path)).map(({ id }) => id);
    const kind = /^\w+/.exec(list)![0];
    const deleted: string[] = [];
    const seen = await readPages(app, `${path}&limit=2`, async (read) => {
      if (deleted.length === 2) return;
      deleted.push(read.at(-1)!);
      expect((await app.call("DELETE", `/api/${kind}/${read.at(-1)!}`)).status).toBe(204);
    });
    expect(deleted).toHaveLength(2);
    expect(new Set(seen)).toEqual(new Set(whole));
  },
);

test.each(PARTS)("a page of %s after a row that never existed is the first", async (_, fill) => {
  await using app = await createChatApp({ malamar: () => ({ message: "Yes" }) });
  const path = await fill(app);
  const first = await app.get<Row[]>(`${path}&limit=2`);
  expect(await app.get<Row[]>(`${path}&limit=2&before=gone`)).toEqual(first);
});

test("the address of the next page is the requested one, after the last id", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace();
  for (const name of ["A", "B", "C"]) await app.createAgent(id, { name });
  const path = `/api/workspaces/${id}/agents?limit=2`;
  const page = await app.call<Row[]>("GET", path);
  expect(page.headers.get("link")).toBe(`<${path}&before=${page.body[1]!.id}>; rel="next"`);
});

test.each(["limit=0", "limit=x", "limit=-3", "limit=1.5"])(
  "an invalid page size is refused: %s",
  async (query) => {
    await using app = await createTestApp();
    expect((await app.call("GET", `/api/workspaces?${query}`)).status).toBe(400);
  },
);

test("a row of another list is no place in this one: it begins again", async () => {
  await using app = await createTestApp();
  const [here, there] = [await app.createWorkspace(), await app.createWorkspace()];
  const get = async (path: string) => (await app.call<Row[]>("GET", path)).body;
  const add = async (workspace: string, path: string, body: object) =>
    (await app.call<Row>("POST", `/api/${workspace}/${path}`, { body })).body;
  const task = (workspace: Row, summary: string) =>
    add(`workspaces/${workspace.id}`, "tasks", { summary, is_on_hold: true });
  const [one, two, other] = [await task(here, "1"), await task(here, "2"), await task(there, "3")];
  await app.call("PUT", `/api/tasks/${one.id}`, { body: { summary: "1a" } });
  const tasks = `/api/workspaces/${here.id}/tasks`;
  for (const query of ["", "&status=todo"]) {
    const whole = await get(`${tasks}?limit=10${query}`);
    expect(whole).toHaveLength(2);
    // By its own order it would be somewhere among them.
    expect(await get(`${tasks}?limit=10${query}&before=${other.id}`)).toEqual(whole);
  }
  const note = (of: Row) => add(`tasks/${of.id}`, "comments", { content: "x", is_note: true });
  const [first, elsewhere, last] = [await note(one), await note(two), await note(one)];
  const comments = await get(`/api/tasks/${one.id}/comments?before=${elsewhere.id}`);
  expect(comments.map(({ id }) => id)).toEqual([first.id, last.id]);
});
