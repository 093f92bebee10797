import { createRandom } from "#support/random.ts";
import { createClient, type Tally } from "./client.ts";
import { actionsOnce } from "./invariants/actions-once.ts";
import { answers, noUnexpectedErrors } from "./invariants/answers.ts";
import type { Invariant, Scene } from "./invariants/invariant.ts";
import { loopInOrder } from "./invariants/loop-in-order.ts";
import { createNoDescriptors, levelOf } from "./invariants/no-descriptors.ts";
import { createNoLeftoverFiles, strayTranscripts } from "./invariants/no-leftover-files.ts";
import { noOrphans, noProcesses } from "./invariants/no-orphans.ts";
import { nothingLost } from "./invariants/nothing-lost.ts";
import { soundDatabase } from "./invariants/sound-database.ts";
import type { Fault } from "./kinds/fault.ts";
import { createLedger } from "./ledger.ts";
import { runIds } from "./found.ts";
import { startPeople } from "./people/people.ts";
import { preparePlaces } from "./places.ts";
import { reachRest } from "./rest.ts";
import { createWorld } from "./world.ts";

export interface Violation {
  fault: number;
  kind: string;
  what: string;
}

/** People and agents are at work for so long before a fault strikes. */
const BEFORE_MS = [40, 250] as const;
/** After so many faults everything comes to rest, and is looked at more closely. */
const FAULTS_PER_REST = 10;

const AFTER_EACH: readonly Invariant[] = [
  answers,
  noUnexpectedErrors,
  noOrphans,
  nothingLost,
  loopInOrder,
];

/** One installation with people and agents at work, and a way to let faults strike it. */
export async function createHarness(seed: number, onViolation: (violation: Violation) => void) {
  const world = await createWorld();
  await world.start();
  const ledger = createLedger();
  const tally: Tally = { acknowledged: 0, refused: 0, cutOff: 0 };
  const now = { fault: 0, kind: "start" };
  const seen = new Set<string>();
  let numbers = 0;
  const runs = new Set<string>();
  const number = () => ++numbers;
  const violate = (what: string) => {
    const key = `${now.fault} ${what}`;
    if (seen.has(key)) return;
    seen.add(key);
    onViolation({ ...now, what });
  };
  const client = createClient({ world, tally, violate });
  const scene: Scene = { world, client, ledger };
  const places = await preparePlaces(world.server().url, ledger);
  const noDescriptors = createNoDescriptors(levelOf(world));
  /** What a crash between the end of a row and the end of its file has left; the cleanup finds it. */
  const ofCrashes = new Set<string>();
  const atRest: readonly Invariant[] = [
    noProcesses,
    noDescriptors,
    createNoLeftoverFiles(ofCrashes),
    actionsOnce,
    soundDatabase,
  ];

  async function check(invariants: readonly Invariant[]): Promise<void> {
    for (const invariant of invariants) {
      for (const what of await invariant(scene)) violate(what);
    }
  }

  async function rest(): Promise<void> {
    for (const what of await reachRest(scene)) violate(what);
    await check([...atRest, ...AFTER_EACH]);
  }

  return {
    async strike(kind: string, fault: Fault): Promise<void> {
      Object.assign(now, { fault: now.fault + 1, kind });
      const random = createRandom(seed * 1009 + now.fault);
      const people = startPeople({ client, ledger, places, number }, seed * 1013 + now.fault);
      const restarts = world.restarts();
      try {
        await Bun.sleep(random.between(...BEFORE_MS));
        await fault.strike({ world, client, places, random, violate, number });
      } catch (error) {
        violate(Bun.inspect(error));
        if (world.url() === null) await world.start();
      }
      await people.leave();
      if (world.restarts() > restarts)
        for (const run of strayTranscripts(world)) ofCrashes.add(run);
      for (const run of runIds(world)) runs.add(run);
      await check(AFTER_EACH);
      if (now.fault % FAULTS_PER_REST === 0) await rest();
    },
    rest,
    figures: () => ({ writes: tally, runs: runs.size, restarts: world.restarts() }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
