import { createRandom } from "#support/random.ts";

/** The kinds in the order in which they strike: every kind once, in random order, and again. */
export function planFaults(kinds: readonly string[], count: number, seed: number): string[] {
  const random = createRandom(seed);
  const plan: string[] = [];
  while (kinds.length > 0 && plan.length < count) {
    const round = [...kinds];
    while (round.length > 0) plan.push(...round.splice(random.below(round.length), 1));
  }
  return plan.slice(0, count);
}
