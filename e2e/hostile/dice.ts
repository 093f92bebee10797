import { createRandom } from "../support/random.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

export type Dice = ReturnType<typeof createDice>;

/**
 * The same throws again for the same seed and number. Every request has its own dice, so that any
 * one can be repeated without those before it.
 */
export function createDice(seed: number, index: number) {
  const random = createRandom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const below = (end: number) => random.below(end);

  function pick<Item>(items: readonly Item[]): Item {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from.");
    return item;
  }

  return {
    below,
    between: (from: number, to: number) => random.between(from, to),
    chance: (share: number) => below(1_000_000) < share * 1_000_000,
    pick,

    /** One of them, the heavier ones more often. */
    weighted<Item>(items: readonly (readonly [weight: number, item: Item])[]): Item {
      let at = below(items.reduce((sum, [weight]) => sum + weight, 0));
      for (const [weight, item] of items) {
        if (at < weight) return item;
        at -= weight;
      }
      throw new Error("There is nothing to pick from.");
    },

    letters: (count: number) =>
      Array.from({ length: count }, () => ALPHABET.charAt(below(ALPHABET.length))).join(""),
  };
}
