import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { startRunsServer } from "../harness/runs-server.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";
import { shellProgram } from "../harness/shell-program.ts";

const TASKS = 2400;
const MINUTE_MS = 60_000;
/** 1 % of a core. */
const MOST_CPU_MS = 600;
const MOST_STARTS = 5;

const cpu = (trouble: string) =>
  ({
    name: `broken CLI: CPU in a minute with ${TASKS} tasks on one that is ${trouble}`,
    unit: "ms",
    better: "lower",
    bound: MOST_CPU_MS,
    bounded: "malamar",
  }) as const;

export const brokenCli: Scenario = {
  rows: [
    cpu("missing"),
    cpu("not logged in"),
    {
      name: "broken CLI: starts of the one that is not logged in, until that minute has passed",
      unit: "starts",
      better: "lower",
      bound: MOST_STARTS,
      bounded: "malamar",
    },
  ],
  mostRounds: 1,
  onDemand: "it takes some four minutes",
  note: () =>
    "broken CLI: the time that the server spends on the processor in the minute after the last task was " +
    "created. Bare: the same server without a task.",
  bare: () => variant(0),
  malamar: () => variant(TASKS),
};

async function variant(tasks: number): Promise<Variant> {
  const folder = temporaryFolder();
  const starts = join(folder, "starts");
  const refused = shellProgram(folder, [
    `echo >>${starts}`,
    'echo "Not logged in · Please run /login"',
    "exit 1",
  ]);
  return {
    round: async () => {
      const missing = await minute(join(folder, "missing"), tasks);
      const notLoggedIn = await minute(refused, tasks);
      return [missing, notLoggedIn, existsSync(starts) ? readFileSync(starts).length : 0];
    },
    close: async () => removeFolder(folder),
  };
}

/** Processor time in milliseconds. */
async function minute(program: string, tasks: number): Promise<number> {
  const server = await startRunsServer(program, []);
  const team = await server.createTeam(1);
  for (let at = 0; at < tasks; at++) await server.createTask(team);
  const before = await server.ask("cpu");
  await Bun.sleep(MINUTE_MS);
  const spent = (await server.ask("cpu")) - before;
  await server.close();
  return spent;
}
