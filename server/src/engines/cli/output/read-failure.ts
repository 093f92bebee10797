import type { FailurePattern } from "#engines/cli/cli-adapter.ts";
import type { ReadableCause } from "#engines/diagnosis.ts";

export interface ReadFailure {
  cause: ReadableCause;
  /** The text that says so. */
  message: string;
  /** The end of a limit, if a credible one is reported. */
  resetsAt: string | null;
}

/**
 * Why a CLI failed, from its output: a limit with a known end takes precedence over everything
 * else.
 */
export function readFailure(
  texts: readonly string[],
  patterns: readonly FailurePattern[],
  now: Date,
): ReadFailure | null {
  const found = texts.flatMap((text) => causeNamedIn(text, patterns, now) ?? []);
  return found.find(({ resetsAt }) => resetsAt !== null) ?? found[0] ?? null;
}

function causeNamedIn(
  message: string,
  patterns: readonly FailurePattern[],
  now: Date,
): ReadFailure | null {
  for (const { cause, pattern, resetsAt } of patterns) {
    const match = pattern.exec(message);
    if (!match) continue;
    const end = resetsAt?.(match, now) ?? null;
    const believed = end && isBelievable(end, now) ? end.toISOString() : null;
    return { cause, message, resetsAt: believed };
  }
  return null;
}

/** The longest limits are weekly; a day more allows for clocks and zones that differ. */
const LONGEST_LIMIT_MS = 8 * 24 * 60 * 60 * 1000;

function isBelievable(resetsAt: Date, now: Date): boolean {
  const aheadMs = resetsAt.getTime() - now.getTime();
  return aheadMs > 0 && aheadMs <= LONGEST_LIMIT_MS;
}
