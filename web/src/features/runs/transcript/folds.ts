import { createContext, use, useSyncExternalStore } from "react";

/** The open folds of a transcript. They stay open while rows unmount and remount. */
export function createFolds(onOpen: () => void) {
  const open = new Set<string>();
  const listeners = new Set<() => void>();
  return {
    isOpen: (key: string) => open.has(key),
    toggle: (key: string) => {
      if (!open.delete(key)) open.add(key);
      if (open.has(key)) onOpen();
      for (const listener of listeners) listener();
    },
    close: (keys: readonly string[]) => {
      for (const key of keys) open.delete(key);
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type Folds = ReturnType<typeof createFolds>;

export const FoldsContext = createContext<Folds>(createFolds(() => {}));

const NONE: readonly string[] = [];

/** An open fold listed in `inside` keeps this one open, and closes with it. */
export function useFold(key: string, inside = NONE): { isOpen: boolean; toggle: () => void } {
  const folds = use(FoldsContext);
  const isOpen = useSyncExternalStore(folds.subscribe, () => [key, ...inside].some(folds.isOpen));
  return { isOpen, toggle: () => (isOpen ? folds.close([key, ...inside]) : folds.toggle(key)) };
}
