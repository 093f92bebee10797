import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Run } from "@malamar/contract/run.ts";
import { USER } from "#testing/actors.ts";
import { createLoopApp, gate, type LoopApp } from "#testing/loop-app.ts";
import { answered, createPlainEngine } from "#testing/plain-engine.ts";
import { forEveryCli, heldAt, says, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { taskIn } from "#testing/tasks-in-status.ts";

const SECRET = 'hunter2 "is"\nthe pässword 🦑';
/** As it appears in a line of JSON. */
const WRITTEN = JSON.stringify(SECRET).slice(1, -1);

const stored = (app: LoopApp, { id }: Pick<Run, "id">) =>
  join(app.dataDir, "runs", `${id}.input.md`);
const inputs = async (app: LoopApp, taskId: string) =>
  (await app.runs(taskId)).map((run) => readFileSync(stored(app, run), "utf8"));
const toCut = (app: LoopApp) => app.db.query("SELECT * FROM comments_to_cut").all();

/** A task whose second and third run have read the comment. */
async function readTwice(app: LoopApp) {
  const task = await taskIn(app, "in_review");
  const { body: comment } = await app.comment(task.id, SECRET);
  await app.taskWorkers.drain();
  await app.comment(task.id, "Once more");
  await app.taskWorkers.drain();
  return { task, comment };
}

test("a deleted text is cut out of the inputs of its task's runs, wherever they are, and nothing else is", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const { task, comment } = await readTwice(app);
  const other = await app.createTask({ description: SECRET });
  await app.taskWorkers.drain();
  const before = await inputs(app, task.id);
  expect(before.map((input) => input.includes(WRITTEN))).toEqual([false, true, true]);
  const given = join(app.tempDir, `malamar_task_${task.id}.md`);
  const all = join(app.tempDir, `malamar_task_${task.id}_comments.jsonl`);
  const { user_id, content, created_at } = comment;
  writeFileSync(all, `${JSON.stringify({ author: "User", user_id, content, created_at })}\n`);
  const read = readFileSync(given, "utf8");
  expect(read).toContain(WRITTEN);
  await app.deleteComment(comment.id);
  expect(readFileSync(given, "utf8")).toBe(read.replace(WRITTEN, ""));
  expect(readFileSync(all, "utf8")).toContain('"content":""');
  const after = await inputs(app, task.id);
  expect(after).toEqual(before.map((input) => input.replace(WRITTEN, "")));
  for (const [at, run] of (await app.runs(task.id)).entries()) {
    expect(await app.text(`/api/runs/${run.id}/input`)).toBe(after[at]!);
  }
  expect((await inputs(app, other.id))[0]).toContain(WRITTEN);
  expect(toCut(app)).toEqual([]);
});

test("a comment's text from before an edit is deleted too", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const { task, comment } = await readTwice(app);
  await app.editComment(comment.id, "Nothing secret");
  expect((await inputs(app, task.id)).join()).toContain(WRITTEN);
  await app.deleteComment(comment.id);
  expect((await inputs(app, task.id)).join()).not.toContain(WRITTEN);
});

test("another comment from the same moment stays", async () => {
  await using app = await createLoopApp({ team: { Planner: skip }, clock: () => AT });
  const task = await taskIn(app, "in_review");
  const { body: comment } = await app.note(task.id, SECRET);
  await app.note(task.id, "Kept");
  await app.comment(task.id, "Continue");
  await app.taskWorkers.drain();
  const [, before] = await inputs(app, task.id);
  await app.deleteComment(comment.id);
  const [, after] = await inputs(app, task.id);
  expect(after).toBe(before!.replace(WRITTEN, ""));
});

const AT = "2026-01-01T00:00:00.000Z";

test("a text deleted while an agent works is cut out of that run's input too", async () => {
  const wait = gate();
  await using app = await createLoopApp({ team: { Planner: heldAt(wait, says("Done")) } });
  const task = await app.createTask({ is_on_hold: true });
  const { body: comment } = await app.comment(task.id, SECRET);
  await app.call("PUT", `/api/tasks/${task.id}`, { body: { is_on_hold: false } });
  await wait.reached;
  const [read] = await inputs(app, task.id);
  expect(read).toContain(WRITTEN);
  await app.deleteComment(comment.id);
  expect(await inputs(app, task.id)).toEqual([read!.replace(WRITTEN, "")]);
  app.script.parts["Planner"] = skip;
  wait.open();
  await app.taskWorkers.drain();
  expect((await inputs(app, task.id)).join()).not.toContain(WRITTEN);
});

