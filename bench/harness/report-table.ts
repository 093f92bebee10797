import { changeSince, type Change } from "./change.ts";
import type { Measured } from "./measurement.ts";
import type { EarlierReport } from "./report-file.ts";
import type { Row } from "./scenario.ts";
import { tableOfCells } from "./text-layout.ts";

const HEAD = ["what", "Malamar", "bare", "vs bare", "bound", "verdict"];

/** The table for people; with an earlier report, it shows how the bounded figures have changed. */
export function tableOf(results: readonly Measured[], earlier: EarlierReport | null): string {
  if (!earlier)
    return tableOfCells(
      HEAD,
      results.map((result) => cellsOf(result, true)),
    );
  const before = new Map(earlier.results.map((result) => [result.row.name, result]));
  return tableOfCells(
    [...HEAD, "before", "change"],
    results.map((result) => {
      const then = before.get(result.row.name);
      const change = then ? changeSince(result, then) : null;
      return [...cellsOf(result, false), ...changeCells(result.row, change)];
    }),
  );
}

/** Next to an earlier report there is no room for the spread, and its marks say more. */
function cellsOf(result: Measured, hasSpread: boolean): string[] {
  const { row, bare, malamar, verdict } = result;
  const { bounded = "ratio" } = row;
  const { of_medians: overall, spread } = bounded === "ratio" ? result.ratio : result.difference;
  const write = bounded === "ratio" ? times : added;
  return [
    row.unit === "" ? row.name : `${row.name} (${row.unit})`,
    figure(malamar.figure),
    figure(bare.figure),
    hasSpread ? `${write(overall)} (${figure(spread.min)}–${figure(spread.max)})` : write(overall),
    boundOf(row),
    verdict === "missed" ? "MISSED" : (verdict ?? ""),
  ];
}

function boundOf({ bound, better, bounded = "ratio" }: Row): string {
  if (bound === null) return "–";
  const write = { ratio: times, difference: added, malamar: figure }[bounded];
  return `${better === "higher" ? "≥" : "≤"} ${write(bound)}`;
}

function changeCells({ bounded = "ratio" }: Row, change: Change | null): [string, string] {
  if (!change) return ["–", "–"];
  const { before, now, mark } = change;
  const write = { ratio: times, difference: added, malamar: figure }[bounded];
  // A share of zero, or of a negative figure, means nothing.
  const isPart = bounded !== "difference" && before > 0 && now >= 0;
  const moved = isPart ? percent(now / before) : added(now - before);
  return [write(before), mark ? `${mark} ${moved}` : moved];
}

function times(value: number): string {
  return `${figure(value)}×`;
}

function added(value: number): string {
  return value < 0 ? `−${figure(-value)}` : `+${figure(value)}`;
}

function percent(ratio: number): string {
  const value = Math.round((ratio - 1) * 100);
  return `${value < 0 ? "−" : "+"}${Math.abs(value)} %`;
}

function figure(value: number): string {
  if (value < 0) return `−${figure(-value)}`;
  if (value >= 1000) return Math.round(value).toLocaleString("en-US");
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value < 10 ? 2 : 1);
}
