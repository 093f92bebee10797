import { useSyncExternalStore } from "react";

/** Relative times change once a minute, so one timer serves the whole page. */
const TICK_MS = 60_000;

const listeners = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | null = null;

/** The current time, at most a minute old. Renders again on each tick. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) start();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function start() {
  now = new Date();
  timer = setInterval(tick, TICK_MS);
  document.addEventListener("visibilitychange", tick);
}

function stop() {
  if (timer !== null) clearInterval(timer);
  timer = null;
  document.removeEventListener("visibilitychange", tick);
}

function tick() {
  if (document.hidden) return;
  now = new Date();
  for (const listener of listeners) listener();
}
