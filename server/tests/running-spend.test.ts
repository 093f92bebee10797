import { expect, test } from "bun:test";
import type { CliType } from "@malamar/contract/cli.ts";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { createCliEngines } from "#engines/cli/registry.ts";
import { expectTripped, settled } from "#testing/guard-checks.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { createLoopApp, type LoopApp } from "#testing/loop-app.ts";
import { openCodeDatabase } from "#testing/opencode-database.ts";
import { asksForReview, hangs, type Part } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

/** A workspace with a token limit, and one agent on a program that is this script. */
async function startWith(dir: string, cli: CliType, script: string) {
  fakeProgram(dir, cli, `[ "$1" = --version ] && { echo 1.2.3; exit; }\n${script}`);
  const time = virtualTime();
  const app = await createLoopApp({
    createEngines: createCliEngines,
    environment: { PATH: `${dir}:/usr/bin:/bin`, HOME: dir },
    workspace: { max_tokens: 5000 },
    ...time,
  });
  await app.createAgent(app.workspace.id, { name: "Planner", cli_type: cli });
  return { ...app, time };
}

interface Timed {
  time: ReturnType<typeof virtualTime>;
}

/** Figures are written shortly after they arrive; the guard waits far longer for a last word. */
async function firstRunWithFigures(app: LoopApp & Timed, taskId: string) {
  for (;;) {
    const [run] = await app.runs(taskId);
    if (run !== undefined && run.input_tokens !== null) return run;
    app.time.advance(100);
    await Bun.sleep(20);
  }
}

const STAYS = "exec tail -f /dev/null";

const SESSIONS: [cli: CliType, script: string][] = [
  [
    "claude",
    `echo '{"type":"assistant","message":{"id":"m-1","content":[{"type":"text","text":"Hm."}],"usage":{"input_tokens":2000,"cache_read_input_tokens":4000,"output_tokens":1}}}'`,
  ],
  [
    "codex",
    `day="$HOME/.codex/sessions/$(date +%Y/%m/%d)"; mkdir -p "$day"
     echo '{"type":"thread.started","thread_id":"t-1"}'
     echo '{"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":6000,"cached_input_tokens":4000,"output_tokens":1}}}}' > "$day/rollout-now-t-1.jsonl"`,
  ],
  [
    "gemini",
    `mkdir -p "$HOME/.gemini/tmp/here/chats"
     echo "{\\"projects\\":{\\"$(pwd -P)\\":\\"here\\"}}" > "$HOME/.gemini/projects.json"
     echo '{"type":"init","session_id":"12345678-90"}'
     echo '{"id":"a","type":"gemini","tokens":{"input":6000,"output":1,"cached":4000,"total":6001}}' > "$HOME/.gemini/tmp/here/chats/session-now-12345678.jsonl"`,
  ],
  [
    "opencode",
    `echo '{"type":"step_finish","part":{"reason":"tool-calls","tokens":{"input":2000,"output":1,"reasoning":0,"cache":{"read":4000,"write":0}},"cost":0}}'`,
  ],
  [
    "qwen",
    `chats="$HOME/.qwen/projects/$(pwd -P | tr -c 'a-zA-Z0-9\\n' -)/chats"; mkdir -p "$chats"
     echo '{"type":"system","subtype":"init","session_id":"s-1"}'
     echo '{"type":"system","subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"qwen-code.api_response","input_token_count":6000,"output_token_count":1,"cached_content_token_count":4000}}}' > "$chats/s-1.jsonl"`,
  ],
];

test.each(SESSIONS)(
  "what %s reports is shown while it works, and the guard ends it",
  async (cli, script) => {
    using dir = tempDir();
    await using app = await startWith(dir.path, cli, `${script}\n${STAYS}`);
    const { id } = await app.createTask();
    const figures = { input_tokens: 6000, output_tokens: 1, cached_tokens: 4000 };
    const told = { ...figures, is_estimated: false };
    expect(await firstRunWithFigures(app, id)).toMatchObject({ status: "running", ...told });
    expect((await app.task(id)).spend).toMatchObject({ ...figures, estimated_run_count: 0 });
    app.time.advance(5000);
    await app.taskWorkers.drain();
    await expectTripped(app, id, "max_tokens", "6001 tokens without your input (limit 5000)");
    expect(await app.runs(id)).toMatchObject([
      { status: "cancelled", failure_kind: "max_tokens", ...told },
    ]);
  },
);

