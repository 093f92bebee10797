import { createClient, type Tally } from "#long-runs/client.ts";
import { actionsOnce } from "#long-runs/invariants/actions-once.ts";
import { answers, noUnexpectedErrors } from "#long-runs/invariants/answers.ts";
import { violationsOf, type Invariant, type Scene } from "#long-runs/invariants/invariant.ts";
import { loopInOrder } from "#long-runs/invariants/loop-in-order.ts";
import { createNoDescriptors, levelOf } from "#long-runs/invariants/no-descriptors.ts";
import { createNoLeftoverFiles } from "#long-runs/invariants/no-leftover-files.ts";
import { noProcesses } from "#long-runs/invariants/no-orphans.ts";
import { nothingLost } from "#long-runs/invariants/nothing-lost.ts";
import { soundDatabase } from "#long-runs/invariants/sound-database.ts";
import { createLedger } from "#long-runs/ledger.ts";
import { startPeople } from "#long-runs/people/people.ts";
import { reachRest } from "#long-runs/rest.ts";
import { letTimePass } from "#long-runs/stored-times.ts";
import { createWorld } from "#long-runs/world.ts";
import { startFakeSlack } from "#support/fake-services.ts";
import { until } from "#support/until.ts";
import { openPages, runsIn, type Heard } from "./keepers.ts";
import { openOffices, useUpQuota } from "./offices.ts";
import { measure, rowsIn, type Point } from "./point.ts";
import { cleanTempDirectory, expectGone, tidy } from "./tidy.ts";
import { jobsIn } from "./work.ts";

/** What a busy team does: a run a minute, on tasks and in chats. */
export const RUNS_PER_HOUR = 60;
/** Past the retention of every workspace, and past the week that finished queue items are kept. */
const NIGHT_SECONDS = 8 * 24 * 60 * 60;
const HOUR_PATIENCE_MS = 120_000;
const CLEANUP_PATIENCE_MS = 20_000;

const AT_REST: readonly Invariant[] = [
  noProcesses,
  createNoLeftoverFiles(new Set()),
  nothingLost,
  actionsOnce,
  loopInOrder,
  soundDatabase,
  answers,
  noUnexpectedErrors,
];

interface Deps {
  seed: number;
  without: readonly string[];
  onViolation: (hour: number, what: string) => void;
}

/** One installation in which people and agents work hour after hour. */
export async function createSoak({ seed, without, onViolation }: Deps) {
  const world = await createWorld();
  const { url } = await world.start();
  const hook = await startFakeSlack("/hook");
  const ledger = createLedger();
  const tally: Tally = { acknowledged: 0, refused: 0, cutOff: 0 };
  const heard: Heard = {};
  let hour = 0;
  let numbers = 0;
  let leftToTheSystem = 0;
  const violate = (what: string) => onViolation(hour, what);
  const client = createClient({ world, tally, violate });
  const scene: Scene = { world, client, ledger };
  const offices = await openOffices(url, `${hook.url}/hook`, ledger);
  let closePages = openPages(world, heard, violate);
  let noDescriptors: Invariant | null = null;

  async function check(invariants: readonly Invariant[]): Promise<void> {
    (await violationsOf(invariants, scene)).forEach(violate);
  }

  async function attempt(act: () => Promise<unknown>): Promise<void> {
    await act().catch((error: unknown) => violate(String(error)));
  }

  return {
    /** An hour of a busy team, and what remains when all of it is over. */
    async hour(staysDone = false): Promise<Point> {
      hour++;
      const before = runsIn(heard);
      const people = startPeople(
        { client, ledger, number: () => ++numbers, violate },
        jobsIn(world, offices, without),
        seed * 1009 + hour,
      );
      await attempt(() => useUpQuota(world.server().url));
      await attempt(() =>
        until(
          () => runsIn(heard) - before >= RUNS_PER_HOUR,
          "an hour's runs are over",
          HOUR_PATIENCE_MS,
        ),
      );
      await people.leave();
      for (const what of await reachRest(scene)) violate(what);
      await check(AT_REST);
      await tidy(scene, offices, staysDone);
      const { left, problems } = cleanTempDirectory(scene);
      leftToTheSystem += left;
      problems.forEach(violate);
      await check(noDescriptors ? [noDescriptors, nothingLost] : [nothingLost]);
      return measure(world);
    },

    /** From now on nothing more may be open when nothing runs. */
    rememberDescriptors(): void {
      noDescriptors = createNoDescriptors(levelOf(world));
    },

    /**
     * It is switched off for more than a week; then the cleanup deletes what nobody needs anymore.
     */
    async night(): Promise<number> {
      noDescriptors = null;
      await closePages();
      const code = await world.end("SIGTERM");
      if (code !== 0) violate(`It ended with ${code}`);
      for (const id of [...offices.teams, offices.talkers]) expectGone(ledger, id);
      letTimePass(world.dataDir, NIGHT_SECONDS);
      await world.start();
      closePages = openPages(world, heard, violate);
      const rows = () => rowsIn(world.dataDir, ["tasks", "task_queue", "chat_queue", "runs"]);
      await until(() => rows() === 0, "the cleanup is over", CLEANUP_PATIENCE_MS).catch(() =>
        violate(`After the cleanup there are still ${rows()} rows of what is over`),
      );
      await check(AT_REST);
      return rowsIn(world.dataDir);
    },

    figures: () => ({ heard, writes: tally, notifications: hook.received.length, leftToTheSystem }),

    async [Symbol.asyncDispose]() {
      await closePages();
      await world[Symbol.asyncDispose]();
      await hook[Symbol.asyncDispose]();
    },
  };
}

export type SoakFigures = ReturnType<Awaited<ReturnType<typeof createSoak>>["figures"]>;
