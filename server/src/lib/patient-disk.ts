import type { Timers } from "#lib/clock.ts";

/** Longer than any disk takes that is awake, and not too long to wait for a page. */
const PATIENCE_MS = 1000;

/**
 * Asks the file system one thing at a time. A network drive that hangs blocks the asking thread,
 * and there are only as many as cores: two such questions would stop all reading of files. While
 * one is open for too long, nothing else is asked.
 */
export function createPatientDisk({ timers }: { timers: Timers }) {
  let last: Promise<unknown> = Promise.resolve();
  let isStuck = false;

  /** The question must not reject; `unanswered` is the result while a disk does not answer. */
  return async <Answer>(question: () => Promise<Answer>, unanswered: Answer): Promise<Answer> => {
    if (isStuck) return unanswered;
    const answer = last.then(question);
    last = answer;
    const patience = Promise.withResolvers<Answer>();
    const callOff = timers.after(PATIENCE_MS, () => {
      isStuck = true;
      patience.resolve(unanswered);
    });
    const found = answer.finally(() => {
      callOff();
      isStuck = false;
    });
    return Promise.race([found, patience.promise]);
  };
}

export type PatientDisk = ReturnType<typeof createPatientDisk>;
