import type { Random } from "#support/random.ts";
import { isOk, type Answer, type Client } from "../client.ts";
import type { Ledger } from "../ledger.ts";

/** What a person needs to act, and to record what was promised. */
export interface Person {
  client: Client;
  ledger: Ledger;
  random: Random;
  /** A number that nobody else has. */
  number: () => number;
  /** Called with what must not happen to anyone. */
  violate: (what: string) => void;
}

export type Act = (person: Person) => Promise<unknown>;

type Change = Parameters<Ledger["asked"]>[1];

/** Requests a change of something in the ledger, and records the result. */
export async function change(
  { client, ledger }: Person,
  key: string,
  wanted: Change,
  [method, path, body]: readonly [string, string, object?],
): Promise<Answer | null> {
  const asked = ledger.asked(key, wanted);
  const answer = await client.send(method, path, body);
  if (isOk(answer)) asked.acknowledged();
  else if (answer) asked.refused();
  return answer;
}

export function idOf(key: string): string {
  return key.slice(key.indexOf(":") + 1);
}

/** One of them; undefined when there is none. */
export function oneOf<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[random.below(items.length)];
}
