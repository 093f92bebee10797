import { storeNow, partsOf, worktreeOf, writeParts } from "../bench.ts";
import { always, type Fault } from "./fault.ts";
import { killMidway } from "./midway.ts";

const MIDWAY = {
  mostGits: 30,
  sensitive: / update-index | write-tree | commit-tree | update-ref /,
};

/** kill -9 while the state of a task's files is stored. Afterwards it can be stored, as it is. */
export const killCheckpoint: Fault = {
  obstacle: always,
  async strike(strike) {
    const { world, client, places, number, violate } = strike;
    const { task, project } = places.bench;
    const text = `As of ${number()}\n`;
    writeParts(worktreeOf(world, task)!.path, text);
    await killMidway(strike, client.send("POST", `/api/tasks/${task}/checkpoints`), MIDWAY);
    const { commit_id } = await storeNow(client, task);
    const stored = partsOf(project, commit_id);
    if (stored.join() !== text) violate(`${commit_id} has ${stored.join()} instead of ${text}`);
  },
};
