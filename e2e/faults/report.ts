import type { Tally } from "./client.ts";
import type { Violation } from "./harness.ts";

export interface Report {
  seed: number;
  seconds: number;
  /** How often each kind has struck. */
  struck: Readonly<Record<string, number>>;
  skipped: readonly { kind: string; why: string }[];
  writes: Tally;
  runs: number;
  restarts: number;
  violations: readonly Violation[];
}

/** All of it for a person, in a few lines. */
export function reportText(report: Report): string {
  const { seed, seconds, struck, skipped, writes, runs, restarts, violations } = report;
  const faults = Object.values(struck).reduce((sum, count) => sum + count, 0);
  return [
    "",
    `${faults} faults in ${seconds} s: ${listed(struck)}`,
    ...skipped.map(({ kind, why }) => `skipped ${kind}: ${why}`),
    `${writes.acknowledged} writes acknowledged, ${writes.refused} refused, ${writes.cutOff} cut off`,
    `${runs} runs, ${restarts} restarts`,
    `${violations.length} violations${violations.length === 0 ? "" : `; again with --seed ${seed}`}`,
  ].join("\n");
}

function listed(struck: Report["struck"]): string {
  return Object.entries(struck)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", ");
}
