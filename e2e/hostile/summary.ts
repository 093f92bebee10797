import { courseLines, type LongRun } from "#long-runs/report/report.ts";
import type { Course } from "#long-runs/vitals.ts";
import type { Counts, Violation } from "./report.ts";

/** One server: how it fared, and what its event stream sent. */
interface ServerFigures {
  vitals: Course | null;
  events: number;
}

export interface Summary {
  seconds: number;
  /** How each kind, and each route, was answered. */
  kinds: Readonly<Record<string, Counts>>;
  routes: Readonly<Record<string, Counts>>;
  /** Agents' answers, by who gave them. */
  answers: Counts;
  servers: Readonly<Record<string, ServerFigures | null>>;
}

export function asLongRun(
  { seconds, kinds, routes, answers, servers }: Summary,
  violations: readonly Violation[],
  { command, begun }: Pick<LongRun, "command" | "begun">,
): LongRun {
  const sent = Object.values(kinds).reduce((sum, counts) => sum + total(counts), 0);
  return {
    title: `${sent} hostile requests`,
    command,
    begun,
    seconds,
    parts: [
      { title: "Requests", table: answered("kind", kinds) },
      { title: "Routes", table: answered("route", routes) },
      { title: "Answers of agents", lines: [listed(answers)] },
      ...Object.entries(servers).map(([name, figures]) => ({
        title: `The ${name} server`,
        lines: [
          ...courseLines(figures?.vitals ?? null),
          `${figures?.events ?? 0} events heard by a page that was open all the time`,
        ],
      })),
    ],
    violations: violations.map(({ repeat, what, problems, request }) => ({
      repeat: `npm run test:hostile -- ${repeat}`,
      what: [what, ...problems, request].join("\n"),
    })),
  };
}

export function listed(counts: Counts): string {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([key, count]) => `${key} ×${count}`)
    .join(", ");
}

function answered(what: string, counted: Summary["kinds"]) {
  return {
    head: [what, "sent", "answered with"],
    rows: Object.entries(counted)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, counts]) => [`\`${key}\``, total(counts), listed(counts)]),
  };
}

function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
