import { useEffect, useSyncExternalStore } from "react";

const unsaved = new Set<symbol>();
const listeners = new Set<() => void>();

/** Declares that leaving the page would lose unsaved changes, while that is true. */
export function useUnsaved(isUnsaved: boolean) {
  useEffect(() => (isUnsaved ? mark() : undefined), [isUnsaved]);
}

/** Whether anything on the page is unsaved right now. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}

/** The next navigation is not guarded. */
export function letUnsavedGo() {
  unsaved.clear();
  tell();
}

export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, hasUnsaved);
}

function mark(): () => void {
  const here = Symbol("unsaved");
  unsaved.add(here);
  tell();
  return () => {
    unsaved.delete(here);
    tell();
  };
}

function tell() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
