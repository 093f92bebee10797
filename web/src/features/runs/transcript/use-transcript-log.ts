import type { Run } from "@malamar/contract/run.ts";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { useEffect, useState, useSyncExternalStore } from "react";
import { answer, api } from "#lib/api.ts";
import { nextFrame } from "#lib/next-frame.ts";
import { watchRun } from "#lib/run-watch.ts";
import { createTranscriptLog, type LogSnapshot, type TranscriptLog } from "./transcript-log.ts";

/** Long enough to scroll past, too short to be waited for. */
const MOMENT_MS = 60;

/** The transcript of one run, for as long as it is shown. Another run needs another component. */
export function useTranscriptLog(run: Run): { log: TranscriptLog; snapshot: LogSnapshot } {
  const [log] = useState(() => openLog(run));
  const snapshot = useSyncExternalStore(log.subscribe, log.snapshot);
  const isRunning = run.status === "running";
  const [wasRunning] = useState(isRunning);
  useEffect(() => {
    // The end is written a moment after the run is over, and what tells of it may get lost.
    if (wasRunning && !isRunning) log.catchUp();
  }, [log, wasRunning, isRunning]);
  return { log, snapshot };
}

function openLog({ id, status }: Run): TranscriptLog {
  return createTranscriptLog({
    isRunning: status === "running",
    read: async (query, signal) => {
      const events = await answer(
        api.runs[":id"].transcript.$get({ param: { id }, query }, { init: { signal } }),
      );
      // The route sends lines that are JSON already, so its type says nothing; its document does.
      return events as unknown as TranscriptEvent[];
    },
    watch: (watcher) => watchRun(id, watcher),
    nextFrame,
    inAMoment: (callback) => setTimeout(callback, MOMENT_MS),
  });
}
