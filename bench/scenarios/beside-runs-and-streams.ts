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
const TURNS = 10;
const TURN_MS = 400;

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

type Side = "ask" | "trust";

/** The one server of both sides: two servers would differ by more than what is measured. */
let shared: { server: Promise<BusyServer>; users: number } | null = null;

async function variant(side: Side): Promise<Variant> {
  const place = (shared ??= { server: startBusyServer(), users: 0 });
  place.users++;
  const server = await place.server;
  return {
    round: () => server.measure(side),
    close: async () => {
      if (--place.users > 0) return;
      shared = null;
      await server.close();
    },
  };
}

/** Both sides in turns of a fraction of a second, so that any other load affects both alike. */
function createTurns(port: number, ask: Child["ask"]) {
  const address = () => `http://127.0.0.1:${port}/api/health`;
  const left = new Map<Side, Sampled[]>();

  async function measureBoth(): Promise<void> {
    const times: Record<Side, [number[], number[]]> = { ask: [[], []], trust: [[], []] };
    for (let turn = 0; turn < TURNS; turn++) {
      for (const side of ["trust", "ask"] as const) {
        await ask(side);
        await warmUp(address);
        const [kept, fresh] = times[side];
        kept.push(...(await latencies(address, TURN_MS)));
        fresh.push(...(await latencies(address, TURN_MS, "a new connection each")));
      }
    }
    for (const side of ["trust", "ask"] as const) left.set(side, times[side]);
  }

  /** One of the two measures for both; the other takes the samples left for it. */
  return async (side: Side): Promise<Sampled[]> => {
    if (!left.has(side)) await measureBoth();
    const samples = left.get(side)!;
    left.delete(side);
    return samples;
  };
}

/** It gets the path for an answer that it never gives, and ends on its own if nobody ends it. */
const SCRIPT = ['echo started >"$2"', "exec /bin/sleep 300"];

interface BusyServer {
  measure: (side: Side) => Promise<Sampled[]>;
  close: () => Promise<void>;
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
    measure: createTurns(server.port, server.ask),
    close: async () => {
      await clients.close();
      await server.close();
      await stamps.close();
      removeFolder(folder);
    },
  };
}
