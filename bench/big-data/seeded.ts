import { seededRandom } from "@malamar/server/testing/seeded-random.ts";

const ALPHABET = "useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict";
const ID_LENGTH = 21;

/** Everything that is drawn, in one order: the same data set for the same seed. */
export function seededDraws(seed: number) {
  const { whole, pick } = seededRandom(seed);
  /** Between 0 and 1, neither included. */
  const share = () => (whole(0, 999_999_998) + 1) / 1_000_000_000;

  return {
    whole,
    pick,
    share,

    /** True so many times in a hundred. */
    percent: (chance: number) => whole(1, 100) <= chance,

    /** Many small ones and a few large ones: the time between two calls on a telephone. */
    exponential: () => -Math.log(share()),

    /** The same with a far longer tail: sizes of files. */
    heavyTailed: () =>
      Math.exp(1.3 * Math.sqrt(-2 * Math.log(share())) * Math.cos(6.2832 * share())),

    /** As nanoid makes them. */
    id<Id extends string>(): Id {
      let id = "";
      for (let at = 0; at < ID_LENGTH; at++) id += ALPHABET[whole(0, 63)];
      // The brand of an id only exists for the compiler.
      return id as Id;
    },
  };
}

export type Draws = ReturnType<typeof seededDraws>;
