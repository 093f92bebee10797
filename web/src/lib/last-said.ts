import type { RunId } from "@malamar/contract/ids.ts";
import { useEffect, useState, type RefObject } from "react";
import { answer, api } from "./api.ts";
import { NOTHING_SAID, afterEvent, lastLine } from "./last-said.logic.ts";
import { watchRun } from "./run-watch.ts";

/** Faster updates are unreadable, and an agent may talk a lot. */
const PAUSE_MS = 1_000;

/** Usually enough to include a text. */
const LOOK_BACK = "30";

/** The last line that a run's agent has said, while this element is visible. */
export function useLastSaid(runId: RunId, element: RefObject<Element | null>): string {
  const [line, setLine] = useState("");
  const isInSight = useInSight(element);
  useEffect(() => (isInSight ? followRun(runId, setLine) : undefined), [runId, isInSight]);
  return line;
}

/** Reports the line at most once a second, until the returned function is called. */
function followRun(runId: RunId, tell: (line: string) => void): () => void {
  const left = new AbortController();
  let last = NOTHING_SAID;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isDue = false;

  function tellSoon() {
    isDue = true;
    if (timer !== null) return;
    isDue = false;
    tell(lastLine(last));
    timer = setTimeout(() => {
      timer = null;
      if (isDue) tellSoon();
    }, PAUSE_MS);
  }

  async function catchUp() {
    const call = api.runs[":id"].transcript.$get(
      { param: { id: runId }, query: { last: LOOK_BACK } },
      { init: { signal: left.signal } },
    );
    // If this fails, the line starts with the next text.
    const events = (await answer(call).catch(() => null)) ?? [];
    if (left.signal.aborted) return;
    for (const event of events) last = afterEvent(last, event);
    tellSoon();
  }

  const unwatch = watchRun(runId, {
    onEvent: (event) => {
      last = afterEvent(last, event);
      tellSoon();
    },
    onMissed: () => void catchUp(),
  });
  void catchUp();
  return () => {
    left.abort();
    unwatch();
    if (timer !== null) clearTimeout(timer);
  };
}

function useInSight(element: RefObject<Element | null>): boolean {
  const [isInSight, setIsInSight] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) =>
      setIsInSight(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isInSight;
}
