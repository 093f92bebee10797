import { childCommand } from "../harness/executable.ts";
import type { Scenario } from "../harness/scenario.ts";
import { timeToFirst200 } from "../harness/start-time.ts";
import { startVariant } from "./start-big-database.ts";

/** How much of the start is Bun itself; for information only. */
export const startHello: Scenario = {
  rows: [
    {
      name: "start of the executable: empty against a hello",
      unit: "ms",
      better: "lower",
      bound: null,
    },
  ],
  note: () =>
    "start of the executable, empty against a hello: until the first answer 200, on a database with " +
    "nothing in it. Bare: the same program, which only answers hello: how much of the start is Bun.",
  bare: async () => ({
    round: async () => [await timeToFirst200((port) => childCommand("hello-server", [`${port}`]))],
    close: async () => {},
  }),
  malamar: () => startVariant(() => {}),
};
