import { useEffect, useState } from "react";
import { nextFrame } from "#lib/next-frame.ts";

/** Runs expensive callbacks one after the other, each in its own frame. */
export function createTurns(inNextFrame: (callback: () => void) => void) {
  const waiting = new Set<() => void>();
  let isDue = false;

  function schedule() {
    if (isDue || waiting.size === 0) return;
    isDue = true;
    inNextFrame(() => {
      isDue = false;
      const [first] = waiting;
      if (first === undefined) return;
      waiting.delete(first);
      first();
      schedule();
    });
  }

  /** Calls back when its turn comes. The returned function gives the turn up. */
  return function takeTurn(callback: () => void): () => void {
    waiting.add(callback);
    schedule();
    return () => void waiting.delete(callback);
  };
}

const takeTurn = createTurns(nextFrame);

/** False until it is this component's turn for expensive work. */
export function useTurn(): boolean {
  const [isMyTurn, setIsMyTurn] = useState(false);
  useEffect(() => takeTurn(() => setIsMyTurn(true)), []);
  return isMyTurn;
}
