import type { Tally } from "#long-runs/client.ts";
import { courseLines, type LongRun } from "#long-runs/report/report.ts";
import type { Course } from "#long-runs/vitals.ts";
import type { Observed, Violation } from "./harness.ts";

export interface Report {
  seed: number;
  seconds: number;
  /** How often each kind struck, and what happened meanwhile. */
  struck: Readonly<Record<string, Struck>>;
  skipped: readonly { kind: string; why: string }[];
  writes: Tally;
  runs: number;
  restarts: number;
  vitals: Course | null;
  violations: readonly Violation[];
}

export interface Struck extends Observed {
  times: number;
}

export function onceMore(before: Struck | undefined, seen: Observed): Struck {
  return {
    times: (before?.times ?? 0) + 1,
    acknowledged: (before?.acknowledged ?? 0) + seen.acknowledged,
    refused: (before?.refused ?? 0) + seen.refused,
    cutOff: (before?.cutOff ?? 0) + seen.cutOff,
    restarts: (before?.restarts ?? 0) + seen.restarts,
  };
}

/** All of it for a person, in a few lines. */
export function summaryText(report: Report): string {
  const { seed, seconds, struck, violations } = report;
  const listed = Object.entries(struck).map(([kind, { times }]) => `${kind} ${times}`);
  return [
    "",
    `${faultsOf(report)} faults in ${seconds} s: ${listed.join(", ")}`,
    ...skippedLines(report),
    ...workLines(report),
    ...courseLines(report.vitals),
    `${violations.length} violations${violations.length === 0 ? "" : `; again with --seed ${seed}`}`,
  ].join("\n");
}

export function asLongRun(report: Report, command: string, begun: Date): LongRun {
  const { seconds, struck, vitals, violations } = report;
  return {
    title: `${faultsOf(report)} faults while people and agents work`,
    command,
    begun,
    seconds,
    parts: [
      {
        title: "What struck",
        lines: [...skippedLines(report), "writes and restarts are those during the fault"],
        table: {
          head: ["kind", "struck", "acknowledged", "refused", "cut off", "restarts", "violations"],
          rows: Object.entries(struck).map(([kind, seen]) => [
            kind,
            seen.times,
            seen.acknowledged,
            seen.refused,
            seen.cutOff,
            seen.restarts,
            violations.filter((violation) => violation.kind === kind).length,
          ]),
        },
      },
      { title: "What was done", lines: workLines(report) },
      { title: "The server", lines: courseLines(vitals) },
    ],
    violations: violations.map(({ fault, kind, what }) => ({
      repeat: command,
      what: `fault ${fault} (${kind}): ${what}`,
    })),
  };
}

function faultsOf({ struck }: Report): number {
  return Object.values(struck).reduce((sum, { times }) => sum + times, 0);
}

function skippedLines({ skipped }: Report): string[] {
  return skipped.map(({ kind, why }) => `skipped ${kind}: ${why}`);
}

function workLines({ writes, runs, restarts }: Report): string[] {
  const { acknowledged, refused, cutOff } = writes;
  return [
    `${acknowledged} writes acknowledged, ${refused} refused, ${cutOff} cut off`,
    `${runs} runs, ${restarts} restarts`,
  ];
}
