import { useSyncExternalStore } from "react";

/** Room for two columns: Tailwind's md. */
const WIDE = "(min-width: 48rem)";

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
