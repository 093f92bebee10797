import { quantileOf } from "./statistics.ts";

const TICK_MS = 10;

export interface LoopWatch {
  /** The delay of timers in milliseconds, at the 99th percentile. */
  p99: () => number;
}

/** How late timers fire in this process: as long as anything else may have to wait. */
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
