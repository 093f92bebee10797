import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { NO_USAGE, type Usage } from "#domain/run/run-store.ts";
import type { Engine, EngineResult, RunRequest } from "#engines/engine.ts";

type UsageEvent = Extract<NewTranscriptEvent, { type: "usage" }>;

interface Watch {
  started: (pid: number) => void;
  /** The engine shows signs of life. */
  sign: () => void;
  used: (usage: Usage) => void;
  /** The model behind the engine has answered. */
  answered: () => void;
  /** The model has called a tool. */
  acted: () => void;
}

/**
 * Lets an engine do a run, records what happens, and returns how it ended. Only this function
 * decides which engine executes a run.
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
        if (isOfModel(event)) watch.answered();
        if (event.type === "tool_call") watch.acted();
        if (!isUsage(event)) continue;
        const { type: _, is_estimated = false, ...figures } = event;
        usage = { ...figures, is_estimated };
        watch.used(usage);
      }
      if (events.length > 0) write(events);
    }
  } finally {
    // Whatever went wrong here, nothing is left behind. After a normal end this does nothing.
    await batches.return({ kind: "aborted", sessionId: null });
  }
}

/** Only an engine that is logged in and reaches its model reports tokens. */
export function isOfModel(event: NewTranscriptEvent): boolean {
  if (isUsage(event)) {
    return !event.is_estimated && Boolean(event.input_tokens || event.output_tokens);
  }
  return event.type === "text" || event.type === "thinking" || event.type === "tool_call";
}

function isUsage(event: NewTranscriptEvent): event is UsageEvent {
  return event.type === "usage";
}

/** Figures from an engine count only if they are valid numbers. */
function withSaneFigures(event: NewTranscriptEvent): NewTranscriptEvent {
  if (!isUsage(event)) return event;
  const { input_tokens, output_tokens, cached_tokens, cost_usd, is_estimated = false } = event;
  return {
    type: "usage",
    input_tokens: wholeCount(input_tokens),
    output_tokens: wholeCount(output_tokens),
    cached_tokens: wholeCount(cached_tokens),
    cost_usd: cost_usd !== null && cost_usd >= 0 && Number.isFinite(cost_usd) ? cost_usd : null,
    is_estimated,
  };
}

function wholeCount(figure: number | null): number | null {
  const whole = Math.round(figure ?? Number.NaN);
  return Number.isSafeInteger(whole) && whole >= 0 ? whole : null;
}
