import { useEffect, useSyncExternalStore } from "react";

const unsaved = new Set<symbol>();
const listeners = new Set<() => void>();

/** Says that something typed here would be lost by leaving the page, for as long as it is so. */
export function useUnsaved(isUnsaved: boolean) {
  useEffect(() => (isUnsaved ? mark() : undefined), [isUnsaved]);
}

/** Whether something is unsaved anywhere on the page, right now. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}

/** The next way out is taken without a question. */
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
