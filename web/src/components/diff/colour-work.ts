import type { LineColours } from "./colour-tokens.logic.ts";

export type ColourRequest = { id: number; language: string; text: string };
export type ColourAnswer = { id: number; colours: LineColours };

/** A worker, as far as it matters here: tests have no browser. */
type ColourWorker = { ask: (request: ColourRequest) => void; end: () => void };

/** Starts one, and says where its answers go. */
type StartWorker = (on: {
  answer: (answer: ColourAnswer) => void;
  error: () => void;
}) => ColourWorker;

type Job = ColourRequest & { done: (colours: LineColours | null) => void };

/** A grammar that is still at it by then has met a text that it cannot cope with. */
const PATIENCE_MS = 4_000;

/**
 * Has texts coloured by a worker, one at a time, the newest first: it is what the user looks at. A
 * text without colours is null, never an error.
 */
export function createColourWork(start: StartWorker, patience = PATIENCE_MS) {
  let worker: ColourWorker | null = null;
  let current: Job | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: Job[] = [];
  let lastId = 0;

  function next() {
    if (current !== null) return;
    const job = waiting.pop();
    if (job === undefined) return;
    current = job;
    worker ??= start({
      answer: ({ id, colours }) => {
        if (id === current?.id) finish(colours);
      },
      error: giveUp,
    });
    timer = setTimeout(giveUp, patience);
    worker.ask({ id: job.id, language: job.language, text: job.text });
  }

  function giveUp() {
    worker?.end();
    worker = null;
    finish(null);
  }

  function finish(colours: LineColours | null) {
    clearTimeout(timer);
    const job = current;
    current = null;
    job?.done(colours);
    next();
  }

  return {
    /** The returned function says that nobody waits for it anymore. */
    colour(language: string, text: string, done: Job["done"]): () => void {
      const job: Job = { id: ++lastId, language, text, done };
      waiting.push(job);
      next();
      return () => {
        waiting = waiting.filter((other) => other !== job);
        if (current === job) current = { ...job, done: () => {} };
      };
    },
  };
}
