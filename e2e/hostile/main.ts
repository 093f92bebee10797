import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/malamar.ts";
import { letAgentsAnswer } from "./answer-phase.ts";
import { fire } from "./fire.ts";
import { readOptions } from "./options.ts";
import { createReport, groupedViolations } from "./report.ts";

/**
 * `npm run test:hostile -- [--seed N] [--requests N] [--only N]`: what an attacker sends, against the
 * built executable. Ends with 1 when something was not as it must be.
 */
const options = readOptions(process.argv.slice(2), () => Date.now() % 1_000_000);
if (typeof options === "string") {
  console.error(options);
  process.exit(2);
}

/** More is only for the file. */
const SHOWN_GROUPS = 20;

const started = performance.now();
const report = createReport(options.seed);
// The agents answer while the requests are on their way: each waits for programs most of the time.
const [servers, answering] = await Promise.all([
  options.answer ? {} : fire(options, report),
  letAgentsAnswer(options, report),
]);
const figures = { ...servers, answering };
const seconds = Math.round((performance.now() - started) / 100) / 10;
const groups = groupedViolations(report.violations);
const summary = { ...report.summary(), seconds, figures };

for (const { first, count } of groups.slice(0, SHOWN_GROUPS)) {
  console.log(
    `\n✗ ${first.problems.join(" ")}\n  ${first.what}\n  ${first.repeat} (seen ${count} times)`,
  );
  if (first.request !== "") console.log(`${first.request}\n→ ${first.answer}`);
}
const file = join(ROOT, ".cache/hostile.json");
mkdirSync(join(ROOT, ".cache"), { recursive: true });
writeFileSync(file, JSON.stringify({ ...summary, violations: report.violations }, null, 2));

const routes = Object.entries(summary.routes).map(([route, counts]) => {
  const answers = Object.entries(counts).map(([status, count]) => `${status} ×${count}`);
  return `${route}: ${answers.join(", ")}`;
});
console.log(`\n${routes.join("\n")}\n\nkinds: ${listed(summary.kinds)}`);
console.log(`answers: ${listed(summary.statuses)}\nservers: ${JSON.stringify(figures)}`);
console.log(
  `seed ${options.seed}, ${seconds} s, ${report.violations.length} violations (.cache/hostile.json)`,
);
process.exit(groups.length > 0 ? 1 : 0);

function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([key, count]) => `${key} ×${count}`)
    .join(", ");
}
