import type { Answer, Mind } from "./mind.ts";

/**
 * One step per answer of a tool since the last prompt; the last step repeats for ever. Nothing is
 * remembered, so a request that is sent again gets the same answer again.
 */
export function followSteps(steps: readonly Answer[]): Mind {
  const last = steps.at(-1);
  if (!last) throw new Error("A script needs at least one step.");
  return ({ results }) => steps[results.length] ?? last;
}
