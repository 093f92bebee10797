import { createRandom } from "#support/random.ts";
import { createClient, type Tally } from "#long-runs/client.ts";
import { actionsOnce } from "#long-runs/invariants/actions-once.ts";
import { answers, noUnexpectedErrors } from "#long-runs/invariants/answers.ts";
import { violationsOf, type Invariant, type Scene } from "#long-runs/invariants/invariant.ts";
import { loopInOrder } from "#long-runs/invariants/loop-in-order.ts";
import { createNoDescriptors, levelOf } from "#long-runs/invariants/no-descriptors.ts";
import { createNoLeftoverFiles, strayRunFiles } from "#long-runs/invariants/no-leftover-files.ts";
import { noOrphans, noProcesses } from "#long-runs/invariants/no-orphans.ts";
import { nothingLost } from "#long-runs/invariants/nothing-lost.ts";
import { soundDatabase } from "#long-runs/invariants/sound-database.ts";
import { createSoundRepositories } from "#long-runs/invariants/sound-repositories.ts";
import { createUntouchedProjects } from "#long-runs/invariants/untouched-projects.ts";
import { createWorkStored } from "#long-runs/invariants/work-stored.ts";
import { createWorktreesInOrder } from "#long-runs/invariants/worktrees-in-order.ts";
import { crowdIn } from "./crowd.ts";
import type { Fault } from "./kinds/fault.ts";
import { createLedger } from "#long-runs/ledger.ts";
import { runIds } from "#long-runs/found.ts";
import { startPeople } from "#long-runs/people/people.ts";
import { preparePlaces } from "./places.ts";
import { reachRest } from "#long-runs/rest.ts";
import { tidyWorktrees } from "#long-runs/tidy-worktrees.ts";
import { createCourse } from "#long-runs/vitals.ts";
import { createWorld } from "#long-runs/world.ts";

export interface Violation {
  fault: number;
  kind: string;
  what: string;
}

/** What happened while a fault struck. */
export interface Observed extends Tally {
  restarts: number;
}

/** How long people and agents work before a fault strikes. */
const BEFORE_MS = [40, 250] as const;
/** After this many faults everything comes to rest and is checked more closely. */
const FAULTS_PER_REST = 10;

/** One installation with people and agents at work, and a way to inject faults. */
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
  const places = await preparePlaces(world, client, ledger);
  const projects = places.builders.map(({ project }) => project);
  const vitals = createCourse();
  const noDescriptors = createNoDescriptors(levelOf(world));
  /**
   * Files that outlived their rows because of a fault, as in a crash between the two deletes; the
   * cleanup finds them.
   */
  const ofFaults = new Set<string>();
  const afterEach: readonly Invariant[] = [
    answers,
    noUnexpectedErrors,
    noOrphans,
    nothingLost,
    loopInOrder,
    createUntouchedProjects(projects),
  ];
  const atRest: readonly Invariant[] = [
    noProcesses,
    noDescriptors,
    createNoLeftoverFiles(ofFaults),
    actionsOnce,
    soundDatabase,
    createWorkStored(projects),
    createSoundRepositories(projects),
    createWorktreesInOrder(projects),
  ];

  async function check(invariants: readonly Invariant[]): Promise<void> {
    (await violationsOf(invariants, scene)).forEach(violate);
  }

  async function rest(): Promise<void> {
    const problems = [
      ...(await reachRest(scene)),
      ...(await tidyWorktrees(scene)),
      ...(await reachRest(scene)),
    ];
    problems.forEach(violate);
    await check([...atRest, ...afterEach]);
    vitals.look(world.server().pid);
  }

  return {
    async strike(kind: string, fault: Fault): Promise<Observed> {
      Object.assign(now, { fault: now.fault + 1, kind });
      const random = createRandom(seed * 1009 + now.fault);
      const people = startPeople(
        { client, ledger, number, violate },
        crowdIn(places),
        seed * 1013 + now.fault,
      );
      const restarts = world.restarts();
      const before = { ...tally };
      vitals.look(world.server().pid);
      try {
        await Bun.sleep(random.between(...BEFORE_MS));
        await fault.strike({ world, client, places, random, violate, number });
      } catch (error) {
        violate(Bun.inspect(error));
        if (world.url() === null) await world.start();
      }
      await people.leave();
      if (world.restarts() > restarts || fault.keepsFiles) {
        for (const run of strayRunFiles(world)) ofFaults.add(run);
      }
      for (const run of runIds(world)) runs.add(run);
      await check(afterEach);
      vitals.look(world.server().pid);
      const observed = since(before, tally);
      if (now.fault % FAULTS_PER_REST === 0) await rest();
      return { ...observed, restarts: world.restarts() - restarts };
    },
    rest,
    figures: () => ({
      writes: tally,
      runs: runs.size,
      restarts: world.restarts(),
      vitals: vitals.course(),
    }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

function since(before: Tally, now: Tally): Tally {
  return {
    acknowledged: now.acknowledged - before.acknowledged,
    refused: now.refused - before.refused,
    cutOff: now.cutOff - before.cutOff,
  };
}
