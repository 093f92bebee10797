/** Runs a limited number of jobs at once; the others wait in order. */
export function createTurns(most: number) {
  const waiting: (() => void)[] = [];
  let active = 0;

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (active >= most) await new Promise<void>((go) => waiting.push(go));
    else active++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next one takes over this slot.
      if (next) next();
      else active--;
    }
  };
}

export type Turns = ReturnType<typeof createTurns>;

/** Runs one job at a time per name. */
export function createLanes() {
  const lanes = new Map<string, { turns: Turns; users: number }>();

  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const lane = lanes.get(name) ?? { turns: createTurns(1), users: 0 };
    lanes.set(name, lane);
    lane.users++;
    try {
      return await lane.turns(work);
    } finally {
      if (--lane.users === 0) lanes.delete(name);
    }
  };
}
