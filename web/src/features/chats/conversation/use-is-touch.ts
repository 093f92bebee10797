import { useSyncExternalStore } from "react";

const query = window.matchMedia("(pointer: coarse)");

/** Whether somebody types on the glass, with a keyboard that covers half of it. */
export function useIsTouch(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}

function subscribe(listener: () => void): () => void {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
