import { expect, test } from "bun:test";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MOST_CHANGED_FILES, type Changes } from "@malamar/contract/changes.ts";
import type { Chat } from "@malamar/contract/chat.ts";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { Task, TaskComment } from "@malamar/contract/task.ts";
import {
  createRepositoryInTime,
  gitIn,
  writeFiles,
  writes,
  type RepositoryInTime,
} from "#testing/repository-in-time.ts";
import { asksForReview, inTurn, skip } from "#testing/scripted-team.ts";

const GIF = "GIF89a\x01\0\x01\0";
const LINES = Array.from({ length: 40 }, (_, at) => `line ${at + 1}\n`).join("");

/** A task in two passes: renames, changes, additions and deletions. */
async function changedApp() {
  const app = await createRepositoryInTime({
    files: { "old name.txt": LINES, "gone.txt": "gone\n", "page.html": "<script>1</script>\n" },
    team: {
      Builder: inTurn(
        ({ request: { cwd } }) => {
          renameSync(join(cwd, "old name.txt"), join(cwd, "new name.txt"));
          rmSync(join(cwd, "gone.txt"));
          writeFiles(cwd, { "new name.txt": LINES.replace("line 7\n", "line seven\n") });
          return asksForReview({} as never);
        },
        writes({
          "large.txt": "x".repeat(10 * 1024 * 1024 + 1),
          "src/fäh.ts": "export {};\n",
          "pic.gif": GIF,
          "page.html": "<b>2</b>\n",
        }),
        skip,
      ),
    },
  });
  const task = await app.workedOn();
  await app.move(task.id, "todo");
  await app.taskWorkers.drain();
  return {
    app,
    task,
    path: `/api/tasks/${task.id}`,
    [Symbol.asyncDispose]: app[Symbol.asyncDispose],
  };
}

const names = ({ changed }: Changes) => changed.map(({ path, status }) => `${status} ${path}`);

