import type { Measured } from "./measurement.ts";
import type { Report } from "./report-file.ts";
import type { Spread } from "./statistics.ts";

/** The table for people; with an earlier report, how the ratios moved since. */
export function tableOf(results: readonly Measured[], earlier: Report | null): string {
  const head = ["scenario", "unit", "bare", "malamar", "ratio", "bound", ""];
  const lines = results.map((result) => {
    const { row, bare, malamar, ratio, verdict } = result;
    return [
      row.name,
      row.unit,
      withSpread(bare.spread, bare.spread.median),
      withSpread(malamar.spread, malamar.spread.median),
      withSpread(ratio.spread, ratio.of_medians),
      row.bound === null ? "–" : `${row.better === "higher" ? "≥" : "≤"} ${row.bound.toFixed(2)}`,
      verdict ?? "",
      ...(earlier ? [since(result, earlier)] : []),
    ];
  });
  return align([earlier ? [...head, "ratio before"] : head, ...lines]);
}

function since({ row }: Measured, earlier: Report): string {
  const before = earlier.results.find((result) => result.row.name === row.name);
  return before ? figure(before.ratio.of_medians) : "–";
}

function withSpread({ min, max }: Spread, middle: number): string {
  return `${figure(middle)} (${figure(min)}–${figure(max)})`;
}

function figure(value: number): string {
  if (value >= 1000) return String(Math.round(value));
  return value.toFixed(value < 10 ? 2 : 1);
}

function align(lines: readonly string[][]): string {
  const widths = lines[0]!.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
