import { commandText, newSeed, readOrExit } from "#long-runs/options.ts";
import { writeReport } from "#long-runs/report/report.ts";
import { readOptions, type Options } from "./options.ts";
import type { Point } from "./point.ts";
import { asLongRun, summaryText, type Report } from "./report.ts";
import { createSoak } from "./soak.ts";
import { growths } from "./verdict.ts";
import { KINDS_OF_WORK } from "./work.ts";

/**
 * `npm run test:soak -- [--hours N] [--seed N] [--without a,b] [--report FILE]`: people and agents
 * work hour after hour at full speed, everything they made is deleted again, and whenever nothing
 * runs there must be as much as before. Exits with 1 when there is more.
 */
process.exit(await run(readOrExit((argv) => readOptions(argv, KINDS_OF_WORK, newSeed()))));

/** Before the first night: the retention needs something to delete. */
function hoursOfFirstDay(hours: number): number {
  return Math.max(2, Math.round(hours / 12));
}

/** By then everything has been used once. */
function warmHour(hours: number): number {
  return Math.max(2, Math.round(hours / 8));
}

async function run({ hours, seed, without, report: file }: Options): Promise<number> {
  const violations: string[] = [];
  const note = (what: string) => {
    violations.push(what);
    console.log(`VIOLATION  seed ${seed}, ${what}`);
  };
  console.log(`seed ${seed}, ${hours} hours`);
  const begun = new Date();
  await using soak = await createSoak({
    seed,
    without,
    onViolation: (hour, what) => note(`hour ${hour}: ${what}`),
  });
  // Leave nothing running, also when someone interrupts this.
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => void soak[Symbol.asyncDispose]().finally(() => process.exit(130)));
  }

  const firstDay = hoursOfFirstDay(hours);
  for (let hour = 1; hour <= firstDay; hour++) await soak.hour(hour === firstDay);
  const rowsBefore = await soak.night();
  const points: Point[] = [];
  while (points.length < hours - firstDay - 1) {
    points.push(await soak.hour());
    if (points.length === warmHour(hours)) soak.rememberDescriptors();
    if (points.length % 10 === 0) console.error(`${points.length} hours of the long day`);
  }
  // One more, and what is Done stays for the cleanup.
  await soak.hour(true);
  const rowsAfter = await soak.night();
  if (rowsAfter !== rowsBefore) note(`${rowsBefore} rows after the first night, ${rowsAfter} now`);
  growths(points).forEach(note);

  const seconds = Math.round((Date.now() - begun.getTime()) / 100) / 10;
  const report: Report = { seed, seconds, points, figures: soak.figures(), violations };
  console.log(summaryText(report));
  if (file !== null) {
    const command = commandText("test:soak", process.argv.slice(2), seed);
    writeReport(file, asLongRun(report, command, begun));
  }
  return violations.length === 0 ? 0 : 1;
}
