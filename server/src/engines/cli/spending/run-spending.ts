import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { StreamEnd } from "#engines/cli/cli-adapter.ts";
import type { Estimate } from "./estimate.ts";
import {
  highestOf,
  isSame,
  sumOf,
  totalOf,
  UNKNOWN,
  type Figures,
  type UsageEvent,
} from "./figures.ts";
import type { SpendingSource } from "./spending-source.ts";

interface Deps {
  /** Where the CLI records its usage, in addition to its output. */
  source: SpendingSource | undefined;
  /** Estimates what is not reported; null: there is no model behind the CLI. */
  estimate: Estimate | null;
  /** What the CLI has said so far. */
  said: () => Pick<StreamEnd, "sessionId" | "terminal">;
  /** A monotonic clock in milliseconds. */
  elapsed?: () => number;
}

/** Soon enough for a guard, and hardly any work. */
const LOOK_MS = 1000;

/** CLIs that report their usage do so within a second or two of their first answer. */
const PATIENCE_MS = 3000;

/**
 * What a run has used so far: from the CLI's output, or its files if they know more, or an estimate
 * if there is activity and no report. No figure ever falls, whatever the CLI reports last; only a
 * real figure that replaces an estimate may be lower.
 */
export function createRunSpending({ source, estimate, said, elapsed = now }: Deps) {
  /** The highest of each figure so far; null: nothing was reported. */
  let told: UsageEvent | null = null;
  /** What the output reported last. */
  let heard: Figures = UNKNOWN;
  /** What the output leaves out. */
  let leftOut: Figures = UNKNOWN;
  let estimated: UsageEvent | null = null;
  let workSince: number | null = null;
  let nextLook = elapsed() + LOOK_MS;

  /** With a provider that counts nothing, some CLIs report only zeros. */
  let isCounted = false;

  /** Figures that arrive together become one, however many there were. */
  function hear(events: readonly NewTranscriptEvent[]): readonly NewTranscriptEvent[] {
    const heardEvents: NewTranscriptEvent[] = [];
    let figure: UsageEvent | undefined;
    for (const event of events) {
      if (event.type === "usage") {
        heard = event;
        figure = raised({ ...event, ...sumOf(heard, leftOut) })[0] ?? figure;
        continue;
      }
      heardEvents.push(event);
      if (isCounted || estimate === null) continue;
      estimate.see(event);
      if (estimate.tokens() !== null) workSince ??= elapsed();
    }
    if (figure) heardEvents.push(figure);
    return heardEvents;
  }

  function raised(to: UsageEvent): readonly UsageEvent[] {
    const before = told;
    told = before === null ? to : { ...to, ...highestOf(before, to) };
    isCounted = totalOf(told) > 0;
    if (before !== null && isSame(before, told)) return [];
    return workSince === null || isCounted ? [told] : [];
  }

  async function lookIntoSource(): Promise<readonly UsageEvent[]> {
    const { sessionId } = said();
    if (!source || sessionId === null) return [];
    const used = await source.look(sessionId);
    ({ leftOut } = used);
    const now = highestOf(used.all, sumOf(heard, leftOut));
    return totalOf(now) === 0 ? [] : raised({ type: "usage", ...now });
  }

  function reckon(): readonly UsageEvent[] {
    const used = estimate?.tokens() ?? null;
    if (isCounted || used === null) return [];
    const figures = { ...UNKNOWN, ...used, cost_usd: told?.cost_usd || null };
    if (estimated !== null && isSame(estimated, figures)) return [];
    estimated = { type: "usage", ...figures, is_estimated: true };
    return [estimated];
  }

  return {
    /** What the CLI has written, with corrected figures. */
    hear,

    /** Milliseconds until the next check; undefined: there is nothing to check. */
    dueIn(): number | undefined {
      const isOver = isCounted ? !source || said().terminal !== null : !source && estimate === null;
      return isOver ? undefined : Math.max(0, nextLook - elapsed());
    },

    async look(): Promise<readonly UsageEvent[]> {
      nextLook = elapsed() + LOOK_MS;
      const figures = await lookIntoSource();
      const isPatient = workSince === null || elapsed() - workSince < PATIENCE_MS;
      return isPatient ? figures : [...figures, ...reckon()];
    },

    /** What is left to report when the CLI has ended. */
    end: async (): Promise<readonly UsageEvent[]> => [...(await lookIntoSource()), ...reckon()],
  };
}

const now = () => performance.now();

export type RunSpending = ReturnType<typeof createRunSpending>;
