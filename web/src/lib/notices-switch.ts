import { useSyncExternalStore } from "react";
import { createStoredSwitch } from "./stored-switch.ts";

const wanted = createStoredSwitch("notices", { isOnAtFirst: false });

/** Denied is the browser's word, and only its settings change it. */
export type NoticesState = "unavailable" | "denied" | "off" | "on";

/** Whether this browser notifies of what needs the person; remembered in it, for all of its tabs. */
export function useNoticesState(): NoticesState {
  return useSyncExternalStore(wanted.subscribe, noticesState);
}

/** Asks the browser, so only a click may call it. */
export async function turnNoticesOn() {
  await Notification.requestPermission();
  wanted.set(true);
}

export function turnNoticesOff() {
  wanted.set(false);
}

function noticesState(): NoticesState {
  // Over plain http from another machine browsers have the name and refuse everything.
  if (!("Notification" in window) || !window.isSecureContext) return "unavailable";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && wanted.isOn() ? "on" : "off";
}
