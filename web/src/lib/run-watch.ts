import type { TranscriptEvent } from "@malamar/contract/transcript.ts";

export type RunWatcher = {
  onEvent: (event: TranscriptEvent) => void;
  /** Events may have been missed. The transcript has them. */
  onMissed: () => void;
};

const watchers = new Map<string, Set<RunWatcher>>();
const listeners = new Set<() => void>();

/** Reports the new transcript events of a run, until the returned function is called. */
export function watchRun(runId: string, watcher: RunWatcher): () => void {
  const ofRun = watchers.get(runId) ?? new Set();
  watchers.set(runId, ofRun.add(watcher));
  tellListeners();
  return () => {
    ofRun.delete(watcher);
    if (ofRun.size > 0 || watchers.get(runId) !== ofRun) return;
    watchers.delete(runId);
    tellListeners();
  };
}

/** The stream's side: the runs this tab watches, and their watchers. */
export const watchedRuns = {
  ids: (): string[] => [...watchers.keys()],

  onChange(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  tell(runId: string, event: TranscriptEvent): void {
    for (const watcher of watchers.get(runId) ?? []) watcher.onEvent(event);
  },

  tellMissed(): void {
    for (const ofRun of watchers.values()) for (const watcher of ofRun) watcher.onMissed();
  },
};

function tellListeners() {
  for (const listener of listeners) listener();
}