async function read(app: RepositoryInTime, path: string) {
  const response = await app.send("GET", path);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test("what a task has changed is seen between any two of its states, file by file", async () => {
  await using changed = await changedApp();
  const { app, task, path } = changed;
  const [created, first, second] = await app.checkpoints(task.id);
  expect([created, first, second].map((each) => each!.kind)).toEqual(["created", "run", "run"]);

  const all = await app.changes(task.id);
  expect(names(all)).toEqual([
    "deleted gone.txt",
    "added large.txt",
    "renamed new name.txt",
    "modified page.html",
    "added pic.gif",
    "added src/fäh.ts",
  ]);
  expect(all).toMatchObject({
    files: 6,
    truncated: false,
    from: { checkpoint_id: null, tree_id: created!.tree_id },
    to: { checkpoint_id: second!.id, tree_id: second!.tree_id },
  });
  expect(all.changed[2]).toMatchObject({ old_path: "old name.txt", additions: 1, deletions: 1 });
  expect(all.changed[4]).toMatchObject({ is_binary: true, new_mode: "100644" });
  expect((await app.task(task.id)).changes).toMatchObject({ files: 6 });
  const between = await app.changes(task.id, `?from=${first!.id}&to=now`);
  expect(names(between)).toEqual([
    "added large.txt",
    "modified page.html",
    "added pic.gif",
    "added src/fäh.ts",
  ]);
  expect(names(await app.changes(task.id, `?from=now&to=base`))).toContain("added gone.txt");

  const patch = await read(app, `${path}/changes/patch?path=new+name.txt&context=0`);
  expect(patch.headers.get("content-type")).toBe("text/x-diff; charset=utf-8");
  expect(patch.text).toContain("rename from old name.txt\nrename to new name.txt\n");
  expect(patch.text).toContain("-line 7\n+line seven\n");
  expect(patch.text).not.toContain("\n line 6");
  const umlaut = await read(app, `${path}/changes/patch?path=${encodeURIComponent("src/fäh.ts")}`);
  expect(umlaut.text).toContain("+export {};");

  const head = await app.send("HEAD", `${path}/changes`);
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(await app.refusal("GET", `${path}/changes/patch?path=README`)).toBe(
    "404 README does not differ between these two states.",
  );
  expect(await app.refusal("GET", `${path}/changes/patch`)).toStartWith("400 path: ");
  expect(await app.refusal("GET", `${path}/changes/patch?path=a&context=-1`)).toStartWith(
    "400 context: ",
  );
}, 30_000);

test("beyond 10,000 files a list is cut and says so; every file still has its patch", async () => {
  const files = Object.fromEntries(
    Array.from({ length: MOST_CHANGED_FILES + 1 }, (_, at) => [
      `generated/${String(at).padStart(5, "0")}`,
      "x\n",
    ]),
  );
  await using app = await createRepositoryInTime({ team: { Builder: writes(files) } });
  const task = await app.workedOn();
  const { changed, ...list } = await app.changes(task.id);
  expect(list).toMatchObject({ files: 10_001, additions: 10_001, truncated: true });
  expect(changed).toHaveLength(10_000);
  const patch = (path: string) => read(app, `/api/tasks/${task.id}/changes/patch?path=${path}`);
  expect((await patch("generated/10000")).text).toContain("+x\n");
  for (const path of ["generated/10001", "generated"]) {
    expect(await patch(path)).toMatchObject({
      status: 404,
      text: expect.stringContaining(`${path} does not differ between these two states.`),
    });
  }
}, 60_000);

test("a state is never a revision of git, nor another task's", async () => {
  await using changed = await changedApp();
  const { app, task, path } = changed;
  const other = await app.workedOn({ summary: "Other" });
  const theirs = (await app.checkpoints(other.id))[0]!.id;
  for (const wrong of ["HEAD", "main", "HEAD~1", task.id.slice(1), "--all", "now^", ""]) {
    const query = `from=${encodeURIComponent(wrong)}`;
    expect(await app.refusal("GET", `${path}/changes?${query}`)).toBe(
      "400 from: must be base, looked, now or the id of a checkpoint",
    );
  }
  expect(await app.refusal("GET", `${path}/changes?from=${theirs}`)).toBe(
    "404 Checkpoint not found",
  );
  expect(await app.refusal("GET", `${path}/blob?checkpoint=${theirs}&path=a`)).toBe(
    "404 Checkpoint not found",
  );
  expect(await app.refusal("POST", `${path}/looked`, { checkpoint_id: theirs })).toBe(
    "404 Checkpoint not found",
  );
  for (const sub of [
    "checkpoints",
    "changes",
    "changes/patch?path=a",
    "blob?checkpoint=now&path=a",
  ]) {
    const nobodys = `/api/tasks/${"0".repeat(21)}/${sub}`;
    expect(await app.refusal("GET", nobodys)).toBe("404 Task not found");
    expect(await app.refusal("GET", nobodys.replace("tasks", "chats"))).toBe("404 Chat not found");
  }
  const idle = await app.createTask({ is_on_hold: true });
  expect(await app.refusal("GET", `/api/tasks/${idle.id}/changes`)).toStartWith(
    "409 There is no checkpoint yet",
  );

  renameSync(app.repository.path, join(app.dir, "gone"));
  for (const sub of ["changes", "changes/patch?path=a", "blob?checkpoint=now&path=page.html"]) {
    expect(await app.refusal("GET", `${path}/${sub}`)).toBe(
      `409 The repository ${app.repository.path} is gone. Put it back in its place to see and restore what is stored in it.`,
    );
  }
  expect(app.logLines.filter((line) => line.includes("[ERROR]"))).toEqual([]);
}, 30_000);

test("a file of a state is sent as it is, and nothing in it can run", async () => {
  await using changed = await changedApp();
  const { app, path } = changed;
  const blob = (name: string, checkpoint = "now") =>
    read(app, `${path}/blob?checkpoint=${checkpoint}&path=${encodeURIComponent(name)}`);
  const html = await blob("page.html");
  expect(html.text).toBe("<b>2</b>\n");
  expect(Object.fromEntries(html.headers)).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  expect((await blob("page.html", "base")).text).toBe("<script>1</script>\n");
  expect((await blob("pic.gif")).headers.get("content-type")).toBe("image/gif");
  for (const missing of [
    "nope",
    "src",
    "../page.html",
    ".git/config",
    "page.html/",
    "/etc/passwd",
    ":/",
    ":(top)*",
  ]) {
    expect((await blob(missing)).status).toBe(404);
  }
  expect((await blob("pic.gif", "base")).status).toBe(404);
  expect(await app.refusal("GET", `${path}/blob?checkpoint=now&path=large.txt`)).toBe(
    "413 large.txt is larger than 10 MiB.",
  );
  const head = await app.send("HEAD", `${path}/blob?checkpoint=now&path=pic.gif`);
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "image/gif"]);
  expect(await app.refusal("GET", `${path}/blob?path=page.html`)).toStartWith("400 checkpoint: ");
  expect(await app.refusal("GET", `${path}/blob?checkpoint=now&path=a%00b`)).toStartWith(
    "400 path: ",
  );
}, 30_000);

