import { storeNow, partsOf, worktreeOf, writeParts } from "../bench.ts";
import { always, type Fault } from "./fault.ts";
import { untilGit } from "./midway.ts";
import { signal } from "./signal.ts";

const SIGNALS = ["SIGKILL", "SIGTERM"] as const;
const GITS = 15;

/** Someone ends gits of the server in the middle of their work. */
export const killGit: Fault = {
  obstacle: always,
  async strike({ world, client, places, random, number, violate }) {
    const { task, project } = places.bench;
    const text = `As of ${number()}\n`;
    writeParts(worktreeOf(world, task)!.path, text);
    const step = client.send("POST", `/api/tasks/${task}/checkpoints`);
    for (let times = random.between(1, 3); times > 0; times--) {
      await untilGit(world, step, random.below(GITS));
      for (const { pid } of world.gits()) signal(pid, SIGNALS[random.below(SIGNALS.length)]!);
    }
    await step;
    const { commit_id } = await storeNow(client, task);
    const stored = partsOf(project, commit_id);
    if (stored.join() !== text) violate(`${commit_id} has ${stored.join()} instead of ${text}`);
  },
};
