import type { Client } from "../client.ts";
import type { Ledger } from "../ledger.ts";
import type { World } from "../world.ts";

export interface Scene {
  world: World;
  client: Client;
  ledger: Ledger;
}

/** What must be true and is not, in sentences. */
export type Invariant = (scene: Scene) => string[] | Promise<string[]>;

/** The findings of all. A check that fails to run is a finding too. */
export async function violationsOf(
  invariants: readonly Invariant[],
  scene: Scene,
): Promise<string[]> {
  const found: string[] = [];
  for (const invariant of invariants) {
    try {
      found.push(...(await invariant(scene)));
    } catch (error) {
      found.push(`It could not be checked: ${String(error)}`);
    }
  }
  return found;
}

/** As many as help to find the cause. */
const MOST_NAMED = 5;

/** One sentence about all of them; none when there are none. */
export function named(what: string, found: readonly unknown[]): string[] {
  if (found.length === 0) return [];
  const some = found.slice(0, MOST_NAMED).map((one) => JSON.stringify(one));
  return [`${what} (${found.length}): ${some.join(", ")}`];
}
