import { startChild } from "../harness/child-process.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { latencies, warmUp } from "../harness/http-latency.ts";
import { benchApp, USER } from "../harness/malamar-app.ts";
import { agentInput } from "../harness/rows-variant.ts";
import { startRunsServer } from "../harness/runs-server.ts";
import type { Sampled, Scenario, Variant } from "../harness/scenario.ts";
import { shellProgram } from "../harness/shell-program.ts";
import { startStamps } from "../harness/stamps.ts";

const RUNS = 100;
/** Three rounds of this: 15 seconds with 100 runs on each side. */
const ROUND_MS = 5000;
/** Too little for anyone to notice, and several times what two busy cores measured (0.5 to 1.6). */
const BOUND_MS = 5;
/** A program that nobody ends will end on its own. */
const MOST_LINES = 60;

const name = `${RUNS} runs at once`;

export const hundredRuns: Scenario = {
  rows: [
    {
      name: `${name}: an answer of the API, 95 %`,
      unit: "ms",
      better: "lower",
      bound: BOUND_MS,
      bounded: "difference",
      quantile: 0.95,
    },
    {
      name: `${name}: delay of the event loop, 99 %`,
      unit: "ms",
      better: "lower",
      bound: BOUND_MS,
      bounded: "difference",
    },
  ],
  mostRounds: 3,
  note: () =>
    `${name}: one in each of ${RUNS} workspaces, each writing a line a second. The API is asked from ` +
    "another process for the tasks of a workspace, about 45 times a second. Bare: a server that has " +
    `started the same ${RUNS} programs, only empties their pipes, and answers a text of the same size.`,
  bare: () => variant(bareRound),
  malamar: () => variant(malamarRound),
};

interface Program {
  path: string;
  /** The pipe into which it reports its start. */
  stamps: string;
  allStarted: () => Promise<void>;
}

type Round = (program: Program) => Promise<readonly Sampled[]>;

/** Every round starts its runs and ends them: those of the other side must not disturb it. */
async function variant(round: Round): Promise<Variant> {
  const folder = temporaryFolder();
  const stamps = await startStamps();
  const program = {
    path: shellProgram(folder, SCRIPT),
    stamps: stamps.path,
    allStarted: async () => {
      for (let at = 0; at < RUNS; at++) await stamps.next("started");
    },
  };
  return {
    round: () => round(program),
    close: async () => {
      await stamps.close();
      removeFolder(folder);
    },
  };
}

/** It gets the path for an answer that it never gives. */
const SCRIPT = [
  'echo started >"$2"',
  "said=0",
  `while [ $said -lt ${MOST_LINES} ]; do`,
  `  echo '${JSON.stringify(aLine())}' || exit`,
  "  said=$((said + 1))",
  "  /bin/sleep 1",
  "done",
];

function aLine(): object {
  const content = [{ type: "text", text: "Reading the tests of the login form first. ".repeat(8) }];
  return {
    type: "assistant",
    message: { id: "msg_1", type: "message", role: "assistant", content },
    parent_tool_use_id: null,
    session_id: "2c37a1f0-6b1e-4f0e-9d0a-3f1f5a1f4c11",
  };
}

async function bareRound({ path, stamps, allStarted }: Program): Promise<readonly Sampled[]> {
  const args = [await sampleAnswer(), `${RUNS}`, path, "/dev/null", stamps];
  const server = await startChild("bare-runs-server", args, "SIGTERM");
  await allStarted();
  const sampled = await sample(server.ask, () => `http://127.0.0.1:${server.ready}/`);
  await server.close();
  return sampled;
}

async function malamarRound({ path, stamps, allStarted }: Program): Promise<readonly Sampled[]> {
  const server = await startRunsServer(path, [stamps]);
  const teams = await Promise.all(Array.from({ length: RUNS }, () => server.createTeam(1)));
  await Promise.all(teams.map((id) => server.createTask(id)));
  await allStarted();
  const sampled = await sample(
    server.ask,
    (at) => `http://127.0.0.1:${server.port}/api/workspaces/${teams[at % RUNS]!}/tasks`,
  );
  await server.close();
  return sampled;
}

async function sample(
  ask: (word: string) => Promise<number>,
  addressOf: (at: number) => string,
): Promise<readonly Sampled[]> {
  await warmUp(addressOf);
  await ask("watch loop");
  const times = await latencies(addressOf, ROUND_MS);
  return [times, await ask("loop delay")];
}

/** What Malamar answers for a workspace with one task. */
async function sampleAnswer(): Promise<string> {
  const folder = temporaryFolder();
  const app = await benchApp(folder);
  const { id } = app.workspaceService.create(USER, { title: "Bench" });
  app.agentService.create(USER, id, agentInput(1));
  app.taskService.create(USER, id, { summary: "Fix login" });
  const answer = JSON.stringify(app.taskService.list(id, {}).rows);
  await app.stop();
  removeFolder(folder);
  return answer;
}
