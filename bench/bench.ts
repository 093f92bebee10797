import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { chooseScenarios, listOfScenarios } from "./harness/choose-scenarios.ts";
import {
  machineNow,
  readEarlier,
  requireWritable,
  versionsNow,
  writeReport,
  type Report,
} from "./harness/report-file.ts";
import { reportText } from "./harness/report-text.ts";
import type { Scenario } from "./harness/scenario.ts";
import { measureAll } from "./harness/suite.ts";
import { SCENARIOS } from "./scenarios/index.ts";
import { systemClock } from "@malamar/server/lib/clock.ts";
import { expandHome } from "@malamar/server/lib/expand-home.ts";
import { fileStamp, fileToWrite } from "@malamar/server/commands/files.ts";
import { interruptible } from "@malamar/server/commands/interruptible.ts";

const DEFAULT_ROUNDS = 7;
const MOST_ROUNDS = 1000;

export interface BenchOptions {
  isList: boolean;
  chosen: Scenario[];
  rounds: number;
  json: string | undefined;
  compare: string | undefined;
}

/** Parses the words after `malamar bench`, and says what is wrong with them. */
export function benchOptions(
  words: readonly string[],
  flags: ReadonlyMap<string, string>,
): { options: BenchOptions; problems: string[] } {
  const given = flags.get("rounds") ?? `${DEFAULT_ROUNDS}`;
  const rounds = /^\d+$/.test(given) ? Number(given) : 0;
  const { chosen, unknown } = chooseScenarios(SCENARIOS, words, flags.get("all") === "true");
  const isList = flags.get("list") === "true";
  return {
    options: { isList, chosen, rounds, json: flags.get("json"), compare: flags.get("compare") },
    problems: [
      ...(rounds < 1 || rounds > MOST_ROUNDS
        ? [`--rounds: must be a whole number from 1 to ${MOST_ROUNDS} (got "${given}")`]
        : []),
      ...unknown.map((word) => `There is no measurement called "${word}".`),
    ],
  };
}

/** Compares Malamar with the least that the same work costs. Returns the exit code. */
export async function bench({ isList, ...options }: BenchOptions): Promise<number> {
  if (isList) {
    console.log(listOfScenarios(SCENARIOS));
    return 0;
  }
  const { chosen, rounds, json, compare } = options;
  // Read before it is written: both may be the same file.
  const earlier = compare === undefined ? null : readEarlier(resolve(expandHome(compare)));
  const date = systemClock();
  // In the temporary folder, because it is writable wherever the command is run.
  const file = fileToWrite(json ?? tmpdir(), `malamar-bench-${fileStamp(date)}.json`);
  requireWritable(file);

  const machine = machineNow();
  const startedAt = performance.now();
  const measured = await interruptible((signal) =>
    measureAll(chosen, { rounds, signal, tell: (text) => process.stderr.write(text) }),
  );
  const report: Report = {
    date,
    rounds,
    seconds: (performance.now() - startedAt) / 1000,
    machine,
    versions: versionsNow(),
    // Some share theirs.
    notes: [...new Set(chosen.flatMap((scenario) => scenario.note?.() ?? []))],
    ...measured,
  };
  console.log(reportText(report, earlier));
  writeReport(file, report, json !== undefined);
  console.log(
    `Every sample is in ${file}. Pass it to --compare to compare a later run with this one.`,
  );
  const isMissed = report.results.some(({ verdict }) => verdict === "missed");
  return isMissed || report.failures.length > 0 ? 1 : 0;
}
