import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandText, newSeed, readOrExit } from "#long-runs/options.ts";
import { writeReport } from "#long-runs/report/report.ts";
import { ROOT } from "../support/malamar.ts";
import { letAgentsAnswer } from "./answer-phase.ts";
import { fire } from "./fire.ts";
import { readOptions } from "./options.ts";
import { createReport, groupedViolations } from "./report.ts";
import { asLongRun, listed } from "./summary.ts";

/**
 * `npm run test:hostile -- [--seed N] [--requests N] [--only N] [--answer N] [--report FILE]`: an
 * attacker's requests against the built executable. Exits with 1 when something was wrong.
 */
const options = readOrExit((argv) => readOptions(argv, newSeed()));

/** More is only for the file. */
const SHOWN_GROUPS = 20;

const begun = new Date();
const report = createReport(options.seed);
// Agents answer while the requests are sent: each waits for programs most of the time.
const [servers, answering] = await Promise.all([
  options.answer ? {} : fire(options, report),
  letAgentsAnswer(options, report),
]);
const seconds = Math.round((Date.now() - begun.getTime()) / 100) / 10;
const groups = groupedViolations(report.violations);
const summary = { ...report.summary(), seconds, servers: { ...servers, answering } };

for (const { first, count } of groups.slice(0, SHOWN_GROUPS)) {
  console.log(
    `\n✗ ${first.problems.join(" ")}\n  ${first.what}\n  ${first.repeat} (seen ${count} times)`,
  );
  if (first.request !== "") console.log(`${first.request}\n→ ${first.answer}`);
}
const file = join(ROOT, ".cache/hostile.json");
mkdirSync(join(ROOT, ".cache"), { recursive: true });
writeFileSync(file, JSON.stringify({ ...summary, violations: report.violations }, null, 2));
if (options.report !== null) {
  const command = commandText("test:hostile", process.argv.slice(2), options.seed);
  writeReport(options.report, asLongRun(summary, report.violations, { command, begun }));
}

for (const counted of [summary.routes, summary.kinds]) {
  const lines = Object.entries(counted).map(([key, counts]) => `${key}: ${listed(counts)}`);
  console.log(`\n${lines.join("\n")}`);
}
console.log(`\nanswers of agents: ${listed(summary.answers)}`);
console.log(`servers: ${JSON.stringify(summary.servers)}`);
console.log(
  `seed ${options.seed}, ${seconds} s, ${report.violations.length} violations (.cache/hostile.json)`,
);
process.exit(groups.length > 0 ? 1 : 0);
