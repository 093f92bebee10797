import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#support/malamar.ts";
import { createHarness, type Violation } from "./harness.ts";
import { KINDS } from "./kinds/kinds.ts";
import { readOptions, type Options } from "./options.ts";
import { planFaults } from "./plan.ts";
import { startAgainInside } from "./private-mounts.ts";
import { reportText, type Report } from "./report.ts";

/**
 * `npm run test:faults -- [--faults N] [--seed N] [--kinds a,b]`: people and agents work, faults
 * strike, and what Malamar promises must hold after each of them. Ends with 1 when it does not.
 */
const options = optionsOf(process.argv.slice(2));
const code = await startAgainInside();
process.exit(code ?? (await run(options)));

function optionsOf(argv: readonly string[]): Options {
  try {
    return readOptions(argv, Object.keys(KINDS), crypto.getRandomValues(new Uint32Array(1))[0]!);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(2);
  }
}

async function run({ seed, faults, kinds }: Options): Promise<number> {
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

  const begun = performance.now();
  await using harness = await createHarness(seed, (violation) => {
    violations.push(violation);
    const { fault, kind, what } = violation;
    console.log(`VIOLATION  seed ${seed}, fault ${fault} (${kind}): ${what}`);
  });
  // Nothing of ours outlives us, also when somebody has seen enough.
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => void harness[Symbol.asyncDispose]().finally(() => process.exit(130)));
  }
  for (const [at, kind] of plan.entries()) {
    await harness.strike(kind, KINDS[kind]!);
    if ((at + 1) % 100 === 0) console.error(`${at + 1} faults, ${violations.length} violations`);
  }
  await harness.rest();

  const struck: Record<string, number> = {};
  for (const kind of plan) struck[kind] = (struck[kind] ?? 0) + 1;
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const report: Report = { seed, seconds, struck, skipped, ...harness.figures(), violations };
  console.log(reportText(report));
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  await Bun.write(join(ROOT, ".cache/faults.json"), `${JSON.stringify(report, null, 2)}\n`);
  return violations.length === 0 ? 0 : 1;
}