test("the usage of OpenCode's subagents counts before it reports anything itself", async () => {
  using dir = tempDir();
  using database = openCodeDatabase(dir.path);
  database.set("s-1", null, 0);
  database.set("s-2", "s-1", 4);
  const begins = `echo '{"type":"step_start","sessionID":"s-1","part":{}}'`;
  await using app = await startWith(dir.path, "opencode", `${begins}\n${STAYS}`);
  const { id } = await app.createTask();
  const told = { input_tokens: 4936, output_tokens: 224, cost_usd: 1, is_estimated: false };
  expect(await firstRunWithFigures(app, id)).toMatchObject({ status: "running", ...told });
  app.time.advance(5000);
  await app.taskWorkers.drain();
  expect(await app.runs(id)).toMatchObject([{ failure_kind: "max_tokens", ...told }]);
});

test("a session that leads out of its folder is not followed", async () => {
  using dir = tempDir();
  await using app = await startWith(
    dir.path,
    "qwen",
    `mkdir -p "$HOME/.qwen/projects"
     echo '{"type":"system","subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"qwen-code.api_response","input_token_count":6000}}}' > "$HOME/.qwen/projects/other.jsonl"
     mkdir -p "$HOME/.qwen/projects/$(pwd -P | tr -c 'a-zA-Z0-9\\n' -)/chats"
     echo '{"type":"system","subtype":"init","session_id":"../../other"}'
     exit 1`,
  );
  const { id } = await app.createTask();
  while ((await app.runs(id))[0]?.status !== "failed") await Bun.sleep(20);
  expect((await app.runs(id))[0]).toMatchObject({ input_tokens: null, is_estimated: false });
});

test.each([
  ["tells nothing", ""],
  ["tells no tokens of any model", `,"model_usage_since_last_result":{},"total_cost_usd":0`],
  ["tells zeros", `,"usage":{"input_tokens":0,"output_tokens":0},"total_cost_usd":0`],
])("the usage of a CLI that %s is estimated, and limited by that", async (_name, last) => {
  using dir = tempDir();
  await using app = await startWith(
    dir.path,
    "claude",
    `echo '{"type":"assistant","message":{"content":[{"type":"text","text":"Hm."}]}}'
     echo '{"type":"result","subtype":"success","is_error":false,"result":"ok"${last}}'`,
  );
  const { id } = await app.createTask();
  await app.taskWorkers.drain();
  const [run] = await app.runs(id);
  expect(run).toMatchObject({ is_estimated: true, cost_usd: null });
  expect(run!.input_tokens).toBeGreaterThan(5000);
  expect((await app.task(id)).spend).toMatchObject({ estimated_run_count: 1 });
  expect(await app.said(id)).toContainEqual(expect.stringMatching(/Stopped after \d+ tokens /));
  const transcript = await app.get<TranscriptEvent[]>(`/api/runs/${run!.id}/transcript`);
  expect(transcript.find(({ type }) => type === "usage")).toMatchObject({ is_estimated: true });
});

const tells =
  (input_tokens: number, is_estimated: boolean): Part =>
  (turn) => {
    const rest = { output_tokens: 0, cached_tokens: null, cost_usd: null };
    turn.tell({ type: "usage", input_tokens, ...rest, is_estimated });
    return hangs(turn);
  };

test("a real figure below the limit reverses what a higher estimate has begun", async () => {
  const time = virtualTime();
  let real = () => {};
  await using app = await createLoopApp({
    team: {
      Planner: (turn) => {
        real = () => void tells(100, false)(turn);
        return tells(6000, true)(turn);
      },
    },
    workspace: { max_tokens: 5000 },
    ...time,
  });
  const { id } = await app.createTask();
  await firstRunWithFigures({ ...app, time }, id);
  real();
  await settled();
  time.advance(60_000);
  await settled();
  expect(await app.runs(id)).toMatchObject([
    { status: "running", input_tokens: 100, is_estimated: false },
  ]);
});

test("a run above its limit may call one more tool, for its answer, and is ended at the second", async () => {
  const calls =
    (count: number): Part =>
    async (turn) => {
      turn.tell({
        type: "usage",
        input_tokens: 6000,
        output_tokens: 0,
        cached_tokens: null,
        cost_usd: null,
      });
      for (let at = 0; at < count; at++) {
        turn.tell({ type: "tool_call", id: `t-${at}`, name: "Bash", input: {} });
      }
      await settled();
      return asksForReview(turn);
    };
  await using app = await createLoopApp({
    team: { Planner: calls(1) },
    workspace: { max_tokens: 5000 },
    ...virtualTime(),
  });
  const answers = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.runs(answers.id)).toMatchObject([{ status: "succeeded" }]);
  app.script.parts["Planner"] = async (turn) => {
    await calls(2)(turn);
    return hangs(turn);
  };
  const worksOn = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.runs(worksOn.id)).toMatchObject([
    { status: "cancelled", failure_kind: "max_tokens" },
  ]);
});