test("files are viewed in one state, and a look is remembered", async () => {
  await using changed = await changedApp();
  const { app, task, path } = changed;
  const [, first, second] = await app.checkpoints(task.id);
  const view = (name: string, blob_id: string | null) =>
    app.call("PUT", `${path}/viewed`, { body: { path: name, blob_id } });
  const viewed = async (query = "") =>
    (await app.changes(task.id, query)).changed.flatMap((file) =>
      file.is_viewed ? [file.path] : [],
    );
  const { changed: files } = await app.changes(task.id);
  const page = files.find((file) => file.path === "page.html")!;
  const gone = files.find((file) => file.path === "gone.txt")!;
  expect((await view("page.html", page.new_blob_id)).status).toBe(204);
  await view("gone.txt", gone.old_blob_id);
  expect(await viewed()).toEqual(["gone.txt", "page.html"]);
  await view("page.html", page.old_blob_id);
  expect(await viewed()).toEqual(["gone.txt"]);
  await view("gone.txt", null);
  expect(await viewed()).toEqual([]);
  expect(await app.refusal("PUT", `${path}/viewed`, { path: "a", blob_id: "HEAD" })).toStartWith(
    "400 ",
  );

  const before = await app.task(task.id);
  expect(before.looked_checkpoint_id).toBeNull();
  expect(names(await app.changes(task.id, "?from=looked"))).toHaveLength(6);
  const looked = await app.call<Task>("POST", `${path}/looked`, {
    body: { checkpoint_id: first!.id },
  });
  expect(looked.body).toEqual({ ...before, looked_checkpoint_id: first!.id });
  expect(app.published.at(-1)).toMatchObject({ type: "task.updated", task_id: task.id });
  expect(names(await app.changes(task.id, "?from=looked"))).toHaveLength(4);
  expect((await app.call<Task>("POST", `${path}/looked`)).body.looked_checkpoint_id).toBe(
    second!.id,
  );
  expect(names(await app.changes(task.id, "?from=looked"))).toEqual([]);
}, 30_000);

test("a mark that changes is told to every page, and one that does not to nobody", async () => {
  await using changed = await changedApp();
  const { app, task, path } = changed;
  const { path: name, new_blob_id } = (await app.changes(task.id)).changed[3]!;
  const view = (blob_id: string | null) =>
    app.call("PUT", `${path}/viewed`, { body: { path: name, blob_id } });
  const told = async (blob_id: string | null) => {
    const before = app.published.length;
    await view(blob_id);
    return app.published.slice(before).map(({ type }) => type);
  };
  expect(await told(null)).toEqual([]);
  expect(await told(new_blob_id)).toEqual(["task.changes_updated"]);
  expect(await told(new_blob_id)).toEqual([]);
  expect(await told(null)).toEqual(["task.changes_updated"]);
}, 30_000);

