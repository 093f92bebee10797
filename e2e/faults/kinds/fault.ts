import type { Random } from "#support/random.ts";
import type { Client } from "#long-runs/client.ts";
import type { Places } from "../places.ts";
import type { World } from "#long-runs/world.ts";

export interface Strike {
  world: World;
  client: Client;
  places: Places;
  random: Random;
  /** Thrown where nobody expects it: something is wrong that no invariant checks. */
  violate: (what: string) => void;
  /** A number that nobody else has. */
  number: () => number;
}

export interface Fault {
  /** Why it cannot run on this machine; null when it can. */
  obstacle: () => string | null;
  /** While it lasts no file can be deleted: deleted transcripts are left to the cleanup. */
  keepsFiles?: true;
  /** Strikes while people and agents are working, and then removes the cause. */
  strike: (strike: Strike) => Promise<void>;
}

export function always(): null {
  return null;
}
