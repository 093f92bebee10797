import { messageOf } from "@malamar/server/lib/app-error.ts";
import { cleanUp, cleanUpAtExit } from "./clean-up.ts";
import { measure, type Measured } from "./measurement.ts";
import type { Scenario } from "./scenario.ts";

export interface Failure {
  name: string;
  error: string;
}

interface SuiteOptions {
  rounds: number;
  signal: AbortSignal;
  /** Receives parts of lines for the person who waits. */
  tell: (text: string) => void;
}

/** Runs one scenario after the other. A failure costs only that scenario's own figures. */
export async function measureAll(
  scenarios: readonly Scenario[],
  { rounds, signal, tell }: SuiteOptions,
): Promise<{ results: Measured[]; failures: Failure[] }> {
  const results: Measured[] = [];
  const failures: Failure[] = [];
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason as Error));
  // Between two scenarios nobody waits for it.
  aborted.catch(() => {});
  cleanUpAtExit();
  for (const [at, scenario] of scenarios.entries()) {
    const name = scenario.rows[0]!.name;
    const startedAt = performance.now();
    tell(`${`${at + 1}/${scenarios.length}`.padEnd(7)}${name} … `);
    try {
      results.push(...(await Promise.race([measure(scenario, rounds), aborted])));
      tell(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
    } catch (error) {
      tell(signal.aborted ? "\n" : `${messageOf(error)}\n`);
      failures.push({ name, error: messageOf(error) });
    } finally {
      await cleanUp();
    }
    signal.throwIfAborted();
  }
  return { results, failures };
}
