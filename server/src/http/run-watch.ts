import type { RunId } from "@malamar/contract/ids.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";

type Controller = ReadableStreamDefaultController<Uint8Array>;

interface WatchedRun {
  by: Set<Controller>;
  stop: () => void;
}

/**
 * How much may wait for a client of transcripts: half of its whole limit, so a run that writes
 * faster than the client reads never costs it its stream. The rest is left out; the client sees the
 * gap in the numbers and reads it from the transcript.
 */
const MAX_WAITING_BYTES = 512 * 1024;

/** Frames are sent in pieces of about this size: one at a time would be a socket write each. */
const PIECE_LENGTH = 64 * 1024;

/** Passes new transcript events on to the streams that watch them. */
export function createRunWatch(transcripts: Pick<Transcripts, "onAppend">) {
  const runs = new Map<RunId, WatchedRun>();
  // Only streams that watch: thousands do not, and cost nothing here.
  const runsOf = new Map<Controller, readonly RunId[]>();
  const encoder = new TextEncoder();

  return {
    add(controller: Controller, runIds: readonly RunId[]): void {
      runsOf.set(controller, runIds);
      for (const runId of runIds) watch(runId).by.add(controller);
    },

    remove(controller: Controller): void {
      for (const runId of runsOf.get(controller) ?? []) unwatch(runId, controller);
      runsOf.delete(controller);
    },
  };

  function watch(runId: RunId): WatchedRun {
    const known = runs.get(runId);
    if (known) return known;
    const by = new Set<Controller>();
    const stop = transcripts.onAppend(runId, (lines) => send(by, runId, lines));
    const run = { by, stop };
    runs.set(runId, run);
    return run;
  }

  function unwatch(runId: RunId, controller: Controller): void {
    const run = runs.get(runId);
    run?.by.delete(controller);
    if (run?.by.size !== 0) return;
    run.stop();
    runs.delete(runId);
  }

  function send(by: ReadonlySet<Controller>, runId: RunId, lines: readonly string[]): void {
    for (const piece of pieces(runId, lines)) {
      const bytes = encoder.encode(piece);
      for (const controller of by) {
        const waiting = -(controller.desiredSize ?? 0);
        if (waiting + bytes.length <= MAX_WAITING_BYTES) controller.enqueue(bytes);
      }
    }
  }
}

function* pieces(runId: RunId, lines: readonly string[]): Generator<string> {
  let piece = "";
  for (const line of lines) {
    piece += `event: run.transcript\ndata: {"run_id":"${runId}","event":${line}}\n\n`;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
