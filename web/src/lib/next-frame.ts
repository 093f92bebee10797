/** A page that is hidden or covered gets no animation frames; nobody waits for it either. */
const UNSEEN_PAUSE_MS = 250;

/** Calls back once, before the next frame is drawn or, where none is, a little later. */
export function nextFrame(callback: () => void) {
  const run = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    callback();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, UNSEEN_PAUSE_MS);
}
