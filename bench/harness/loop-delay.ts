import { quantileOf } from "./statistics.ts";

const TICK_MS = 10;

export interface LoopWatch {
  /** Milliseconds that all but one in a hundred timers were late at most. */
  p99: () => number;
}

/** How late timers come in this process: as long as whatever else is to be done may have to wait. */
export function watchLoop(): LoopWatch {
  const delays: number[] = [];
  let isOver = false;
  const tick = () => {
    if (isOver) return;
    const due = performance.now() + TICK_MS;
    setTimeout(() => {
      delays.push(Math.max(0, performance.now() - due));
      tick();
    }, TICK_MS);
  };
  tick();
  return {
    p99: () => {
      isOver = true;
      return quantileOf(delays, 0.99);
    },
  };
}