test("comments on an older state do not take back what was looked at", async () => {
  await using changed = await changedApp();
  const { app, task, path } = changed;
  const [, first, second] = await app.checkpoints(task.id);
  const send = (checkpoint_id: string) =>
    app.call("POST", `${path}/review`, { body: { checkpoint_id, comments: [], text: "Hm." } });
  const looked = async () => (await app.task(task.id)).looked_checkpoint_id;
  await send(first!.id);
  expect(await looked()).toBe(first!.id);
  await send(second!.id);
  expect(await looked()).toBe(second!.id);
  await send(first!.id);
  expect(await looked()).toBe(second!.id);
}, 30_000);

test("on a task that is Done, comments on lines are a note, and a line that is gone is quoted", async () => {
  await using changed = await changedApp();
  const { app, task, path } = changed;
  const checkpoint = (await app.checkpoints(task.id)).at(-1)!;
  await app.move(task.id, "done");
  const comments = [
    { path: "page.html", side: "new", line: 1, text: "Bold?" },
    { path: "gone.txt", side: "new", line: 7, text: "Why?", quote: "never\nthere" },
  ];
  const { status, body } = await app.call<TaskComment>("POST", `${path}/review`, {
    body: { checkpoint_id: checkpoint.id, comments },
  });
  expect(status).toBe(201);
  expect(body.is_note).toBe(true);
  expect(body.content).toStartWith("2 comments on 2 files, at checkpoint `");
  expect(body.content).toContain(
    "### `gone.txt`\n\n**Line 7, outdated**\n\n```\nnever\nthere\n```",
  );
  expect(app.queueOf(task.id).filter((item) => item === "queued")).toEqual([]);
  const long = { ...comments[1], quote: "x".repeat(10_001) };
  expect(
    await app.refusal("POST", `${path}/review`, { checkpoint_id: checkpoint.id, comments: [long] }),
  ).toBe("400 comments.0.quote: must be at most 10000 characters");
}, 30_000);

test("forty comments on nine files are one comment, one queue item, and a look", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [`src/file ${at}.ts`, LINES.replace("line 1\n", "```\n")]),
  );
  await using app = await createRepositoryInTime({
    team: { Builder: inTurn(writes(files), asksForReview) },
  });
  const task = await app.workedOn();
  const checkpoint = (await app.checkpoints(task.id)).at(-1)!;
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, { body: { is_paused: true } });
  const comments = Array.from({ length: 40 }, (_, at) => ({
    path: `src/file ${at % 9}.ts`,
    side: "new",
    line: 1 + Math.floor(at / 9) * 8,
    ...(at % 2 === 0 && { end_line: 8 + Math.floor(at / 9) * 8 }),
    text: at === 5 ? "Why?\n```ts\nopen(" : `Comment ${at}.`,
  }));
  const before = await app.comments(task.id);
  const { status, body } = await app.call<TaskComment>("POST", `/api/tasks/${task.id}/review`, {
    body: { checkpoint_id: checkpoint.id, comments, text: "Please fix these." },
  });
  expect(status).toBe(201);
  expect((await app.comments(task.id)).slice(before.length)).toEqual([body]);
  expect(app.queueOf(task.id).filter((item) => item === "queued")).toHaveLength(1);
  const { status: column, looked_checkpoint_id } = await app.task(task.id);
  expect([column, looked_checkpoint_id]).toEqual(["todo", checkpoint.id]);

  const { content } = body;
  expect(content).toStartWith(
    `Please fix these.\n\n40 comments on 9 files, at checkpoint \`${checkpoint.commit_id.slice(0, 7)}\`.\n\n### \`src/file 0.ts\`\n\n**Lines 1 to 8**\n\n`,
  );
  expect(content.match(/^### /gm)).toHaveLength(9);
  expect(content.match(/^\*\*Lines? \d+( to \d+)?\*\*$/gm)).toHaveLength(40);
  expect(content).toContain(
    "````\n```\nline 2\nline 3\nline 4\nline 5\nline 6\n````\n\nComment 0.",
  );
  expect(content).toContain("Why?\n```ts\nopen(\n```\n\n");
  // Its quotes are the lines of the checkpoint, whatever is on the disk now.
  expect(content).toContain("```\nline 9\nline 10\n");
}, 30_000);

