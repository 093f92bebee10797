import { GitError } from "./git-error.ts";

/**
 * Lets a number of pieces of work run at once; the others wait in order. Whoever is not wanted any
 * more leaves the line.
 */
export function createTurns(most: number) {
  const waiting = new Set<() => void>();
  let active = 0;

  /** Until someone gives up a place, which is taken over then. */
  function placeInLine(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((go, leave) => {
      const begin = () => {
        signal?.removeEventListener("abort", giveUp);
        go();
      };
      const giveUp = () => {
        waiting.delete(begin);
        leave(stopped());
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      waiting.add(begin);
    });
  }

  return async <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    if (signal?.aborted) throw stopped();
    if (active >= most) await placeInLine(signal);
    else active++;
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else active--;
    }
  };
}

export type Turns = ReturnType<typeof createTurns>;

function stopped(): GitError {
  return new GitError({ kind: "aborted" }, "it was stopped before its turn");
}

/** One piece of work at a time for each name. */
export function createLanes() {
  const lanes = new Map<string, { turns: Turns; users: number }>();

  return async <Result>(
    name: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> => {
    const lane = lanes.get(name) ?? { turns: createTurns(1), users: 0 };
    lanes.set(name, lane);
    lane.users++;
    try {
      return await lane.turns(work, signal);
    } finally {
      if (--lane.users === 0) lanes.delete(name);
    }
  };
}
