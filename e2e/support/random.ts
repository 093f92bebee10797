export type Random = ReturnType<typeof createRandom>;

/** The same numbers for the same seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  return {
    below: (end: number) => Math.floor(next() * end),
    between: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
  };
}
