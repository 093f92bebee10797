import { useEffect, useState, type ReactNode } from "react";

/** Most responses are faster than this, and a skeleton that flashes is worse than none. */
const PATIENCE_MS = 150;

/** Shows its children once the wait has become noticeable. */
export function Delayed({ children }: { children: ReactNode }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : null;
}
