import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import type { AttentionItem } from "@malamar/contract/task.ts";
import { createCliEngines } from "#engines/cli/registry.ts";
import type { EngineEnd } from "#engines/engine.ts";
import { createChatApp, saidIn } from "#testing/chat-app.ts";
import type { LoopOptions } from "#testing/loop-app.ts";
import { answered, createPlainEngine, type PlainRun } from "#testing/plain-engine.ts";
import { IN_TWO_HOURS, skip } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

// An engine that is not a CLI is one more line in the arguments of createApp, and nothing else.

type Play = <Answer>(run: PlainRun<Answer>) => EngineEnd<Answer> | Promise<EngineEnd<Answer>>;

/** A team on its own engine, each agent with what it does in every run. */
async function createPlainApp(parts: Record<string, Play>, options: LoopOptions = {}) {
  const plain = createPlainEngine("Plain", (run) => {
    const { briefing } = run.request;
    return parts[briefing.kind === "question" ? "" : briefing.agent_name]!(run);
  });
  const app = await createChatApp({
    createEngines: (host) => ({ ...createCliEngines(host), plain }),
    ...options,
  });
  for (const name of Object.keys(parts)) app.agents.push(await app.hire(name));
  // People can choose among CLIs only.
  app.db.run("UPDATE agents SET cli_type = 'plain' WHERE workspace_id = ?", [app.workspace.id]);
  return app;
}

const comment = (content: string) => ({ actions: [{ type: "comment", content }] });
const REVIEW = { actions: [{ type: "change_status", status: "in_review" }] };

/** How often the agent has worked on this task, according to its briefing. */
function visitOf({ request: { briefing } }: PlainRun<unknown>): number {
  if (briefing.kind !== "task") return 0;
  const isOwn = ({ metadata = {} }: { metadata?: object }) =>
    "agent_name" in metadata && metadata.agent_name === briefing.agent_name;
  const starts = briefing.activity.entries.filter((entry) => entry.event_type === "agent_started");
  return starts.filter(isOwn).length;
}

test("it works on a task through whole passes, without a file and without a process", async () => {
  const read: unknown[] = [];
  await using app = await createPlainApp({
    Planner: (run) => {
      run.tell({ type: "text", text: "Thinking" });
      return answered(run, visitOf(run) === 1 ? comment("A plan") : { actions: [] });
    },
    Reviewer: (run) => {
      read.push(run.request.briefing);
      return answered(run, visitOf(run) === 1 ? { actions: [{ type: "skip" }] } : REVIEW);
    },
  });
  const task = await app.createTask({ summary: "Fix login" });
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(["Planner: A plan"]);
  expect(await app.task(task.id)).toMatchObject({ status: "in_review", pass_count: 2 });
  expect(read[0]).toMatchObject({
    kind: "task",
    summary: "Fix login",
    role: "Reviewer",
    other_agents: ["Planner"],
    comments: { entries: [{ author: "Planner", content: "A plan" }], left_out: 0 },
  });
  const runs = await app.runs(task.id);
  expect(runs.map(({ agent_name, status, pid }) => [agent_name, status, pid])).toEqual([
    ["Planner", "succeeded", null],
    ["Reviewer", "succeeded", null],
    ["Planner", "succeeded", null],
    ["Reviewer", "succeeded", null],
  ]);
  const transcript = await app.get<{ type: string }[]>(`/api/runs/${runs[0]!.id}/transcript`);
  expect(transcript.map(({ type }) => type)).toEqual(["started", "text", "finished"]);
  expect(readdirSync(app.tempDir)).toEqual([`malamar_task_${task.id}`]);
});

test("its input to an agent is kept and previewed, too", async () => {
  await using app = await createPlainApp({ Planner: (run) => answered(run, REVIEW) });
  const task = await app.createTask({ summary: "Fix login" });
  await app.taskWorkers.drain();
  const [run] = await app.runs(task.id);
  const given = await app.text(`/api/runs/${run!.id}/input`);
  expect(given).toStartWith("# Briefing");
  expect(given).toContain('"summary": "Fix login"');
  const preview = await app.text(`/api/agents/${run!.agent_id}/input?task_id=${task.id}`);
  expect(preview).toStartWith("# Briefing");
});

test("a failure is reported in its own words, and retried at growing intervals", async () => {
  const time = virtualTime();
  await using app = await createPlainApp(
    {
      Planner: (run) => {
        if (visitOf(run) > 2) return answered(run, REVIEW);
        if (visitOf(run) === 2) return answered(run, { actions: "none" });
        const diagnosis = { cause: "network", advice: "Look at it.", needsUser: false } as const;
        const failure = { kind: "reported_error", message: "No model", exitCode: null } as const;
        return { kind: "failed", failure: { ...failure, diagnosis } };
      },
    },
    time,
  );
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const again = "Malamar retries automatically, at growing intervals.";
  const first = `No model\n\nLook at it. ${again}`;
  expect(await app.said(task.id)).toEqual([`System: ${first}`]);
  expect(await app.task(task.id)).toMatchObject({ failure_count: 1, wait_reason: "backoff" });
  time.advance(1000);
  await app.taskWorkers.drain();
  expect(await app.task(task.id)).toMatchObject({
    failure_count: 2,
    last_error: expect.stringContaining("The answer makes no sense: actions: "),
  });
  time.advance(2000);
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
  expect((await app.runs(task.id)).map((run) => run.failure_kind)).toEqual([
    "network",
    "output_invalid",
    null,
  ]);
});

