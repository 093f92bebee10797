import { startChild } from "../harness/child-process.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { latencies, warmUp } from "../harness/http-latency.ts";
import { mostClients } from "../harness/open-file-limit.ts";
import { startRunsServer } from "../harness/runs-server.ts";
import type { Sampled, Scenario, Variant } from "../harness/scenario.ts";
import { shellProgram } from "../harness/shell-program.ts";
import { startStamps } from "../harness/stamps.ts";
import type { ChildName } from "../servers/index.ts";

const RUNS = 20;
const WANTED_STREAMS = 5000;
const STREAMS = mostClients(WANTED_STREAMS);
const ROUND_MS = 5000;

const name = `a request beside ${RUNS} runs and ${STREAMS} event streams`;
const firstName = "the first request of a connection beside them";

export const besideRunsAndStreams: Scenario = {
  rows: [
    { name, unit: "ms", better: "lower", bound: 1.1 },
    { name: firstName, unit: "ms", better: "lower", bound: null },
  ],
  mostRounds: 3,
  note: () =>
    `${name}: GET /api/health over a connection that stays open, about 45 times a second. Malamar asks ` +
    "the kernel each time whether a run sends it. Bare: the same Malamar, which does not ask. " +
    `${firstName}: Malamar looks for it among the open files of every process of every run.` +
    (STREAMS < WANTED_STREAMS
      ? ` Only ${STREAMS} of ${WANTED_STREAMS} streams: ulimit -n allows no more.`
      : ""),
  bare: () => variant("malamar-trusting-runs-server"),
  malamar: () => variant("malamar-runs-server"),
};

/** Every round has a server of its own: the runs of the other side shall not disturb. */
async function variant(server: ChildName): Promise<Variant> {
  const folder = temporaryFolder();
  const stamps = await startStamps();
  const program = shellProgram(folder, SCRIPT);
  return {
    round: () => round(server, program, stamps.path, () => stamps.next("started")),
    close: async () => {
      await stamps.close();
      removeFolder(folder);
    },
  };
}

/** It gets the path for an answer that it never gives, and ends by itself if nobody ends it. */
const SCRIPT = ['echo started >"$2"', "exec /bin/sleep 120"];

async function round(
  name: ChildName,
  program: string,
  stamps: string,
  started: () => Promise<number>,
): Promise<Sampled[]> {
  const server = await startRunsServer(program, [stamps], name);
  const clients = await startChild("event-clients", [`${server.port}`, `${STREAMS}`, "quiet"]);
  for (let at = 0; at < RUNS; at++) await server.createTask(await server.createTeam(1));
  for (let at = 0; at < RUNS; at++) await started();
  const address = () => `http://127.0.0.1:${server.port}/api/health`;
  await warmUp(address);
  const times = await latencies(address, ROUND_MS);
  const firstTimes = await latencies(address, ROUND_MS, "a new connection each");
  await clients.close();
  await server.close();
  return [times, firstTimes];
}
