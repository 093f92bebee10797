import { startChild, type Child } from "../harness/child-process.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { latencies, warmUp } from "../harness/http-latency.ts";
import { mostClients } from "../harness/open-file-limit.ts";
import { startRunsServer } from "../harness/runs-server.ts";
import type { Sampled, Scenario, Variant } from "../harness/scenario.ts";
import { shellProgram } from "../harness/shell-program.ts";
import { startStamps } from "../harness/stamps.ts";

const RUNS = 20;
const WANTED_STREAMS = 5000;
const STREAMS = mostClients(WANTED_STREAMS);
const ROUND_MS = 4000;

const name = `a request beside ${RUNS} runs and ${STREAMS} event streams`;
const firstName = "the first request of a connection beside them";

export const besideRunsAndStreams: Scenario = {
  rows: [
    { name, unit: "ms", better: "lower", bound: 1.1 },
    { name: firstName, unit: "ms", better: "lower", bound: null },
  ],
  mostRounds: 5,
  note: () =>
    `${name}: GET /api/health over a connection that stays open, about 45 times a second. Malamar asks ` +
    "the kernel each time whether a run sends it. Bare: the same server, told not to ask. " +
    `${firstName}: Malamar looks for it among the open files of every process of every run.` +
    (STREAMS < WANTED_STREAMS
      ? ` Only ${STREAMS} of ${WANTED_STREAMS} streams: ulimit -n allows no more.`
      : ""),
  bare: () => variant("trust"),
  malamar: () => variant("ask"),
};

/** The one server of both sides: two would differ by more than what is measured. */
let shared: { server: Promise<BusyServer>; users: number } | null = null;

async function variant(word: "ask" | "trust"): Promise<Variant> {
  const place = (shared ??= { server: startBusyServer(), users: 0 });
  place.users++;
  const { port, ask, close } = await place.server;
  const address = () => `http://127.0.0.1:${port}/api/health`;
  return {
    round: async (): Promise<Sampled[]> => {
      await ask(word);
      await warmUp(address);
      const times = await latencies(address, ROUND_MS);
      return [times, await latencies(address, ROUND_MS, "a new connection each")];
    },
    close: async () => {
      if (--place.users > 0) return;
      shared = null;
      await close();
    },
  };
}

/** It gets the path for an answer that it never gives, and ends by itself if nobody ends it. */
const SCRIPT = ['echo started >"$2"', "exec /bin/sleep 300"];

interface BusyServer extends Pick<Child, "ask" | "close"> {
  port: number;
}

async function startBusyServer(): Promise<BusyServer> {
  const folder = temporaryFolder();
  const stamps = await startStamps();
  const program = shellProgram(folder, SCRIPT);
  const server = await startRunsServer(program, [stamps.path], "malamar-guarded-runs-server");
  const clients = await startChild("event-clients", [`${server.port}`, `${STREAMS}`, "quiet"]);
  for (let at = 0; at < RUNS; at++) await server.createTask(await server.createTeam(1));
  for (let at = 0; at < RUNS; at++) await stamps.next("started");
  return {
    port: server.port,
    ask: server.ask,
    close: async () => {
      await clients.close();
      await server.close();
      await stamps.close();
      removeFolder(folder);
    },
  };
}