test("a text deleted before an engine reports its input is not stored", async () => {
  const wait = gate();
  const createEngines = () =>
    forEveryCli((label) =>
      createPlainEngine(label, async (run) => {
        await wait.pass();
        run.request.keepInput(JSON.stringify(run.request.briefing));
        return answered(run, { actions: [] });
      }),
    );
  await using app = await createLoopApp({ createEngines, team: { Planner: skip } });
  const task = await app.createTask({ is_on_hold: true });
  const { body: comment } = await app.comment(task.id, SECRET);
  await app.call("PUT", `/api/tasks/${task.id}`, { body: { is_on_hold: false } });
  await wait.reached;
  await app.deleteComment(comment.id);
  wait.open();
  await app.taskWorkers.drain();
  const [input] = await inputs(app, task.id);
  expect(input).toContain('"author":"User"');
  expect(input).not.toContain(WRITTEN);
});

test("a cut prevented by a crash is made at the next start", async () => {
  using dir = tempDir();
  let taskId: string;
  let before: string[];
  {
    await using app = await createLoopApp({ team: { Planner: skip }, dataDir: dir.path });
    const { task, comment } = await readTwice(app);
    taskId = task.id;
    before = await inputs(app, task.id);
    // The crash comes right after the commit, and leaves an incomplete file.
    app.commentService.remove(USER, comment.id);
    const [, run] = await app.runs(task.id);
    writeFileSync(`${stored(app, run!)}.part`, "half");
    expect(await inputs(app, task.id)).toEqual(before);
  }
  await using app = await createLoopApp({ dataDir: dir.path });
  expect(await inputs(app, taskId)).toEqual(before.map((input) => input.replace(WRITTEN, "")));
  expect(readdirSync(join(dir.path, "runs")).filter((name) => name.endsWith(".part"))).toEqual([]);
  expect(toCut(app)).toEqual([]);
});

test("a cut prevented by the disk does not keep the comment, and is made at the next start", async () => {
  using dir = tempDir();
  let taskId: string;
  let before: string[];
  {
    await using app = await createLoopApp({ team: { Planner: skip }, dataDir: dir.path });
    const { task, comment } = await readTwice(app);
    taskId = task.id;
    before = await inputs(app, task.id);
    const [, run] = await app.runs(task.id);
    const blocked = `${stored(app, run!)}.part`;
    mkdirSync(join(blocked, "in the way"), { recursive: true });
    expect((await app.deleteComment(comment.id)).status).toBe(204);
    expect((await app.comments(task.id))[0]).toMatchObject({ content: "" });
    const [, second, third] = await inputs(app, task.id);
    expect([second!.includes(WRITTEN), third!.includes(WRITTEN)]).toEqual([true, false]);
    expect(app.logLines.join("\n")).toContain("cannot be cut out of a stored input");
    expect(toCut(app)).toHaveLength(1);
    rmSync(blocked, { recursive: true });
  }
  await using app = await createLoopApp({ dataDir: dir.path });
  expect(await inputs(app, taskId)).toEqual(before.map((input) => input.replace(WRITTEN, "")));
});

test("a run without a stored input is no obstacle", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const { task, comment } = await readTwice(app);
  const [, run] = await app.runs(task.id);
  rmSync(stored(app, run!));
  expect((await app.deleteComment(comment.id)).status).toBe(204);
  expect(
    readdirSync(join(app.dataDir, "runs")).filter((name) => name.endsWith(".md")),
  ).toHaveLength(2);
  expect(toCut(app)).toEqual([]);
});

test("two comments deleted at once are both cut", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const { task, comment } = await readTwice(app);
  const second = (await app.comments(task.id)).at(-1)!;
  await Promise.all([app.deleteComment(comment.id), app.deleteComment(second.id)]);
  const all = (await inputs(app, task.id)).join();
  expect(all).not.toContain(WRITTEN);
  expect(all).not.toContain("Once more");
  expect(toCut(app)).toEqual([]);
});

test("deleting the task meanwhile deletes its pending cuts", async () => {
  await using app = await createLoopApp({ team: { Planner: skip } });
  const { task, comment } = await readTwice(app);
  const [removal] = await Promise.all([
    app.deleteComment(comment.id),
    app.call("DELETE", `/api/tasks/${task.id}`),
  ]);
  expect(removal.status).toBe(204);
  expect(toCut(app)).toEqual([]);
  expect(readdirSync(join(app.dataDir, "runs"))).toEqual([]);
});