test("comments are on lines that are there: of the state that was looked at, or of the one before", async () => {
  await using changed = await changedApp();
  const { app, task, path } = changed;
  const checkpoint = (await app.checkpoints(task.id)).at(-1)!;
  const send = (comment: object, more: object = {}) =>
    app.call<TaskComment & { error?: { message: string } }>("POST", `${path}/review`, {
      body: { checkpoint_id: checkpoint.id, comments: [{ text: "Hm.", ...comment }], ...more },
    });
  const old = await send({ path: "new name.txt", side: "old", line: 7 });
  expect(old.body.content).toContain("**Line 7, before in `old name.txt`**\n\n```\nline 7\n```");
  expect(old.body.content).toContain("What is marked as before is from `");
  const deleted = await send({ path: "gone.txt", side: "old", line: 1 });
  expect(deleted.body.content).toContain("```\ngone\n```");
  for (const [comment, message] of [
    [{ path: "gone.txt", side: "new", line: 1 }, "comments.0.path: gone.txt is not in that state"],
    [{ path: "pic.gif", side: "new", line: 1 }, "comments.0.path: pic.gif is not a text file"],
    [
      { path: "page.html", side: "new", line: 2 },
      "comments.0.line: page.html has only 1 lines there",
    ],
    [
      { path: "page.html", side: "new", line: 1, end_line: 9 },
      "comments.0.line: page.html has only",
    ],
    [
      { path: "page.html", side: "new", line: 2, end_line: 1 },
      "comments.0.end_line: must not be before",
    ],
    [{ path: "page.html", side: "left", line: 1 }, "comments.0.side: must be old or new"],
  ] as const) {
    const { status, body } = await send(comment);
    expect(status).toBe(400);
    expect(body.error!.message).toStartWith(message);
  }
  expect(
    await app.refusal("POST", `${path}/review`, { checkpoint_id: checkpoint.id, comments: [] }),
  ).toStartWith("400 comments: must not be empty without a text");
  const alone = await app.call<TaskComment>("POST", `${path}/review`, {
    body: { checkpoint_id: checkpoint.id, comments: [], text: "Good." },
  });
  expect(alone.body.content).toBe("Good.");
}, 30_000);

test("a chat in a repository has checkpoints and changes too", async () => {
  await using app = await createRepositoryInTime({
    mode: "static",
    team: { Builder: skip },
    others: { Talker: writes({ "chat.txt": "hello\n" }) },
  });
  const agent = await app.hire("Talker");
  const { body: chat } = await app.call<Chat>("POST", `/api/workspaces/${app.workspace.id}/chats`, {
    body: { agent_id: agent.id },
  });
  const path = `/api/chats/${chat.id}`;
  await app.call("POST", `${path}/messages`, { body: { message: "Write it." } });
  await app.chatWorkers.drain();
  const checkpoints = await app.get<Checkpoint[]>(`${path}/checkpoints`);
  expect(checkpoints.map(({ kind, chat_id }) => [kind, chat_id])).toEqual([
    ["created", chat.id],
    ["run", chat.id],
  ]);
  expect(names(await app.get<Changes>(`${path}/changes`))).toEqual(["added chat.txt"]);
  expect(names(await app.get<Changes>(`${path}/changes?from=looked`))).toEqual(["added chat.txt"]);
  expect((await read(app, `${path}/changes/patch?path=chat.txt`)).text).toContain("+hello");
  expect((await read(app, `${path}/blob?checkpoint=now&path=chat.txt`)).text).toBe("hello\n");
  expect(gitIn(app.repository.path, "status", "--porcelain")).toBe("?? chat.txt");
  expect(await app.refusal("POST", `${path}/restore`, {})).toStartWith("404 ");
}, 30_000);
