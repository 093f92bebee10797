import { createContext, use, useSyncExternalStore } from "react";

/** What is unfolded in a transcript, kept while its rows come and go. */
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
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type Folds = ReturnType<typeof createFolds>;

export const FoldsContext = createContext<Folds>(createFolds(() => {}));

export function useFold(key: string): { isOpen: boolean; toggle: () => void } {
  const folds = use(FoldsContext);
  const isOpen = useSyncExternalStore(folds.subscribe, () => folds.isOpen(key));
  return { isOpen, toggle: () => folds.toggle(key) };
}
