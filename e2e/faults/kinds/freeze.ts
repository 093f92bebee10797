import { signal } from "./signal.ts";
import { always, type Fault } from "./fault.ts";

const FROZEN_MS = [20, 500] as const;

/** A server that is suspended for a while, as in a sleeping laptop, continues where it was. */
export const freezeServer: Fault = {
  obstacle: always,
  async strike({ world, random }) {
    const { pid } = world.server();
    signal(pid, "SIGSTOP");
    await Bun.sleep(random.between(...FROZEN_MS));
    signal(pid, "SIGCONT");
  },
};

/** CLIs that are suspended for a while; one in three servers is killed meanwhile. */
export const freezeCli: Fault = {
  obstacle: always,
  async strike({ world, random }) {
    const frozen = world.clis();
    for (const { pid } of frozen) signal(pid, "SIGSTOP");
    await Bun.sleep(random.between(...FROZEN_MS));
    if (random.below(3) === 0) {
      await world.end("SIGKILL");
      await world.start();
    }
    for (const { pid } of frozen) signal(pid, "SIGCONT");
  },
};
