import type { LongRun } from "#long-runs/report/report.ts";
import { runsIn } from "./keepers.ts";
import type { Point } from "./point.ts";
import { RUNS_PER_HOUR, type SoakFigures } from "./soak.ts";

export interface Report {
  seed: number;
  seconds: number;
  /** One for each hour between two nights. */
  points: readonly Point[];
  figures: SoakFigures;
  violations: readonly string[];
}

const COLUMNS: readonly (readonly [head: string, figure: keyof Point])[] = [
  ["memory (MB)", "memoryMb"],
  ["descriptors", "descriptors"],
  ["threads", "threads"],
  ["processes", "processes"],
  ["database (KB)", "databaseKb"],
  ["its log (KB)", "logKb"],
  ["free pages", "freePages"],
  ["rows", "rows"],
  ["data files", "dataFiles"],
  ["temp files", "tempFiles"],
];
/** Nobody reads more lines of a table. */
const SHOWN_POINTS = 16;

function workLines({ figures }: Report): string[] {
  const { heard, writes, notifications, leftToTheSystem } = figures;
  const count = (event: string) => heard[event] ?? 0;
  const runs = runsIn(heard);
  return [
    `${runs} runs, which is ${Math.round(runs / RUNS_PER_HOUR)} hours of a team with ${RUNS_PER_HOUR} runs an hour`,
    `${count("task.created")} tasks created, ${count("task.deleted")} deleted, ${count("task.comment_added")} comments, ${count("task.error_occurred")} errors`,
    `${count("chat.created")} chats with ${count("chat.message_added")} messages`,
    `${count("workspace.created")} workspaces created, ${count("workspace.deleted")} deleted`,
    `${writes.acknowledged} writes acknowledged, ${writes.refused} refused, ${writes.cutOff} cut off`,
    `${notifications} notifications arrived`,
    `${leftToTheSystem} entries of the temp directory left to the system, as documented`,
  ];
}

export function summaryText(report: Report): string {
  const { seed, seconds, points, violations } = report;
  const courses = COLUMNS.map(([head, figure]) => {
    const figures = points.map((point) => point[figure]);
    return `${head} ${figures[0]} → ${Math.max(...figures)} → ${figures.at(-1)}`;
  });
  return [
    "",
    `${points.length} hours between two nights in ${seconds} s`,
    ...workLines(report),
    ...courses,
    `${violations.length} violations${violations.length === 0 ? "" : `; again with --seed ${seed}`}`,
  ].join("\n");
}

export function asLongRun(report: Report, command: string, begun: Date): LongRun {
  const { seconds, points, violations } = report;
  const step = Math.ceil(points.length / SHOWN_POINTS);
  const shown = points.map((point, at) => ({ point, hour: at + 1 }));
  return {
    title: "Soak: hours of use in one process",
    command,
    begun,
    seconds,
    parts: [
      { title: "What was done", lines: workLines(report) },
      {
        title: "What remained when nothing ran",
        table: {
          head: ["hour", ...COLUMNS.map(([head]) => head)],
          rows: shown
            .filter(({ hour }) => (hour - 1) % step === 0 || hour === points.length)
            .map(({ point, hour }) => [hour, ...COLUMNS.map(([, figure]) => point[figure])]),
        },
      },
    ],
    violations: violations.map((what) => ({ repeat: command, what })),
  };
}
