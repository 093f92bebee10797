import { expect, test } from "bun:test";
import { watch } from "node:fs";
import { join } from "node:path";
import { createBoard, demoAgent } from "../support/board.ts";
import { brokenPromises, startPeople, type Ledger, type Places } from "../support/busy-people.ts";
import { BUSY_TEAM } from "../support/busy-team.ts";
import { commentCounts, leftovers, oddities } from "../support/database-checks.ts";
import {
  createHome,
  launchMalamar,
  startMalamar,
  type Home,
  type Malamar,
} from "../support/malamar.ts";
import {
  isDescendant,
  processesIn,
  processesWith,
  readProcess,
  variablesOf,
  type Process,
} from "../support/processes.ts";
import { createRandom } from "../support/random.ts";
import { rounds } from "@malamar/server/testing/rounds.ts";
import { until } from "../support/until.ts";

/** Enough to see every kind of moment at least twice. */
const KILLS = rounds(10, 50);
/** A new seed every time, so that every run tests something else. A failure prints it. */
const SEED = crypto.getRandomValues(new Uint32Array(1))[0]!;
const WORKSPACES = 3;
/** From the middle of the first run to several passes. */
const LIFE_MS = [50, 400] as const;
/** One in this many is killed before it is ready, in the middle of its recovery. */
const KILLED_AT_START = 5;
/** A start takes less. */
const START_MS = [5, 80] as const;
/**
 * One in this many is killed when an agent has just answered, where a run ends and its actions
 * begin.
 */
const KILLED_AT_ANSWER = 2;
/** Usually enough until the actions are written. */
const APPLY_MS = [1, 10] as const;
/** If nobody answers meanwhile, all wait for a retry, and that is a moment like any other. */
const NO_ANSWER_MS = 300;
/** For the work left after the last kill; retries of the failed passes take most of it. */
const LAST_LOOP_MS = 60_000;
/** The waits inside are bounded; this only has to be longer. */
const TIMEOUT_MS = 180_000;

test(
  `${KILLS} times kill -9 at any moment of a busy loop: nothing is lost, doubled or left running`,
  async () => {
    const random = createRandom(SEED);
    const ledger: Ledger = { tasks: new Map(), comments: new Set() };
    const installations = new Set<string>();
    await using home = createHome();
    const places = await preparePlaces(home);

    for (let kill = 1; kill <= KILLS; kill++) {
      if (kill % KILLED_AT_START === 0) await killAtStart(home, random.between(...START_MS));
      const since = new Date().toISOString();
      await using malamar = await startMalamar({ home });
      const survivors = survivorsOf(malamar, installations);
      const broken = await brokenPromises(malamar.url, places, ledger);
      expect({ seed: SEED, kill, survivors, ...broken }).toEqual({
        seed: SEED,
        kill,
        survivors: [],
        lostTasks: [],
        lostComments: [],
      });
      await using people = startPeople(malamar.url, places, {
        ledger,
        random: createRandom(SEED + kill),
      });
      for (const lifeMs of [0, random.between(...LIFE_MS)]) {
        await Bun.sleep(lifeMs);
        expect({ seed: SEED, kill, ...oddities(malamar.dataDir, since) }).toEqual({
          seed: SEED,
          kill,
          workspacesWithTwo: [],
          forgottenTasks: [],
          itemsWithoutWorker: [],
          runsWithoutProcess: [],
        });
      }
      noteInstallation(home, installations);
      if (kill % KILLED_AT_ANSWER === 0) {
        await nextAnswer(home);
        await Bun.sleep(random.between(...APPLY_MS));
      }
      await malamar.stop("SIGKILL");
      await people.leave();
    }

    await using last = await startMalamar({ home });
    await until(
      () => everythingIsInReview(last.url, places.workspaceIds),
      `every task is In Review (seed ${SEED})`,
      LAST_LOOP_MS,
    );
    const survivors = survivorsOf(last, installations);
    const broken = await brokenPromises(last.url, places, ledger);
    const gaps = await transcriptsWithGaps(last.url, places.workspaceIds);
    expect(await last.stop()).toBe(0);
    const left = processesIn(home.dir);
    expect({ seed: SEED, survivors, left, gaps, ...broken, ...leftovers(last.dataDir) }).toEqual({
      seed: SEED,
      survivors: [],
      left: [],
      gaps: [],
      lostTasks: [],
      lostComments: [],
      damage: ["ok"],
      danglingRows: [],
      openItems: [],
      runsWithOtherComments: [],
    });
  },
  TIMEOUT_MS,
);

/** Takes long enough to apply that a kill hits the middle; the last action closes the answer. */
const LONG_ANSWER = 999;
const LONG_ANSWERS = rounds(3, 8);
/** From the answer to the last of its comments. */
const LONG_APPLY_MS = [1, 30] as const;

