import { join } from "node:path";
import { parseArgs } from "node:util";
import { cleanUpAtExit } from "./harness/clean-up.ts";
import { measure, type Measured } from "./harness/measurement.ts";
import { readReport, reportOf, writeReport } from "./harness/report-file.ts";
import { tableOf } from "./harness/report-table.ts";
import type { Scenario } from "./harness/scenario.ts";
import { SCENARIOS } from "./scenarios/index.ts";

/**
 * How far Malamar is from the least that the same work costs: as ratios that hold on any machine, or as
 * milliseconds and megabytes where people feel those.
 *   npm run bench -- [part of a scenario's name …] [--rounds N] [--json FILE] [--compare FILE]
 * Ends with 1 when a bound is missed. The figures only mean something on a machine that is at rest.
 */
const DEFAULT_ROUNDS = 7;
const DEFAULT_FILE = join(import.meta.dir, "../../.cache/bench/latest.json");

cleanUpAtExit();
process.exit(await main());

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: `${DEFAULT_ROUNDS}` },
      json: { type: "string", default: DEFAULT_FILE },
      compare: { type: "string" },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) return fail("--rounds: must be a whole number");
  const chosen = SCENARIOS.filter((scenario) => isChosen(scenario, positionals));
  if (chosen.length === 0)
    return fail(`There is no such scenario. There are:\n${names(SCENARIOS)}`);
  // Read before it is written: --compare may name the default file.
  const earlier = values.compare === undefined ? null : readReport(values.compare);

  const results: Measured[] = [];
  for (const scenario of chosen) {
    console.error(`measuring ${names([scenario])} …`);
    results.push(...(await measure(scenario, rounds)));
  }
  const notes = [...new Set(chosen.flatMap((scenario) => scenario.note?.() ?? []))];
  const report = reportOf(results, notes, rounds);
  writeReport(values.json, report);

  const { machine, versions } = report;
  console.log(
    `Malamar ${versions.malamar}, Bun ${versions.bun}, SQLite ${versions.sqlite}, ` +
      `${machine.cores} × ${machine.cpu}, ${report.date}\n` +
      `Medians of ${rounds} rounds (min–max), and how they stand to bare (min–max of the rounds)\n`,
  );
  console.log(tableOf(results, earlier));
  for (const note of notes) console.log(`\n${note}`);
  console.log(`\nEvery sample: ${values.json}`);
  return results.some((result) => result.verdict === "missed") ? 1 : 0;
}

function isChosen(scenario: Scenario, parts: readonly string[]): boolean {
  if (parts.length === 0) return scenario.onDemand === undefined;
  return parts.some((part) => names([scenario]).includes(part));
}

function names(scenarios: readonly Scenario[]): string {
  return scenarios.flatMap(({ rows }) => rows.map((row) => row.name)).join("\n");
}

function fail(text: string): number {
  console.error(text);
  return 2;
}
