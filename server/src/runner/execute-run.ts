import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { Engine, EngineResult, RunRequest } from "#engines/engine.ts";

export type Usage = Pick<Run, "input_tokens" | "output_tokens" | "cached_tokens" | "cost_usd">;

const NO_USAGE: Usage = {
  input_tokens: null,
  output_tokens: null,
  cached_tokens: null,
  cost_usd: null,
};

interface Watch {
  started: (pid: number) => void;
  /** The CLI has written something. */
  sign: () => void;
  used: (usage: Extract<NewTranscriptEvent, { type: "usage" }>) => void;
}

/**
 * Lets an engine do a run on this machine, writes down what happens, and answers how it ended. Who
 * executes a run is decided here and nowhere else.
 */
export async function executeRun(
  engine: Engine,
  request: RunRequest,
  signal: AbortSignal,
  write: (events: readonly NewTranscriptEvent[]) => void,
  watch: Watch,
): Promise<{ result: EngineResult; usage: Usage }> {
  let usage = NO_USAGE;
  const batches = engine.run(request, signal);
  try {
    for (;;) {
      const step = await batches.next();
      if (step.done) return { result: step.value, usage };
      watch.sign();
      for (const event of step.value) {
        if (event.type === "started" && event.pid !== null) watch.started(event.pid);
        if (event.type !== "usage") continue;
        const { type: _, ...figures } = event;
        usage = figures;
        watch.used(event);
      }
      if (step.value.length > 0) write(step.value);
    }
  } finally {
    // Whatever went wrong here, no process is left behind. After a normal end this does nothing.
    await batches.return({ kind: "aborted", sessionId: null });
  }
}
