import type { Usage } from "./quantities.ts";
import type { Move, Step } from "./verbs.ts";

/** A model's text or tool call: after each of these a real CLI reports its usage so far. */
const ANSWERS: ReadonlySet<Move["kind"]> = new Set([
  "thinks",
  "says",
  "runs",
  "prints",
  "writes",
  "deletes",
]);

const NOTHING: Usage = {
  input_tokens: null,
  output_tokens: null,
  cached_tokens: null,
  cost_usd: null,
};

/**
 * What to report after which step, so that the figures of a `usage` line do not come all at once.
 */
export function risingUsage(steps: readonly Step[]): ReadonlyMap<Step, Usage> {
  const rising = new Map<Step, Usage>();
  let before = NOTHING;
  let answers: Step[] = [];
  for (const step of steps) {
    if (step.move !== null && ANSWERS.has(step.move.kind)) answers.push(step);
    const { used } = step;
    if (used === undefined) continue;
    for (const [at, answer] of answers.entries()) {
      rising.set(answer, between(before, used, (at + 1) / (answers.length + 1)));
    }
    before = used;
    answers = [];
  }
  return rising;
}

function between(from: Usage, to: Usage, part: number): Usage {
  const figure = (name: keyof Usage) => {
    const [start, end] = [from[name] ?? 0, to[name]];
    return end === null ? null : start + (end - start) * part;
  };
  const tokens = (name: keyof Usage) => {
    const exact = figure(name);
    return exact === null ? null : Math.floor(exact);
  };
  return {
    input_tokens: tokens("input_tokens"),
    output_tokens: tokens("output_tokens"),
    cached_tokens: tokens("cached_tokens"),
    cost_usd: figure("cost_usd"),
  };
}
