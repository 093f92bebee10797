import type { EarlierReport, Report } from "./report-file.ts";
import { tableOf } from "./report-table.ts";
import { hanging, wrapped } from "./text-layout.ts";

const LEGEND: [string, string][] = [
  [
    "bare",
    "the least that the same work costs on this machine: a few lines on the same Bun and the same " +
      "SQLite, with nothing of Malamar around them",
  ],
  ["vs bare", "Malamar as a multiple of bare (0.64×), or what it adds to it (+1.3)"],
  ["bound", "what Malamar promises: a multiple of bare (×), an addition to it (+), or a figure"],
];
const ALONE: [string, string][] = [["(…–…)", "the lowest and the highest of the rounds"]];
const COMPARED: [string, string][] = [
  [
    "before",
    "what the bound is for, in the earlier report: the multiple, the addition or the figure",
  ],
  [
    "change",
    '"worse" or "better" where every round lies beyond every earlier one, so not by chance',
  ],
];

/** A run's report, in lines that fit a terminal. */
export function reportText(report: Report, earlier: EarlierReport | null): string {
  const { results, notes, versions, rounds } = report;
  const legend = [...LEGEND, ...(earlier ? COMPARED : ALONE)];
  return [
    `Malamar ${versions.malamar} against bare: medians of ${rounds} ${rounds === 1 ? "round" : "rounds"}`,
    "",
    tableOf(results, earlier),
    "",
    ...legend.flatMap(([word, text]) => hanging(word.padEnd(10), text)),
    "",
    "What was measured",
    ...notes.flatMap((note) => hanging("  · ", note)),
    "",
    ...closingWords(report, earlier).flatMap((line) => wrapped(line)),
  ].join("\n");
}

function closingWords(report: Report, earlier: EarlierReport | null): string[] {
  const { machine, versions, date, seconds, failures } = report;
  return [
    `On ${machine.cores} × ${machine.cpu} (${machine.platform}) with Bun ${versions.bun} and SQLite ` +
      `${versions.sqlite}.`,
    `Started at ${date}, took ${duration(seconds)}.`,
    ...(machine.load > machine.cores / 2
      ? [
          `The machine was busy (load ${machine.load.toFixed(1)}): figures are most reliable on an idle one.`,
        ]
      : []),
    ...(earlier ? comparedWith(earlier, report) : []),
    ...failures.map(({ name, error }) => `Not measured: ${name}: ${error}`),
    conclusion(report),
  ];
}

function comparedWith(earlier: EarlierReport, { machine }: Report): string[] {
  const { cpu, cores } = earlier.machine;
  return [
    `Compared with Malamar ${earlier.versions.malamar} on Bun ${earlier.versions.bun}, ${earlier.date}.`,
    ...(cpu !== machine.cpu || cores !== machine.cores
      ? ["That was a different machine: only multiples of bare can be compared."]
      : []),
  ];
}

function conclusion({ results, failures }: Report): string {
  const bounded = results.filter(({ verdict }) => verdict !== null).length;
  const missed = results.filter(({ verdict }) => verdict === "missed").length;
  if (missed > 0) return `Bounds missed: ${missed} of ${bounded}.`;
  if (failures.length > 0) return "Not everything could be measured.";
  return bounded === 0 ? "None of these has a bound." : `All bounds hold: ${bounded}.`;
}

/** `5 min 12 s`. */
function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
