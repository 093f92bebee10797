import type { Run } from "@malamar/contract/run.ts";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { useEffect, useState, useSyncExternalStore } from "react";
import { answer, api } from "#lib/api.ts";
import { nextFrame } from "#lib/next-frame.ts";
import { watchRun } from "#lib/run-watch.ts";
import { createTranscriptLog, type LogSnapshot, type TranscriptLog } from "./transcript-log.ts";

/** Long enough to skip pages scrolled past, too short to notice. */
const MOMENT_MS = 60;

/** The transcript of one run while it is shown. Mount a new instance for another run. */
export function useTranscriptLog(run: Run): { log: TranscriptLog; snapshot: LogSnapshot } {
  const [log] = useState(() => openLog(run));
  const snapshot = useSyncExternalStore(log.subscribe, log.snapshot);
  const isRunning = run.status === "running";
  const [wasRunning] = useState(isRunning);
  useEffect(() => {
    // The end is written shortly after the run has finished, and its event may get lost.
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
      // The route sends serialized JSON lines, so its type says nothing. Its documentation does.
      return events as unknown as TranscriptEvent[];
    },
    watch: (watcher) => watchRun(id, watcher),
    nextFrame,
    inAMoment: (callback) => setTimeout(callback, MOMENT_MS),
  });
}
