import { until } from "#support/until.ts";
import { startTask, worktreeOf } from "../bench.ts";
import { always, type Fault } from "./fault.ts";
import { killMidway } from "./midway.ts";

const MIDWAY = {
  mostGits: 40,
  sensitive: / worktree add | reset | update-ref /,
};
/** The team may still be at work on another task. */
const PATIENCE_MS = 60_000;

/** kill -9 while a task gets its worktree. The next start makes it again from where it was. */
export const killMaking: Fault = {
  obstacle: always,
  async strike(strike) {
    const { world, client, places, number } = strike;
    const task = await startTask(client, places.bench.workspace, `Bench ${number()}`);
    const state = () => worktreeOf(world, task)?.state;
    await until(state, "its worktree is made", PATIENCE_MS);
    const made = until(() => state() === "ready", "it is made", PATIENCE_MS).catch(() => {});
    await killMidway(strike, made, MIDWAY);
  },
};
