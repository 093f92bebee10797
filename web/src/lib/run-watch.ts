import type { TranscriptEvent } from "@malamar/contract/transcript.ts";

export type RunWatcher = {
  onEvent: (event: TranscriptEvent) => void;
  /** Something may have been written that did not come as an event: the transcript tells. */
  onMissed: () => void;
};

const watchers = new Map<string, Set<RunWatcher>>();
const listeners = new Set<() => void>();

/** Tells what is written to the transcript of a run, from about now on, until the answer is called. */
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

/** The side of the stream: what this tab watches, and whom to tell. */
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
