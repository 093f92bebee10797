import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { ChatId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { descriptionOf } from "#http/describe.ts";
import type { Permit } from "#http/permit.ts";
import type { Place, Principal, Right } from "#http/principal.ts";
import { newId } from "#lib/id.ts";
import { checkpointRow } from "#domain/checkpoint/checkpoint-store.ts";
import { keptWorkRow } from "#domain/worktree/kept-work-store.ts";
import { worktreeRow } from "#domain/worktree/worktree-store.ts";
import { USER } from "#testing/actors.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { gitEnvironment, makeRepository } from "#testing/git-repository.ts";
import { tempDir } from "#testing/temp-dir.ts";

// Each route really requires its right: the routes are those that the API has registered.

type App = Awaited<ReturnType<typeof createTestApp>>;
type Ids = Record<Permit["of"], string>;

interface Route {
  method: string;
  path: string;
  permit: Permit;
}

const RIGHTS: readonly Right[] = ["see", "work", "manage", "admin"];

const FOR_ANYONE = [
  "GET /api/health",
  "GET /api/help",
  "GET /api/help/:slug",
  "GET /api/session",
  "POST /api/login",
  "POST /api/logout",
  "GET /api/sessions",
  "DELETE /api/sessions",
  "DELETE /api/sessions/:id",
  "GET /api/openapi.json",
  "GET /api/docs",
];

const someone = (rightIn: (place: Place) => Right | null): Principal => ({
  id: "anna-with-21-letters-",
  name: "Anna",
  role: "member",
  rightIn,
});

/** Every method and path, with the right that its first handler declares. */
function everyRoute(app: App): Route[] {
  const routes = new Map<string, Route>();
  for (const { method, path, handler } of app.api.routes) {
    const name = `${method} ${path}`;
    const known = routes.get(name);
    if (known) continue;
    const description = descriptionOf(handler);
    if (!description) throw new Error(`${name} does not say what it needs`);
    routes.set(name, { method, path, permit: description.permit });
  }
  return [...routes.values()];
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const isForAnyone = ({ permit }: Route) => permit.need === "anyone";

const dir = tempDir();
afterAll(() => dir[Symbol.dispose]());
const environment = gitEnvironment(join(dir.path, "home"));
const repository = makeRepository(join(dir.path, "website"), environment, { "a.txt": "1\n" });
const commits = [repository.git("rev-parse", "HEAD"), repository.commit({ "a.txt": "2\n" })];

/** Two states of its files, and what is left of an earlier worktree. */
function stored(app: App, { workspace, task, chat }: Pick<Ids, "workspace" | "task" | "chat">) {
  const shared = { repository: join(repository.path, ".git"), ref: "refs/malamar/x/1" };
  const now = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-01T00:00:00.000Z" };
  const of = { workspace_id: workspace as WorkspaceId, task_id: task as TaskId };
  const counts = { files: 1, additions: 1, deletions: 1, duration_ms: 1, left_out: [] };
  for (const [at, commit_id] of commits.entries()) {
    for (const place of [of, { workspace_id: of.workspace_id, chat_id: chat as ChatId }]) {
      checkpointRow.inserter(app.db)({
        ...shared,
        ...counts,
        ...place,
        id: newId(),
        kind: at === 0 ? "outside" : "run",
        commit_id,
        tree_id: repository.git("rev-parse", `${commit_id}^{tree}`),
        head_id: commits[0]!,
        created_at: now.created_at,
      });
    }
  }
  const work = { ...shared, ...of, task_summary: "Fix login", branch: "malamar/fix-login" };
  const worktree = worktreeRow.inserter(app.db)({
    ...work,
    ...now,
    id: newId(),
    path: join(dir.path, "nowhere"),
    prefix: "",
    base_branch: "main",
    base_commit: commits[0]!,
  });
  const kept = keptWorkRow.inserter(app.db)({
    ...work,
    id: newId(),
    commit_id: commits[1]!,
    kept_at: now.created_at,
    expires_at: null,
  });
  return { worktree: worktree.id, kept: kept.id };
}

/** One of each thing that a route can be about, in its own workspace. */
async function furnished(app: App): Promise<Ids> {
  const workspace = await app.createWorkspace();
  const agent = await app.createAgent(workspace.id);
  const task = app.taskService.create(USER, workspace.id, { summary: "Fix login" });
  // Only its author may change a comment.
  const author = { ...USER, id: someone(() => null).id };
  const comment = app.taskService.comment(author, task.id, "It is the redirect.");
  const chat = app.chatService.create(USER, workspace.id, { cli_type: "claude" });
  const run = newId<string>();
  app.db.run(
    `INSERT INTO runs (id, workspace_id, task_id, agent_id, agent_name, cli_type, status, started_at)
     VALUES (?, ?, ?, ?, 'Planner', 'claude', 'running', '2026-01-01T00:00:00.000Z')`,
    [run, workspace.id, task.id, agent.id],
  );
  await Bun.write(join(app.dataDir, "runs", `${run}.input.md`), "# Your Role");
  return {
    workspace: workspace.id,
    agent: agent.id,
    task: task.id,
    comment: comment.id,
    chat: chat.id,
    run,
    ...stored(app, { workspace: workspace.id, task: task.id, chat: chat.id }),
    installation: "none",
  };
}

const QUERIES: Record<string, string> = {
  "/api/search": "?q=login",
  "/api/directories": "?path=/",
  "/api/repository": "?path=/",
  "/api/tasks/:id/changes/patch": "?path=a.txt",
  "/api/chats/:id/changes/patch": "?path=a.txt",
  "/api/tasks/:id/blob": "?checkpoint=now&path=a.txt",
  "/api/chats/:id/blob": "?checkpoint=now&path=a.txt",
};

async function ask(app: App, as: Principal, { method, path, permit }: Route, ids: Ids) {
  const url = path.replace(":id", ids[permit.of]).replace(":slug", "overview");
  const hasBody = method === "POST" || method === "PUT";
  const isUpload = path.endsWith("/attachments");
  const response = await app.send(method, url + (QUERIES[path] ?? ""), {
    as,
    ...(hasBody && !isUpload && { body: {} }),
    ...(isUpload && {
      text: `--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nf\r\n--x--\r\n`,
      headers: { "content-type": "multipart/form-data; boundary=x" },
    }),
  });
  const isError = response.status >= 400 && method !== "HEAD";
  const error = isError ? ((await response.json()) as ErrorBody).error : null;
  if (!isError) await response.body?.cancel();
  return { status: response.status, error };
}

/** Everything that this app has ever written or published. */
function traces(app: App) {
  const { changes } = app.db
    .query<{ changes: number }, []>("SELECT total_changes() AS changes")
    .get()!;
  return { changes, published: app.published.length };
}

describe("every registered route", () => {
  test("declares its right; only reading needs no more than to see, and few are for anyone", async () => {
    await using app = await createTestApp({ environment });
    const routes = everyRoute(app);
    expect(routes.length).toBeGreaterThan(40);
    expect(routes.filter(isForAnyone).map(nameOf).toSorted()).toEqual(FOR_ANYONE.toSorted());
    const writes = routes.filter((route) => !isForAnyone(route) && route.method !== "GET");
    expect(writes.filter(({ permit }) => permit.need === "see").map(nameOf)).toEqual([]);
    // A path with an id belongs to the thing that it names; the exceptions are the help, with names
    // of its own, and sessions, which only their owner knows.
    const aboutNothing = routes.filter(
      ({ path, permit }) =>
        path.includes("/:id") !== (permit.of !== "installation") && path !== "/api/sessions/:id",
    );
    expect(aboutNothing.map(nameOf)).toEqual([]);
  });

  test("is closed to a principal without rights, who cannot learn whether a thing exists, and nothing happens", async () => {
    await using app = await createTestApp({ environment });
    const ids = await furnished(app);
    const absent = Object.fromEntries(Object.keys(ids).map((of) => [of, "0".repeat(21)])) as Ids;
    const stranger = someone(() => null);
    const before = traces(app);
    for (const route of everyRoute(app)) {
      const { status, error } = await ask(app, stranger, route, ids);
      const answer = { route: nameOf(route), status };
      if (isForAnyone(route)) {
        expect([401, 403]).not.toContain(status);
        continue;
      }
      const refused = route.permit.of === "installation" ? 403 : 404;
      expect(answer).toEqual({ route: nameOf(route), status: refused });
      expect(error).toEqual((await ask(app, stranger, route, absent)).error);
      if (route.method !== "GET") continue;
      const head = await ask(app, stranger, { ...route, method: "HEAD" }, ids);
      expect({ ...answer, status: head.status }).toEqual(answer);
    }
    expect(traces(app)).toEqual(before);
  });

  test("is open to a principal who may see if it reads, closed if it writes, and nothing happens", async () => {
    await using app = await createTestApp({ environment });
    const ids = await furnished(app);
    const viewer = someone(() => "see");
    const before = traces(app);
    for (const route of everyRoute(app).filter((each) => !isForAnyone(each))) {
      const { status, error } = await ask(app, viewer, route, ids);
      const answer = { route: nameOf(route), status, code: error?.code ?? null };
      if (route.permit.need === "see") {
        expect(answer).toEqual({ route: nameOf(route), status: 200, code: null });
      } else {
        expect(answer).toEqual({ route: nameOf(route), status: 403, code: "FORBIDDEN" });
      }
    }
    expect(traces(app)).toEqual(before);
  });

  test("is open with exactly the right that it needs, and with none below it", async () => {
    await using app = await createTestApp({ environment });
    for (const route of everyRoute(app).filter((each) => !isForAnyone(each))) {
      // Deleted by the previous one, perhaps.
      const ids = await furnished(app);
      const at = RIGHTS.indexOf(route.permit.need as Right);
      const below = RIGHTS[at - 1] ?? null;
      const refused = await ask(
        app,
        someone(() => below),
        route,
        ids,
      );
      expect([403, 404]).toContain(refused.status);
      const { status } = await ask(
        app,
        someone(() => RIGHTS[at]!),
        route,
        ids,
      );
      const isRefused = [401, 403, 404, 500].includes(status);
      expect({ route: nameOf(route), isRefused }).toEqual({
        route: nameOf(route),
        isRefused: false,
      });
    }
  });

  test("requires the right in the workspace of the thing it is about", async () => {
    await using app = await createTestApp({ environment });
    const [mine, theirs] = [await furnished(app), await furnished(app)];
    const member = someone((place) => (place === mine.workspace ? "see" : null));
    const reads = everyRoute(app).filter(
      ({ permit }) => permit.need === "see" && permit.of !== "installation",
    );
    expect(new Set(reads.map(({ permit }) => permit.of)).size).toBe(6);
    for (const route of reads) {
      const answers = [await ask(app, member, route, mine), await ask(app, member, route, theirs)];
      expect({ route: nameOf(route), statuses: answers.map(({ status }) => status) }).toEqual({
        route: nameOf(route),
        statuses: [200, 404],
      });
    }
  });
});

test("a request's effects are attributed to its principal", async () => {
  await using app = await createTestApp({ environment });
  const ids = await furnished(app);
  const as = someone(() => "work");
  const { body } = await app.call("POST", `/api/tasks/${ids.task}/comments`, {
    as,
    body: { content: "It is the redirect." },
  });
  expect(body).toMatchObject({ user_id: as.id, author_name: "Anna" });
});
