/** Hidden pages get no animation frames, and nobody waits for them either. */
const UNSEEN_PAUSE_MS = 250;

/** Calls back once, before the next frame, or a little later if there are no frames. */
export function nextFrame(callback: () => void) {
  const run = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    callback();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, UNSEEN_PAUSE_MS);
}
