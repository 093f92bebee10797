import { useSyncExternalStore } from "react";

/** Narrower than `md` in the styles: the columns lie side by side, each as wide as the window. */
export const PHONE = "(width < 48rem)";

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(PHONE).matches);
}

function subscribe(listener: () => void): () => void {
  const phone = window.matchMedia(PHONE);
  phone.addEventListener("change", listener);
  return () => phone.removeEventListener("change", listener);
}
