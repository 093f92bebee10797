import { seededRandom } from "@malamar/server/testing/seeded-random.ts";

const ALPHABET = "useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict";
const ID_LENGTH = 21;

/** All random choices, in one order: the same seed gives the same data set. */
export function seededDraws(seed: number) {
  const { whole, pick } = seededRandom(seed);
  /** Between 0 and 1, both excluded. */
  const share = () => (whole(0, 999_999_998) + 1) / 1_000_000_000;

  return {
    whole,
    pick,
    share,

    /** True this many times in a hundred. */
    percent: (chance: number) => whole(1, 100) <= chance,

    /**
     * Many small ones and a few large ones (exponential), like the time between two phone calls.
     */
    exponential: () => -Math.log(share()),

    /** The same with a far longer tail, like file sizes. */
    heavyTailed: () =>
      Math.exp(1.3 * Math.sqrt(-2 * Math.log(share())) * Math.cos(6.2832 * share())),

    /** As nanoid makes them. */
    id<Id extends string>(): Id {
      let id = "";
      for (let at = 0; at < ID_LENGTH; at++) id += ALPHABET[whole(0, 63)];
      // An id's brand only exists for the compiler.
      return id as Id;
    },
  };
}

export type Draws = ReturnType<typeof seededDraws>;
