import type { LimitPattern } from "#engines/cli-adapter.ts";

export interface UsageLimit {
  resetsAt: string;
  message: string;
}

/** The first of these texts that names a limit with an end that can be believed. */
export function findUsageLimit(
  texts: readonly string[],
  limits: readonly LimitPattern[],
  now: Date,
): UsageLimit | null {
  for (const message of texts) {
    const resetsAt = resetNamedIn(message, limits, now);
    if (resetsAt && isBelievable(resetsAt, now)) {
      return { resetsAt: resetsAt.toISOString(), message };
    }
  }
  return null;
}

function resetNamedIn(text: string, limits: readonly LimitPattern[], now: Date): Date | null {
  for (const { pattern, resetsAt } of limits) {
    const match = pattern.exec(text);
    if (match) return resetsAt(match, now);
  }
  return null;
}

/** The longest limits are weekly; a day more is for clocks and zones that differ. */
const LONGEST_LIMIT_MS = 8 * 24 * 60 * 60 * 1000;

function isBelievable(resetsAt: Date, now: Date): boolean {
  const aheadMs = resetsAt.getTime() - now.getTime();
  return aheadMs > 0 && aheadMs <= LONGEST_LIMIT_MS;
}
