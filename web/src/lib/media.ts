import { useCallback, useSyncExternalStore } from "react";

/** Room for a rail beside the page: Tailwind's sm. Below it a phone has a bar at the bottom. */
export const HAS_RAIL = "(min-width: 40rem)";

/** Room for two panes beside the rail, and for names in it: Tailwind's lg. */
export const IS_WIDE = "(min-width: 64rem)";

/** Somebody types on the glass, with a keyboard that covers half of it. */
export const IS_TOUCH = "(pointer: coarse)";

/** Whether this holds of the window, now and whenever it changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
