import { useEffect, useState } from "react";
import { storedVisit, visitAt, type Visit } from "./visit.logic.ts";

const KEY = "malamar:home-visit";

/** Often enough to know when somebody left, whatever ends the page. */
const LOOK_MS = 60_000;

/**
 * Since when the page tells what happened: since it was last looked at. It does not move while the page
 * is looked at, so that nothing is news and then none.
 */
export function useVisit(): Visit["since"] {
  const [since, setSince] = useState(() => beSeen().since);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) setSince(beSeen().since);
    };
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return since;
}

function beSeen(): Visit {
  const visit = visitAt(read(), new Date());
  try {
    localStorage.setItem(KEY, JSON.stringify(visit));
  } catch {
    // In a browser that stores nothing, every visit is the first.
  }
  return visit;
}

function read(): Visit | null {
  try {
    return storedVisit(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}
