import type { SessionId } from "@malamar/contract/ids.ts";
import type { SetupTrial } from "@malamar/contract/setup-trial.ts";
import type { RunningTrial } from "#repository/setup-trials.ts";
import { STREAM_HEADERS } from "./sse.ts";

/** Often enough to watch, and for proxies, which drop silent connections. */
const TELL_MS = 1000;

type Controller = ReadableStreamDefaultController<Uint8Array>;

/**
 * Streams the progress of a trial until it is over: each event is its complete state. The trial ends
 * when its client leaves, because nobody else would see the result.
 */
export function createSetupTrialStreams(tellMs = TELL_MS) {
  const encoder = new TextEncoder();
  const streams = new Set<{ sessionId: SessionId | null; trial: RunningTrial }>();

  return {
    open(trial: RunningTrial, sessionId: SessionId | null): Response {
      const stream = { sessionId, trial };
      let timer: Timer;
      const leave = () => {
        clearInterval(timer);
        streams.delete(stream);
      };
      const tell = (controller: Controller, state: SetupTrial) =>
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(state)}\n\n`));
      const tellEnd = async (controller: Controller) => {
        const end = await trial.over;
        // Its client has left.
        if (!streams.has(stream)) return;
        leave();
        tell(controller, end);
        controller.close();
      };
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          streams.add(stream);
          tell(controller, trial.now());
          timer = setInterval(() => tell(controller, trial.now()), tellMs);
          void tellEnd(controller);
        },
        cancel() {
          leave();
          trial.stop();
        },
      });
      return new Response(body, { headers: STREAM_HEADERS });
    },

    /** Ends the trials that they began, because nobody watches them anymore. */
    endSession(id: SessionId): void {
      for (const { sessionId, trial } of streams) if (sessionId === id) trial.stop();
    },
  };
}

export type SetupTrialStreams = ReturnType<typeof createSetupTrialStreams>;
