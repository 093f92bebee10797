import type { Random } from "#support/random.ts";
import type { World } from "#long-runs/world.ts";
import { always, type Fault } from "./fault.ts";

/** Until the next one is ready; it takes less. */
const START_MS = [5, 120] as const;

/** kill -9 at any moment, and sometimes again in the middle of the next start. */
export const killServer: Fault = {
  obstacle: always,
  strike: ({ world, random }) => killAndStart(world, random),
};

/** What happens while it is down can differ. */
export async function killAndStart(
  world: World,
  random: Random,
  meanwhile: () => void = () => {},
): Promise<void> {
  await world.end("SIGKILL");
  meanwhile();
  if (random.below(3) === 0) {
    const child = world.launch();
    const exited = new Promise((resolve) => child.once("close", resolve));
    await Bun.sleep(random.between(...START_MS));
    child.kill("SIGKILL");
    await exited;
  }
  await world.start();
}
