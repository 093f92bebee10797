import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { CliType } from "@malamar/contract/cli.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { createCliEngines } from "#engines/cli/registry.ts";

/** The last line of a CLI after success. */
const LAST_WORDS = {
  claude: `{"type":"result","subtype":"success","is_error":false,"result":"ok","session_id":"s-1","total_cost_usd":0.5,"usage":{"input_tokens":10,"output_tokens":5}}`,
  codex: `{"type":"turn.completed","usage":{"input_tokens":10,"cached_input_tokens":0,"output_tokens":5}}`,
  gemini: `{"type":"result","status":"success","stats":{"input_tokens":10,"output_tokens":5,"cached":0}}`,
  opencode: `{"type":"step_finish","part":{"reason":"stop","tokens":{"input":10,"output":5,"reasoning":0,"cache":{"read":0,"write":0}},"cost":0.5}}`,
};

/**
 * Takes the input's path out of the prompt and the output's path out of the input, as a model
 * would.
 */
const READ_PATHS = `
for word in "$@"; do case "$word" in "Read the file at "*)
  input=\${word#Read the file at }; input=\${input% and follow the instruction autonomously.};; esac; done
output=$(sed -n 's/^Write your response as JSON to: //p' "$input")
`;

test.each(Object.entries(LAST_WORDS))(
  "a program called %s on the PATH is an agent's CLI",
  async (cli, lastWord) => {
    using dir = tempDir();
    fakeProgram(
      dir.path,
      cli,
      `if [ "$1" = --version ]; then echo 1.2.3; exit; fi
       ${READ_PATHS}
       env > "$PWD/env"
       echo '{"actions":[{"type":"comment","content":"From a process"},{"type":"change_status","status":"in_review"}]}' > "$output"
       echo '${lastWord}'`,
    );
    await using app = await createLoopApp({
      createEngines: createCliEngines,
      environment: { PATH: `${dir.path}:/usr/bin:/bin`, HOME: dir.path },
    });
    await app.createAgent(app.workspace.id, { name: "Planner", cli_type: cli as CliType });
    const task = await app.createTask();
    await app.taskWorkers.drain();
    expect(await app.said(task.id)).toEqual(["Planner: From a process"]);
    const [run] = await app.runs(task.id);
    expect(run).toMatchObject({
      cli_type: cli,
      status: "succeeded",
      exit_code: 0,
      pid: expect.any(Number),
      process_started_at: expect.any(String),
      input_tokens: 10,
      output_tokens: 5,
    });
    const env = await Bun.file(
      join(run!.task_id ? (await app.task(task.id)).working_directory! : "", "env"),
    ).text();
    const malamar = env
      .split("\n")
      .filter((line) => line.startsWith("MALAMAR_"))
      .toSorted();
    expect(malamar).toEqual([
      expect.stringMatching(/^MALAMAR_INSTALLATION_ID=[0-9a-f]{16}$/),
      `MALAMAR_RUN_ID=${run!.id}`,
    ]);
  },
);

test("a CLI gets the user's own variables, which override inherited ones", async () => {
  using dir = tempDir();
  mkdirSync(join(dir.path, "custom"));
  const binary_path = fakeProgram(
    join(dir.path, "custom"),
    "my-claude",
    `${READ_PATHS}
     printf '{"actions":[{"type":"comment","content":"%s %s"},{"type":"change_status","status":"in_review"}]}' "$FLAVOUR" "$INHERITED" > "$output"
     echo '${LAST_WORDS.claude}'`,
  );
  await using app = await createLoopApp({
    createEngines: createCliEngines,
    environment: { PATH: "/usr/bin:/bin", FLAVOUR: "sour", INHERITED: "yes" },
  });
  await app.call("PUT", "/api/settings", {
    body: { cli_settings: { claude: { binary_path, env_vars: { FLAVOUR: "sweet" } } } },
  });
  await app.createAgent(app.workspace.id, { name: "Planner", cli_type: "claude" });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual(["Planner: sweet yes"]);
});

test.each<[string, string, string]>([
  ["exits with a code", "echo 'no credit' >&2; exit 3", "CLI exited with code 3. no credit"],
  ["is killed", "kill -SEGV $$", "CLI was killed by signal SIGSEGV"],
  [
    "reports an error in its last words",
    `echo '{"type":"result","subtype":"success","is_error":true,"result":"API Error: 401"}'`,
    "CLI reported an error: API Error: 401",
  ],
  [
    "exits with a code after its last words",
    `echo '{"type":"result","subtype":"success","is_error":true,"result":"API Error: 401"}'; exit 1`,
    "CLI exited with code 1. API Error: 401",
  ],
])("a CLI that %s", async (_name, script, expected) => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", script);
  await using app = await createLoopApp({
    createEngines: createCliEngines,
    environment: { PATH: `${dir.path}:/usr/bin:/bin` },
  });
  await app.createAgent(app.workspace.id, { name: "Planner", cli_type: "claude" });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual([`System: ${expected}`]);
});

test("a CLI that does not exist", async () => {
  await using app = await createLoopApp({
    createEngines: createCliEngines,
    environment: { PATH: "" },
  });
  await app.createAgent(app.workspace.id, { name: "Planner", cli_type: "codex" });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual([
    expect.stringMatching(
      /^System: CLI could not be started: Binary not found in PATH\n\nInstall Codex CLI/,
    ),
  ]);
});

test("a CLI that exits with 0 and says nothing has not succeeded", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", `${READ_PATHS} echo '{"actions":[]}' > "$output"`);
  await using app = await createLoopApp({
    createEngines: createCliEngines,
    environment: { PATH: `${dir.path}:/usr/bin:/bin` },
  });
  await app.createAgent(app.workspace.id, { name: "Planner", cli_type: "claude" });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect((await app.said(task.id))[0]).toStartWith("System: CLI reported an error: ");
});

test("the session that a CLI names is kept with the run", async () => {
  using dir = tempDir();
  fakeProgram(
    dir.path,
    "claude",
    `${READ_PATHS} echo '{"actions":[]}' > "$output"; echo '${LAST_WORDS.claude}'`,
  );
  await using app = await createLoopApp({
    createEngines: createCliEngines,
    environment: { PATH: `${dir.path}:/usr/bin:/bin` },
  });
  await app.createAgent(app.workspace.id, { name: "Planner", cli_type: "claude" });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.runs(task.id)).toMatchObject([{ status: "succeeded", cli_session_id: "s-1" }]);
});
