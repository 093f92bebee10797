import { useSyncExternalStore } from "react";

const STORAGE_KEY = "notices";

/** Denied is the browser's word, and only its settings change it. */
export type NoticesState = "unavailable" | "denied" | "off" | "on";

const listeners = new Set<() => void>();

/** Whether this browser notifies of what needs the person; remembered in it, for all of its tabs. */
export function useNoticesState(): NoticesState {
  return useSyncExternalStore(subscribe, noticesState);
}

/** Asks the browser, so only a click may call it. */
export async function turnNoticesOn() {
  await Notification.requestPermission();
  remember("on");
}

export function turnNoticesOff() {
  remember("off");
}

function noticesState(): NoticesState {
  // Over plain http from another machine browsers have the name and refuse everything.
  if (!("Notification" in window) || !window.isSecureContext) return "unavailable";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && stored() === "on" ? "on" : "off";
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function remember(value: "on" | "off") {
  try {
    localStorage.setItem(STORAGE_KEY, value);
  } catch {
    // A browser that stores nothing is not notified.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
