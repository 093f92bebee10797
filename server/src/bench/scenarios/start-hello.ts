import { join } from "node:path";
import type { Scenario } from "../harness/scenario.ts";
import { timeToFirst200 } from "../harness/start-time.ts";
import { startVariant } from "./start-big-database.ts";

const hello = join(import.meta.dir, "../servers/hello-server.ts");

/** How much of the start is Bun itself; only to know. */
export const startHello: Scenario = {
  rows: [
    {
      name: "start of the executable: empty against bun hello.ts",
      unit: "ms",
      better: "lower",
      bound: null,
    },
  ],
  bare: async () => ({
    round: async () => [await timeToFirst200((port) => [process.execPath, hello, `${port}`])],
    close: async () => {},
  }),
  malamar: () => startVariant(() => {}),
};
