import { startRunsServer } from "../harness/runs-server.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";
import { stampingProgram } from "../harness/stamping-program.ts";

/** With seven rounds, 420 samples on each side. */
const STARTS = 60;

const name = "task created → CLI process started";

export const taskToProcess: Scenario = {
  rows: [
    { name: `${name}, median`, unit: "ms", better: "lower", bound: 5, bounded: "difference" },
    {
      name: `${name}, 95 %`,
      unit: "ms",
      better: "lower",
      bound: 20,
      bounded: "difference",
      quantile: 0.95,
    },
  ],
  note: () =>
    `${name}: from just before POST /api/workspaces/:id/tasks (over HTTP, from another process) until ` +
    "the program itself says that it has started, by writing to a named pipe as its first act. Bare: " +
    "from just before Bun.spawn of the same program with the same options until it says so. One task " +
    "at a time, each in a loop at rest. A loop that only polls once a second has a median of 496 ms.",
  bare: async () => {
    const program = await stampingProgram();
    return variant(
      program,
      () => program.runBare(),
      () => program.close(),
    );
  },
  malamar: async () => {
    const program = await stampingProgram();
    const server = await startRunsServer(program.path, [program.stamps.path]);
    const workspaceId = await server.createTeam(1);
    return variant(
      program,
      () => server.workTask(workspaceId),
      async () => {
        await server.close();
        await program.close();
      },
    );
  },
};

function variant(
  { stamps }: Awaited<ReturnType<typeof stampingProgram>>,
  work: () => Promise<void>,
  close: () => Promise<void>,
): Variant {
  return {
    round: async () => {
      const times: number[] = [];
      for (let at = 0; at < STARTS; at++) {
        stamps.say("asked");
        await work();
        const askedAt = await stamps.next("asked");
        times.push((await stamps.next("started")) - askedAt);
        await stamps.next("ended");
      }
      return [times, times];
    },
    close,
  };
}
