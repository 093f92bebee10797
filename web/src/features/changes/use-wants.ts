import { useEffect, useEffectEvent, useState } from "react";

/** Whoever scrolls fast does not look, and every request that is given up costs something. */
const WANT_MS = 80;

/** Says what is near after every render, but not in every frame. */
export function useWants(want: () => void) {
  const tell = useEffectEvent(want);
  const [pace] = useState(() => createPace(WANT_MS));
  useEffect(() => pace.run(tell));
  useEffect(() => pace.stop, [pace]);
}

/** Runs work at once, and then at most once in this time. */
function createPace(ms: number) {
  let last = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (work: () => void) => {
    const wait = last + ms - performance.now();
    if (wait > 0) {
      timer ??= setTimeout(() => {
        timer = undefined;
        run(work);
      }, wait);
      return;
    }
    last = performance.now();
    work();
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return { run, stop };
}
