import { startChild } from "../harness/child-process.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { mostClients } from "../harness/open-file-limit.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";
import { medianOf } from "../harness/statistics.ts";
import type { ChildName } from "../servers/index.ts";

const WANTED_CLIENTS = 5000;
const CLIENTS = mostClients(WANTED_CLIENTS);

const MB = 1024 * 1024;

const BROADCASTS = 10;
/** Every round has a new server, whose code has to warm up first. */
const WARM_UP_BROADCASTS = 5;

export const broadcast: Scenario = {
  rows: [
    {
      name: `broadcast to ${CLIENTS} event streams`,
      unit: "ms",
      better: "lower",
      bound: 1.3,
    },
    { name: "memory that the streams added", unit: "MB", better: "lower", bound: 1.3 },
    // The bare server has no application around it, so the whole is only reported and not compared.
    { name: "memory of the whole server after it", unit: "MB", better: "lower", bound: null },
  ],
  note: () =>
    `broadcast to ${CLIENTS} event streams: from one published event until the last of the clients of ` +
    "GET /api/events has it, and the memory that all these streams cost the server. Bare: a Bun.serve " +
    "that writes the same bytes to as many streams and remembers nothing." +
    (CLIENTS < WANTED_CLIENTS
      ? ` Only ${CLIENTS} of ${WANTED_CLIENTS} streams: ulimit -n allows no more.`
      : ""),
  bare: async () => variant("bare-events-server"),
  malamar: async () => variant("malamar-server"),
};

/** A new server for each round, because memory is only comparable at the same age. */
function variant(name: ChildName): Variant {
  return {
    round: async () => {
      const folder = temporaryFolder();
      const server = await startChild(name, [folder]);
      const memoryBefore = await server.ask("memory");
      const clients = await startChild("event-clients", [`${server.ready}`, `${CLIENTS}`]);
      const times: number[] = [];
      for (let at = -WARM_UP_BROADCASTS; at < BROADCASTS; at++) {
        const arrival = clients.next();
        const publishedAt = await server.ask("publish");
        const time = (await arrival) - publishedAt;
        if (at >= 0) times.push(time);
      }
      const memory = await server.ask("memory");
      await clients.close();
      await server.close();
      removeFolder(folder);
      return [medianOf(times), (memory - memoryBefore) / MB, memory / MB];
    },
    close: async () => {},
  };
}
