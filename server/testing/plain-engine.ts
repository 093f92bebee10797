import type { Briefing } from "@malamar/contract/briefing.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { Engine, EngineEnd, RunRequest } from "#engines/engine.ts";

export interface PlainRun<Answer> {
  request: RunRequest<Answer>;
  /** Writes events to the transcript. */
  tell: (...events: NewTranscriptEvent[]) => void;
  /** Resolves when the run must end. */
  aborted: Promise<void>;
}

/**
 * An engine that is not a CLI: no process and no file, only a function that plays an agent's part.
 */
export function createPlainEngine(
  label: string,
  play: <Answer>(run: PlainRun<Answer>) => EngineEnd<Answer> | Promise<EngineEnd<Answer>>,
): Engine {
  return {
    label,
    async *run(request) {
      const { signal, cwd } = request;
      if (signal.aborted) return { kind: "aborted", sessionId: null };
      request.keepInput(previewInput(request.briefing));
      yield [{ type: "started", pid: null, cwd }];
      const aborted = new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      const told = createTold();
      const playing = (async () => play({ request, tell: told.tell, aborted }))();
      const ended = Promise.race([playing, aborted]).finally(told.end);
      yield* told.batches();
      const end = await ended;
      if (end === undefined || signal.aborted) return { kind: "aborted", sessionId: null };
      return { ...end, sessionId: null };
    },
    previewInput,
    notStarted: (reason) => `${label} could not begin: ${reason}`,
  };
}

/** It gets the briefing itself. */
function previewInput(briefing: Briefing): string {
  return `# Briefing\n\n${JSON.stringify(briefing, null, 2)}\n`;
}

/** The value as the answer, if it is valid; otherwise an error in the engine's own words. */
export function answered<Answer>({ request }: PlainRun<Answer>, value: unknown): EngineEnd<Answer> {
  const read = request.answer.read(value);
  if ("answer" in read) return { kind: "completed", answer: read.answer };
  const message = `The answer makes no sense: ${read.problem}`;
  return { kind: "failed", failure: { kind: "output_invalid", message, exitCode: null } };
}

/** Passes events on, in batches, until the end. */
function createTold() {
  const told: NewTranscriptEvent[] = [];
  const state = { isOver: false, wake: () => {} };
  return {
    tell: (...events: NewTranscriptEvent[]) => {
      told.push(...events);
      state.wake();
    },
    end: () => {
      state.isOver = true;
      state.wake();
    },
    async *batches(): AsyncGenerator<NewTranscriptEvent[]> {
      for (;;) {
        if (told.length > 0) yield told.splice(0);
        else if (state.isOver) return;
        else await new Promise<void>((resolve) => (state.wake = resolve));
      }
    },
  };
}
