import type { Comparison, Measured } from "./measurement.ts";
import type { Report } from "./report-file.ts";
import type { Row } from "./scenario.ts";
import type { Spread } from "./statistics.ts";

/** The table for people; with an earlier report, how Malamar stood to bare then. */
export function tableOf(results: readonly Measured[], earlier: Report | null): string {
  const head = ["scenario", "unit", "bare", "malamar", "to bare", "bound", ""];
  const lines = results.map((result) => {
    const { row, bare, malamar, verdict } = result;
    return [
      row.name,
      row.unit,
      withSpread(bare.spread, bare.figure),
      withSpread(malamar.spread, malamar.figure),
      toBare(result),
      boundOf(row),
      verdict ?? "",
      ...(earlier ? [since(result, earlier)] : []),
    ];
  });
  return align([earlier ? [...head, "to bare before"] : head, ...lines]);
}

/** As a multiple, or as what is added where the bound is in the row's own unit. */
function toBare(result: Measured): string {
  const { of_medians: overall, spread } = comparisonOf(result)!;
  return withSpread(spread, overall, isRatio(result.row) ? figure : added);
}

function since({ row }: Measured, earlier: Report): string {
  const before = earlier.results.find((result) => result.row.name === row.name);
  const comparison = before && comparisonOf({ ...before, row });
  if (!comparison) return "–";
  return (isRatio(row) ? figure : added)(comparison.of_medians);
}

/** Reports of earlier days knew no differences. */
function comparisonOf(
  result: Omit<Measured, "difference"> & Partial<Measured>,
): Comparison | undefined {
  return isRatio(result.row) ? result.ratio : result.difference;
}

function isRatio({ bounded = "ratio" }: Row): boolean {
  return bounded === "ratio";
}

function boundOf({ bound, better, bounded, unit }: Row): string {
  if (bound === null) return "–";
  const limit = `${better === "higher" ? "≥" : "≤"} ${bound.toFixed(2)}`;
  if (bounded === "difference") return `${limit} ${unit} more`;
  return bounded === "malamar" ? `${limit} ${unit}` : limit;
}

function withSpread({ min, max }: Spread, middle: number, write = figure): string {
  return `${write(middle)} (${write(min)}–${write(max)})`;
}

function added(value: number): string {
  return value < 0 ? `−${figure(-value)}` : `+${figure(value)}`;
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
