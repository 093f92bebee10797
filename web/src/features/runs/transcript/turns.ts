import { useEffect, useState } from "react";
import { nextFrame } from "#lib/next-frame.ts";

/** Lets those who wait do their work one after the other, each in a frame of its own. */
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

  /** Calls back when it is one's turn; the answer gives the turn up. */
  return function takeTurn(callback: () => void): () => void {
    waiting.add(callback);
    schedule();
    return () => void waiting.delete(callback);
  };
}

const takeTurn = createTurns(nextFrame);

/** False until it is this component's turn to do something that takes a while. */
export function useTurn(): boolean {
  const [isMyTurn, setIsMyTurn] = useState(false);
  useEffect(() => takeTurn(() => setIsMyTurn(true)), []);
  return isMyTurn;
}
