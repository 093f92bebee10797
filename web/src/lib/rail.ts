import { useSyncExternalStore } from "react";
import { IS_WIDE } from "./breakpoints.ts";
import { useMediaQuery } from "./media-query.ts";
import { createStoredSwitch } from "./stored-switch.ts";

const names = createStoredSwitch("rail", { isOnAtFirst: true });

/** Whether the rail shows names: if there is room, and as chosen in this browser. */
export function useRail() {
  const isWanted = useSyncExternalStore(names.subscribe, names.isOn);
  const hasRoom = useMediaQuery(IS_WIDE);
  return { isOpen: isWanted && hasRoom, hasRoom, toggle: () => names.set(!names.isOn()) };
}
