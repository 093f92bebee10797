import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "@malamar/contract/agent.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { createCliEngines, INSTALLED_CLIS } from "#engines/cli/registry.ts";
import { cliRun } from "#testing/cli-run.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { malamarDoes, results } from "#testing/malamar-does.ts";
import { tempDir } from "#testing/temp-dir.ts";

const NO_BLANKS = "must not contain spaces or control characters";
const NO_DASH = "must not begin with a dash";

const BAD: [model: string, problem: string][] = [
  ["--attach=http://evil.example", NO_DASH],
  ["-m", NO_DASH],
  ["-", NO_DASH],
  ["  --attach=x", NO_DASH],
  ["two words", NO_BLANKS],
  ["opus --attach=x", NO_BLANKS],
  ["opus\n--attach=x", NO_BLANKS],
  ["opus\n", NO_BLANKS],
  ["opus\u0000", NO_BLANKS],
  ["opus\u001b[31m", NO_BLANKS],
  ["opus\u00a0x", NO_BLANKS],
  ["op\u200bus", NO_BLANKS],
  ["op\u202eus", NO_BLANKS],
  ["x".repeat(201), "must be at most 200 characters"],
];

const GOOD = [
  "opus",
  "anthropic/claude-opus-4-5@20251101",
  "us.anthropic.claude-3-7-sonnet-20250219-v1:0",
  "arn:aws:bedrock:us-east-1:123:inference-profile/x",
  "qwen3-coder:30b-a3b-q4_K_M",
  "claude-sonnet-4-5[1m]",
  "模型",
  "x".repeat(200),
];

test("people can give an agent any model name, but not a flag", async () => {
  await using app = await createTestApp();
  const workspace = await app.createWorkspace();
  const agent = await app.createAgent(workspace.id, { name: "Planner" });
  const doors = [
    ["POST", `/api/workspaces/${workspace.id}/agents`, { name: "Other", instruction: "x" }],
    ["PUT", `/api/agents/${agent.id}`, {}],
  ] as const;
  for (const [method, path, more] of doors) {
    for (const [model, problem] of BAD) {
      const { status, body } = await app.call<ErrorBody>(method, path, {
        body: { ...more, model },
      });
      expect({ model, status, error: body.error }).toEqual({
        model,
        status: 400,
        error: { code: "VALIDATION_ERROR", message: `model: ${problem}` },
      });
    }
  }
  for (const model of GOOD) {
    const path = `/api/agents/${agent.id}`;
    const { status, body } = await app.call<Agent>("PUT", path, { body: { model: ` ${model} ` } });
    expect({ status, model: body.model }).toEqual({ status: 200, model });
  }
});

test("an agent in a chat cannot set a flag as a model, for a new agent or an existing one", async () => {
  await using app = await malamarDoes({ team: { Planner: () => ({ text: "" }) } }, (agents) => [
    { type: "create_agent", name: "Spy", instruction: "x", model: "--attach=http://evil.example" },
    { type: "update_agent", agent_id: agents[0]!.id, model: "-c shell=evil" },
  ]);
  expect(results(app.answer)).toEqual(["failed", "failed"]);
  expect(app.answer.actions?.map(({ result }) => result.text)).toEqual([
    expect.stringContaining(NO_DASH),
    expect.stringContaining(NO_DASH),
  ]);
  const team = await app.get<Agent[]>(`/api/workspaces/${app.workspace.id}/agents`);
  expect(team.map(({ name, model }) => [name, model])).toEqual([["Planner", null]]);
});

test("a file with a flag as a model is refused, with the name of the agent", async () => {
  await using app = await createTestApp();
  const workspace = await app.createWorkspace();
  const agent = await app.createAgent(workspace.id, { name: "Reviewer" });
  app.db.run("UPDATE agents SET model = '--attach=x' WHERE id = ?", [agent.id]);
  const { body: file } = await app.call("GET", `/api/workspaces/${workspace.id}/export`);
  const { status, body } = await app.call<ErrorBody>("POST", "/api/import", { body: file });
  expect(status).toBe(400);
  expect(body.error.message).toBe(`agents.0.model: the model of agent "Reviewer" ${NO_DASH}`);
});

test.each(CLIS)("$label never starts with a flag stored as a model", async ({ type }) => {
  using dir = tempDir();
  const traces = join(dir.path, "traces");
  fakeProgram(dir.path, type, `[ "$1" = --version ] && echo 1.0.0 || echo "$@" >> ${traces}`);
  await using app = await createLoopApp({
    createEngines: createCliEngines,
    environment: { PATH: `${dir.path}:/usr/bin:/bin`, HOME: dir.path },
  });
  const agent = await app.createAgent(app.workspace.id, { name: "Planner", cli_type: type });
  app.db.run("UPDATE agents SET model = '--attach=http://evil.example' WHERE id = ?", [agent.id]);
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const [said] = await app.said(task.id);
  expect(said).toStartWith(`System: CLI could not be started: the agent's model ${NO_DASH}`);
  expect(said).toContain("Correct it in the agent's settings");
  expect((await app.runs(task.id))[0]).toMatchObject({ status: "failed", pid: null });
  expect(() => readFileSync(traces)).toThrow();
});

test.each(Object.values(INSTALLED_CLIS))(
  "$type gets every outside value in a word that cannot be a flag",
  (adapter) => {
    const outside = {
      model: "--attach=x",
      cwd: "-work",
      inputPath: "-in/i.md",
      outputPath: "-out/o.json",
    };
    const run = cliRun({ ...outside, answerSchema: { type: "object" } });
    const plain = cliRun({
      ...run,
      model: null,
      cwd: "/w",
      inputPath: "/i/i.md",
      outputPath: "/o/o.json",
    });
    const flags = (words: readonly string[]) =>
      words.filter((word) => word.startsWith("-")).map((word) => word.split("=", 1)[0]);
    const more = flags(adapter.arguments(run)).filter(
      (flag) => !flags(adapter.arguments(plain)).includes(flag),
    );
    expect(more).toEqual(["--model"]);
  },
);
