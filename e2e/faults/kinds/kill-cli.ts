import { signal } from "./signal.ts";
import { always, type Fault } from "./fault.ts";

const SIGNALS = ["SIGKILL", "SIGTERM", "SIGSEGV", "SIGHUP"] as const;

/** Someone else ends CLIs in the middle of their work. */
export const killCli: Fault = {
  obstacle: always,
  async strike({ world, random }) {
    for (let times = random.between(1, 4); times > 0; times--) {
      for (const { pid } of world.clis()) signal(pid, SIGNALS[random.below(SIGNALS.length)]!);
      await Bun.sleep(random.between(5, 60));
    }
  },
};
