import { expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Chat } from "@malamar/contract/chat.ts";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { createCliEngines } from "#engines/cli/registry.ts";
import { createChatApp, answers } from "#testing/chat-app.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { asksForReview } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

const inputPath = ({ id }: Pick<Run, "id">) => `/api/runs/${id}/input`;
const storedAt = (dataDir: string, { id }: Run) => join(dataDir, "runs", `${id}.input.md`);

/** Keeps its input by its run, and says something the first time. */
const READS_ITS_INPUT = `
  if [ "$1" = --version ]; then echo 1.2.3; exit; fi
  for word in "$@"; do case "$word" in "Read the file at "*)
    input=\${word#Read the file at }; input=\${input% and follow the instruction autonomously.};; esac; done
  cp "$input" "$PWD/$MALAMAR_RUN_ID"
  output=$(sed -n 's/^Write your response as JSON to: //p' "$input")
  answer='{"type":"change_status","status":"in_review"}'
  if [ ! -e "$PWD/said" ]; then answer='{"type":"comment","content":"Said once: ä 🦑"}'; touch "$PWD/said"; fi
  printf '{"actions":[%s]}' "$answer" > "$output"
  echo '{"type":"result","subtype":"success","is_error":false,"result":"ok","session_id":"s-1"}'`;

test("the input of a run is the file that its CLI read, byte for byte", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", READS_ITS_INPUT);
  await using app = await createLoopApp({
    createEngines: createCliEngines,
    environment: { PATH: `${dir.path}:/usr/bin:/bin`, HOME: dir.path },
  });
  for (const name of ["Planner", "Reviewer"]) {
    await app.createAgent(app.workspace.id, { name, instruction: name, cli_type: "claude" });
  }
  const task = await app.createTask({ description: "Lines\r\nand `fences`\n```\n日本 🦑" });
  await app.taskWorkers.drain();
  const runs = await app.runs(task.id);
  expect(runs.map(({ agent_name }) => agent_name)).toEqual(["Planner", "Reviewer"]);
  const { working_directory } = await app.task(task.id);
  for (const run of runs) {
    const response = await app.send("GET", inputPath(run));
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    const read = readFileSync(join(working_directory!, run.id));
    expect(Buffer.from(await response.bytes())).toEqual(read);
    expect(readFileSync(storedAt(app.dataDir, run))).toEqual(read);
    expect(statSync(storedAt(app.dataDir, run)).mode & 0o777).toBe(0o600);
  }
  const [first, second] = await Promise.all(runs.map((run) => app.text(inputPath(run))));
  expect(first).toContain("日本 🦑");
  expect(first).not.toContain("Said once");
  expect(second).toContain("Said once: ä 🦑");
});

test("the Demo CLI's input is kept as well, on a task and in a chat", async () => {
  await using app = await createLoopApp({ createEngines: createCliEngines });
  await app.createAgent(app.workspace.id, {
    name: "Planner",
    cli_type: "demo",
    instruction: "```demo\nreview\n```",
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const chats = `/api/workspaces/${app.workspace.id}/chats`;
  const { body: chat } = await app.call<Chat>("POST", chats, { body: { cli_type: "demo" } });
  const message = "```demo-chat\nanswer Hello\n```";
  await app.call("POST", `/api/chats/${chat.id}/messages`, { body: { message } });
  await app.chatWorkers.drain();
  const [ofTask] = await app.runs(task.id);
  const [ofChat] = await app.get<Run[]>(`/api/chats/${chat.id}/runs`);
  for (const [run, name] of [
    [ofTask!, `malamar_task_${task.id}.md`],
    [ofChat!, `malamar_chat_${chat.id}.md`],
  ] as const) {
    expect(run.status).toBe("succeeded");
    const read = readFileSync(join(app.tempDir, name));
    expect(read.length).toBeGreaterThan(500);
    const answered = await app.send("GET", inputPath(run));
    expect(Buffer.from(await answered.bytes())).toEqual(read);
  }
});

test("a run without an input says so, and a run that does not exist is not found", async () => {
  await using app = await createLoopApp({ team: { Planner: asksForReview } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const [run] = await app.runs(task.id);
  rmSync(storedAt(app.dataDir, run!));
  const missing = await app.call<ErrorBody>("GET", inputPath(run!));
  expect(missing.status).toBe(404);
  expect(missing.body.error.message).toStartWith("The input of this run is not stored");
  const unknown = await app.call<ErrorBody>("GET", inputPath({ id: task.id as never }));
  expect(unknown).toMatchObject({ status: 404, body: { error: { message: "Run not found" } } });
});

test("an input is deleted with its task, its chat and its workspace", async () => {
  await using app = await createChatApp({
    team: { Planner: asksForReview },
    malamar: answers("Hello"),
  });
  const files = () => readdirSync(join(app.dataDir, "runs"));
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(files()).toHaveLength(2);
  await app.call("DELETE", `/api/tasks/${task.id}`);
  expect(files()).toEqual([]);
  const chat = await app.startChat();
  await app.ask(chat.id);
  expect(files()).toHaveLength(2);
  await app.call("DELETE", `/api/chats/${chat.id}`);
  expect(files()).toEqual([]);
  await app.createTask();
  await app.taskWorkers.drain();
  expect(files()).toHaveLength(2);
  await app.call("DELETE", `/api/workspaces/${app.workspace.id}`);
  expect(files()).toEqual([]);
});

test("a disk that cannot keep inputs stops no run", async () => {
  await using app = await createLoopApp({ team: { Planner: asksForReview } });
  writeFileSync(join(app.dataDir, "runs"), "in the way");
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const [run] = await app.runs(task.id);
  expect(run).toMatchObject({ status: "succeeded", action_type: "in_review" });
  expect((await app.send("GET", inputPath(run!))).status).toBe(404);
  expect(app.logLines.join("\n")).toContain("The input of a run cannot be stored");
});

test("an input beyond the limit of a transcript is not kept, and the transcript says so", async () => {
  await using app = await createLoopApp({
    team: { Planner: asksForReview },
    config: { "max-transcript-mb": 1 },
  });
  const task = await app.createTask({ description: "x".repeat(1024 * 1024) });
  await app.taskWorkers.drain();
  const [run] = await app.runs(task.id);
  expect(run!.status).toBe("succeeded");
  expect((await app.send("GET", inputPath(run!))).status).toBe(404);
  const events = await app.get<TranscriptEvent[]>(`/api/runs/${run!.id}/transcript`);
  expect(events[0]).toMatchObject({
    type: "notice",
    text: expect.stringContaining("it is larger than 1 MB (max-transcript-mb)"),
  });
});
