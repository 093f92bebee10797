import type { Answer, Mind } from "./mind.ts";

/**
 * One step per tool result since the last prompt; the last step repeats forever. Nothing is
 * remembered, so a repeated request gets the same answer.
 */
export function followSteps(steps: readonly Answer[]): Mind {
  const last = steps.at(-1);
  if (!last) throw new Error("A script needs at least one step.");
  return ({ results }) => steps[results.length] ?? last;
}