test("tasks wait for its quota under its own id and name", async () => {
  const time = virtualTime();
  await using app = await createPlainApp(
    {
      Planner: (run) =>
        visitOf(run) === 1
          ? { kind: "quota", resetsAt: IN_TWO_HOURS, message: "Enough for now", exitCode: null }
          : answered(run, REVIEW),
    },
    time,
  );
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual([
    `System: Plain quota reached, resumes at ${IN_TWO_HOURS}. Enough for now`,
  ]);
  const waiting = { wait_reason: "quota", wait_cli: "plain", retry_at: IN_TWO_HOURS } as const;
  expect(await app.task(task.id)).toMatchObject({ ...waiting, pass_count: 0 });
  expect(await app.get<AttentionItem[]>("/api/attention")).toMatchObject([
    { reason: "quota", detail: `Plain quota, resumes at ${IN_TWO_HOURS}` },
  ]);
  const other = await app.createTask({ summary: "Other" });
  await app.taskWorkers.drain();
  expect(await app.task(other.id)).toMatchObject(waiting);
  expect(await app.runs(other.id)).toEqual([]);
  expect(app.db.query("SELECT cli_type FROM cli_quotas").all()).toEqual([{ cli_type: "plain" }]);
  time.advance(2 * 60 * 60 * 1000);
  await app.taskWorkers.drain();
  expect((await app.task(task.id)).status).toBe("in_review");
});

test("a cancel ends it, and nothing that it says afterwards counts", async () => {
  await using app = await createPlainApp({
    Planner: async (run) => {
      await run.aborted;
      return answered(run, comment("Too late"));
    },
  });
  const task = await app.createTask();
  while ((await app.runs(task.id)).length === 0) await Bun.sleep(1);
  await app.cancel(task.id);
  expect(await app.runs(task.id)).toMatchObject([{ status: "cancelled" }]);
  expect((await app.said(task.id)).filter((said) => said.includes("Too late"))).toEqual([]);
});

test("it answers in a chat, and its actions are done", async () => {
  await using app = await createPlainApp({
    Planner: (run) => {
      const { briefing } = run.request;
      const asked = briefing.kind === "chat" ? briefing.messages.at(-1)!.content : "";
      const actions = [{ type: "rename_chat", title: "Greetings" }];
      return answered(run, { message: `You said: ${asked}`, actions });
    },
  });
  const { id } = await app.startChat({ agent_id: app.agentNamed("Planner").id });
  const chat = await app.ask(id, "Hello");
  expect(saidIn(chat)).toEqual(["user: Hello", "agent: You said: Hello"]);
  expect(chat.title).toBe("Greetings");
  expect(readdirSync(app.tempDir)).toEqual([`malamar_chat_${id}`]);
});

test("it learns what its agent may do besides its answer, and what ends it", async () => {
  const told: unknown[] = [];
  await using app = await createPlainApp({
    Planner: (run) => {
      const { tools, limits, briefing } = run.request;
      told.push({ tools, limits });
      return answered(run, briefing.kind === "task" ? REVIEW : { message: "Hello" });
    },
  });
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, {
    body: { run_timeout_minutes: 30, idle_timeout_minutes: 5 },
  });
  await app.createTask({ summary: "Fix login" });
  await app.taskWorkers.drain();
  const { id } = await app.startChat({ agent_id: app.agentNamed("Planner").id });
  await app.ask(id, "Hello");
  expect(told).toEqual([
    { tools: [], limits: { run_timeout_minutes: 30, idle_timeout_minutes: 5 } },
    {
      tools: ["rename_chat", "create_task"],
      limits: { run_timeout_minutes: 30, idle_timeout_minutes: 5 },
    },
  ]);
});

test("an obstacle to a run's start is reported in its words", async () => {
  await using app = await createPlainApp({ Planner: (run) => answered(run, REVIEW) });
  await app.call("PUT", `/api/workspaces/${app.workspace.id}`, {
    body: { working_directory_mode: "static", working_directory_path: "/no/such/place" },
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual([
    "System: Plain could not begin: working directory does not exist: /no/such/place",
  ]);
});

test("an agent that nothing here can execute says so on its task", async () => {
  await using app = await createChatApp({ team: { Planner: skip } });
  app.db.run("UPDATE agents SET cli_type = 'gone'");
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual([
    'System: Malamar could not finish this pass: No engine here runs agents of the type "gone"',
  ]);
});
