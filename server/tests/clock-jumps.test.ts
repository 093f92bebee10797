import { expect, test } from "bun:test";
import { createLoopApp } from "#testing/loop-app.ts";
import { fails, inTurn, says, skip } from "#testing/scripted-team.ts";
import { seededRandom } from "#testing/seeded-random.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
/** From a clock that is corrected to one whose battery was empty. */
const JUMPS = [1, 10, 60, 24 * 60, 3 * 365 * 24 * 60].map((minutes) => minutes * MINUTE);
/** A wait is at most a quarter of an hour by any clock, and there are four of them. */
const MOST_MINUTES = 120;

test.each(Array.from({ length: 12 }, (_, seed) => seed))(
  "a clock that jumps by minutes or years while the team works holds nobody up (seed %i)",
  async (seed) => {
    const random = seededRandom(seed);
    const time = virtualTime();
    let offset = 0;
    await using app = await createLoopApp({
      team: {
        Planner: inTurn(fails(1), says("one"), fails(2), fails(1), says("two"), skip),
        Reviewer: inTurn(says("three"), fails(3), skip, skip),
      },
      timers: time.timers,
      clock: () => new Date(Date.parse(time.clock()) + offset).toISOString(),
    });
    const task = await app.createTask();
    for (let minutes = 0; (await app.task(task.id)).status !== "in_review"; minutes++) {
      await app.taskWorkers.drain();
      if (minutes > MOST_MINUTES) throw new Error(JSON.stringify(await app.task(task.id)));
      const jump = JUMPS[random.whole(0, JUMPS.length - 1)]! * (random.whole(0, 1) === 0 ? 1 : -1);
      // Not before the earliest time that a clock can show.
      offset = Math.max(offset + jump, -30 * YEAR);
      time.advance(MINUTE);
    }
    await app.taskWorkers.drain();
    const agentsSaid = (await app.said(task.id)).filter((text) => !text.startsWith("System"));
    expect(agentsSaid).toEqual(["Planner: one", "Reviewer: three", "Planner: two"]);
    expect((await app.runs(task.id)).filter(({ status }) => status === "running")).toEqual([]);
  },
  20_000,
);
