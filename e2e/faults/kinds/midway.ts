import { isAlive } from "#support/processes.ts";
import { killAndStart } from "./kill-server.ts";
import type { Strike } from "./fault.ts";
import { signal } from "./signal.ts";

/** Often enough to see almost every git, which takes a few milliseconds. */
const LOOK_MS = 1;
/** From the start of a git to what follows it. */
const INTO_MS = [0, 12] as const;

interface Midway {
  /** About as many gits as the step takes. */
  mostGits: number;
  /** Commands in which a kill does most. */
  sensitive: RegExp;
}

/**
 * Kills the server in the middle of a step: when it has started a random number of gits, or one that
 * changes something. Now and then these gits end with it. Then it starts again. A step that ends
 * earlier is killed at its end.
 */
export async function killMidway(
  { world, random }: Strike,
  step: Promise<unknown>,
  { mostGits, sensitive }: Midway,
): Promise<void> {
  if (random.below(2) === 0) {
    await untilGit(world, step, random.below(mostGits));
    await Bun.sleep(random.between(...INTO_MS));
  } else await untilGit(world, step, 0, sensitive);
  const gits = world.gits();
  const alsoGits = random.below(2) === 0;
  await killAndStart(world, random, () => {
    if (!alsoGits) return;
    for (const git of gits.filter(isAlive)) signal(git.pid, "SIGKILL");
  });
}

/** Waits until the server has started so many of these gits from now on, or the step has ended. */
export async function untilGit(
  world: Strike["world"],
  step: Promise<unknown>,
  count: number,
  wanted = /./,
): Promise<void> {
  const seen = new Set<number>();
  const ended = step.then(() => true);
  while (seen.size <= count) {
    for (const { pid, command } of world.gits()) if (wanted.test(command)) seen.add(pid);
    if (await Promise.race([ended, Bun.sleep(LOOK_MS)])) break;
  }
}
