import { letTimePass } from "#long-runs/stored-times.ts";
import { always, type Fault } from "./fault.ts";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** From a clock that is corrected by some minutes to one whose battery has died. */
const JUMPS = [5 * MINUTE, 3 * 60 * MINUTE, DAY, 30 * DAY, 3 * 365 * DAY];

/** The clock jumps while Malamar is down. */
export const clockJump: Fault = {
  obstacle: always,
  async strike({ world, random }) {
    await world.end(random.below(2) === 0 ? "SIGKILL" : "SIGTERM");
    const seconds = JUMPS[random.below(JUMPS.length)]! * (random.below(2) === 0 ? 1 : -1);
    letTimePass(world.dataDir, seconds);
    await world.start();
  },
};
