import { useEffect, useState } from "react";

/** Long enough to avoid a request for every letter, short enough to feel immediate. */
const TYPING_PAUSE_MS = 150;

/** A text once its author has paused. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