test(
  "kill -9 in the middle of a long answer: all of it is applied, or nothing",
  async () => {
    const random = createRandom(SEED);
    const comments = Array.from({ length: LONG_ANSWER }, (_, n) => `comment Remark ${n}`);
    await using home = createHome();
    await using first = await startMalamar({ home });
    const workspaceId = await createBoard(first.url).createTeam([
      demoAgent("Talker", ...comments, "review"),
    ]);
    await first.stop();

    for (let kill = 1; kill <= LONG_ANSWERS; kill++) {
      await using malamar = await startMalamar({ home });
      await createBoard(malamar.url).createTask(workspaceId, `Task ${kill}`);
      await nextAnswer(home);
      await Bun.sleep(random.between(...LONG_APPLY_MS));
      await malamar.stop("SIGKILL");
    }
    await using last = await startMalamar({ home });
    await until(() => everythingIsInReview(last.url, [workspaceId]), "every task is In Review");
    const counts = commentCounts(last.dataDir);
    const partly = counts.filter(
      ({ status, count }) => count !== (status === "succeeded" ? LONG_ANSWER : 0),
    );
    expect({ seed: SEED, partly }).toEqual({ seed: SEED, partly: [] });
  },
  TIMEOUT_MS,
);

async function preparePlaces(home: Home): Promise<Places> {
  await using malamar = await startMalamar({ home });
  const board = createBoard(malamar.url);
  const team = BUSY_TEAM.map(({ agent }) => agent);
  const workspaceIds: string[] = [];
  while (workspaceIds.length < WORKSPACES) {
    // The retry limit is tested elsewhere, and here every restart costs one pass.
    workspaceIds.push(await board.createTeam(team, { max_passes: 100_000 }));
  }
  const { id: doneTaskId } = await board.createTask(await board.createTeam([]), "Done");
  await board.reachesReview(doneTaskId);
  await board.moveToDone(doneTaskId);
  return { workspaceIds, doneTaskId };
}

async function killAtStart(home: Home, ms: number): Promise<void> {
  const { child } = launchMalamar({ home });
  const exited = new Promise((resolve) => child.once("close", resolve));
  await Bun.sleep(ms);
  child.kill("SIGKILL");
  await exited;
}

/** Resolves when an agent begins to write an answer, or when none does. */
async function nextAnswer(home: Home): Promise<void> {
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const watcher = watch(join(home.dir, "work"), (_event, name) => {
    if (name?.startsWith("malamar_output_")) resolve();
  });
  await Promise.race([answered, Bun.sleep(NO_ANSWER_MS)]);
  watcher.close();
}

/** Every process working for this Malamar carries its installation's name. */
function noteInstallation(home: Home, installations: Set<string>): void {
  for (const { pid } of processesIn(home.dir)) {
    const name = variablesOf(pid).find((text) => text.startsWith("MALAMAR_INSTALLATION_ID="));
    if (name) installations.add(name);
  }
}

/**
 * Malamar adopts every descendant that loses its parent, so all others are left over from an
 * earlier process. Those younger than this server are not: they may lose their parent while we
 * look.
 */
function survivorsOf(malamar: Malamar, installations: ReadonlySet<string>): Process[] {
  const began = Number(readProcess(malamar.pid)?.startTime);
  const isStranger = (process: Process) =>
    Number(process.startTime) <= began && !isDescendant(process, malamar.pid);
  return (
    [...processesIn(malamar.home), ...processesWith(installations)]
      .filter((process) => process.pid !== malamar.pid && isStranger(process))
      // Again: its parent may have ended while we looked.
      .map(({ pid }) => readProcess(pid))
      .filter((process) => process !== null)
      .filter(isStranger)
  );
}

async function everythingIsInReview(url: string, workspaceIds: readonly string[]) {
  const tasks = await tasksOf(url, workspaceIds);
  return tasks.every(({ status }) => status === "in_review");
}

/** A server killed in the middle of a line must not corrupt the lines after it. */
async function transcriptsWithGaps(
  url: string,
  workspaceIds: readonly string[],
): Promise<string[]> {
  const { runs, transcript } = createBoard(url);
  const gaps: string[] = [];
  for (const task of await tasksOf(url, workspaceIds)) {
    for (const { id } of await runs(task.id)) {
      const events = await transcript(id);
      const isWhole = events.every(({ seq }, index) => seq === index + 1);
      const ends = events.filter(({ type }) => type === "finished").length;
      if (!isWhole || ends !== 1 || events.at(-1)?.type !== "finished") gaps.push(id);
    }
  }
  return gaps;
}

async function tasksOf(url: string, workspaceIds: readonly string[]) {
  return (await Promise.all(workspaceIds.map(createBoard(url).tasks))).flat();
}
