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

type UsageEvent = Extract<NewTranscriptEvent, { type: "usage" }>;

interface Watch {
  started: (pid: number) => void;
  /** The engine has given a sign of life. */
  sign: () => void;
  used: (usage: Usage) => void;
}

/**
 * Lets an engine do a run, writes down what happens, and answers how it ended. Who executes a run is
 * decided here and nowhere else.
 */
export async function executeRun<Answer>(
  engine: Engine,
  request: RunRequest<Answer>,
  write: (events: readonly NewTranscriptEvent[]) => void,
  watch: Watch,
): Promise<{ result: EngineResult<Answer>; usage: Usage }> {
  let usage = NO_USAGE;
  const batches = engine.run(request);
  try {
    for (;;) {
      const step = await batches.next();
      if (step.done) return { result: step.value, usage };
      watch.sign();
      const events = step.value.some(isUsage) ? step.value.map(withSaneFigures) : step.value;
      for (const event of events) {
        if (event.type === "started" && event.pid !== null) watch.started(event.pid);
        if (!isUsage(event)) continue;
        const { type: _, ...figures } = event;
        usage = figures;
        watch.used(figures);
      }
      if (events.length > 0) write(events);
    }
  } finally {
    // Whatever went wrong here, nothing is left behind. After a normal end this does nothing.
    await batches.return({ kind: "aborted", sessionId: null });
  }
}

function isUsage(event: NewTranscriptEvent): event is UsageEvent {
  return event.type === "usage";
}

/** What an engine reports is believed only as far as it can be counted. */
function withSaneFigures(event: NewTranscriptEvent): NewTranscriptEvent {
  if (!isUsage(event)) return event;
  const { input_tokens, output_tokens, cached_tokens, cost_usd } = event;
  return {
    type: "usage",
    input_tokens: wholeCount(input_tokens),
    output_tokens: wholeCount(output_tokens),
    cached_tokens: wholeCount(cached_tokens),
    cost_usd: cost_usd !== null && cost_usd >= 0 && Number.isFinite(cost_usd) ? cost_usd : null,
  };
}

function wholeCount(figure: number | null): number | null {
  const whole = Math.round(figure ?? Number.NaN);
  return Number.isSafeInteger(whole) && whole >= 0 ? whole : null;
}
