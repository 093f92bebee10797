import { useEffect, useState } from "react";
import { storedVisit, visitAt, type Visit } from "./visit.logic.ts";

const KEY = "malamar:home-visit";

/** Often enough to know when the user left, however the page ends. */
const LOOK_MS = 60_000;

/**
 * The time from which the page reports what happened: the end of the last visit. It stays fixed
 * during a visit, so that news does not vanish while the user looks.
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
    // Without storage, every visit is the first.
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
