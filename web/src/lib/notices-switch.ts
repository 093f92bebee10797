import { useSyncExternalStore } from "react";
import { createStoredSwitch } from "./stored-switch.ts";

const wanted = createStoredSwitch("notices", { isOnAtFirst: false });

/** "denied" is the browser's decision, and only its settings can change it. */
export type NoticesState = "unavailable" | "denied" | "off" | "on";

/**
 * Whether this browser shows notifications about waiting items. Stored in the browser for all of
 * its tabs.
 */
export function useNoticesState(): NoticesState {
  return useSyncExternalStore(wanted.subscribe, noticesState);
}

/** Asks for the browser's permission, so it needs a click. */
export async function turnNoticesOn() {
  await Notification.requestPermission();
  wanted.set(true);
}

export function turnNoticesOff() {
  wanted.set(false);
}

function noticesState(): NoticesState {
  // Over plain http from another machine, browsers have the API but refuse every request.
  if (!("Notification" in window) || !window.isSecureContext) return "unavailable";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && wanted.isOn() ? "on" : "off";
}
