import type { Random } from "#support/random.ts";
import { isOk, type Answer, type Client } from "../client.ts";
import type { Ledger } from "../ledger.ts";

/** What a person needs to do something, and to write down what was promised. */
export interface Person {
  client: Client;
  ledger: Ledger;
  random: Random;
  /** A number that nobody else has. */
  number: () => number;
  /** Told of what must not happen to anybody. */
  violate: (what: string) => void;
}

export type Act = (person: Person) => Promise<unknown>;

type Change = Parameters<Ledger["asked"]>[1];

/** Asks for a change of something that is in the ledger, and writes down what came of it. */
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
