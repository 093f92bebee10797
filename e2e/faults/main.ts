import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { commandText, newSeed, readOrExit } from "#long-runs/options.ts";
import { startAgainInside } from "#long-runs/private-mounts.ts";
import { writeReport } from "#long-runs/report/report.ts";
import { ROOT } from "#support/malamar.ts";
import { createHarness, type Violation } from "./harness.ts";
import { KINDS } from "./kinds/kinds.ts";
import { readOptions, type Options } from "./options.ts";
import { planFaults } from "./plan.ts";
import { asLongRun, onceMore, summaryText, type Report, type Struck } from "./report.ts";

/**
 * `npm run test:faults -- [--faults N] [--seed N] [--kinds a,b] [--report FILE]`: people and agents
 * work, faults strike, and Malamar's promises must hold after each of them. Exits with 1 when they
 * do not.
 */
const options = readOrExit((argv) => readOptions(argv, Object.keys(KINDS), newSeed()));
const code = await startAgainInside();
process.exit(code ?? (await run(options)));

async function run({ seed, faults, kinds, report: file }: Options): Promise<number> {
  const chosen = Object.entries(KINDS).filter(
    ([name]) => kinds.length === 0 || kinds.includes(name),
  );
  const skipped = chosen.flatMap(([kind, { obstacle }]) => {
    const why = obstacle();
    return why === null ? [] : [{ kind, why }];
  });
  const striking = chosen
    .map(([name]) => name)
    .filter((name) => !skipped.some(({ kind }) => kind === name));
  const plan = planFaults(striking, faults, seed);
  const violations: Violation[] = [];
  console.log(`seed ${seed}, ${plan.length} faults of ${striking.length} kinds`);

  const begun = new Date();
  await using harness = await createHarness(seed, (violation) => {
    violations.push(violation);
    const { fault, kind, what } = violation;
    console.log(`VIOLATION  seed ${seed}, fault ${fault} (${kind}): ${what}`);
  });
  // Leave nothing running, also when someone interrupts this.
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => void harness[Symbol.asyncDispose]().finally(() => process.exit(130)));
  }
  const struck: Record<string, Struck> = {};
  for (const [at, kind] of plan.entries()) {
    const seen = await harness.strike(kind, KINDS[kind]!);
    struck[kind] = onceMore(struck[kind], seen);
    if ((at + 1) % 100 === 0) console.error(`${at + 1} faults, ${violations.length} violations`);
  }
  await harness.rest();

  const seconds = Math.round((Date.now() - begun.getTime()) / 100) / 10;
  const report: Report = { seed, seconds, struck, skipped, ...harness.figures(), violations };
  console.log(summaryText(report));
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  await Bun.write(join(ROOT, ".cache/faults.json"), `${JSON.stringify(report, null, 2)}\n`);
  if (file !== null) {
    const command = commandText("test:faults", process.argv.slice(2), seed);
    writeReport(file, asLongRun(report, command, begun));
  }
  return violations.length === 0 ? 0 : 1;
}
