import { createRandom } from "#support/random.ts";
import type { Client } from "../client.ts";
import type { Ledger } from "../ledger.ts";
import type { Places } from "../places.ts";
import { chatActs } from "./chat-acts.ts";
import { oneOf, type Act, type Person } from "./person.ts";
import { settingsActs } from "./settings-acts.ts";
import { taskActs } from "./task-acts.ts";

interface Deps {
  client: Client;
  ledger: Ledger;
  places: Places;
  number: () => number;
}

/** Between two acts: busy enough that a fault hits some of them, and the machine has other work. */
const PAUSE_MS = [2, 60] as const;
/** Nobody works on what the scribe writes, so that a kill at any moment hits a write. */
const SCRIBE_PAUSE_MS = [0, 6] as const;

/** Everybody at work, until they are told to leave. The same seed is the same people. */
export function startPeople({ client, ledger, places, number }: Deps, seed: number) {
  const leaving = new AbortController();
  let hired = 0;

  async function work(acts: readonly Act[], pauseMs: readonly [number, number]): Promise<void> {
    const random = createRandom(seed * 31 + hired++);
    const person: Person = { client, ledger, random, number };
    while (!leaving.signal.aborted) {
      await oneOf(random, acts)!(person);
      await Bun.sleep(random.between(...pauseMs));
    }
  }

  const scribble: Act = async () => {
    const content = `Note ${number()}`;
    const path = `/api/tasks/${places.doneTaskId}/comments`;
    const answer = await client.send("POST", path, { content });
    if (answer?.status !== 201) return;
    const { id } = answer.body as { id: string };
    ledger.made(`comment:${id}`, `task:${places.doneTaskId}`, { content });
  };

  const working = [
    ...places.teams.map((id) => work(taskActs(id), PAUSE_MS)),
    work(chatActs(places.talkers), PAUSE_MS),
    work(settingsActs(), PAUSE_MS),
    work([scribble], SCRIBE_PAUSE_MS),
  ];

  return {
    /** Resolves when everything that they have asked for is answered, or never will be. */
    async leave(): Promise<void> {
      leaving.abort();
      await Promise.all(working);
    },
  };
}
