import { isOk } from "#long-runs/client.ts";
import { query } from "#support/database-checks.ts";
import { partsOf, startTask, worked, worktreeOf, writeParts } from "../bench.ts";
import { always, type Fault, type Strike } from "./fault.ts";
import { killMidway } from "./midway.ts";

const MIDWAY = {
  mostGits: 40,
  sensitive: / worktree remove | update-ref /,
};

/** kill -9 while a worktree is removed. It can still be removed, and all of its work is kept. */
export const killRemoval: Fault = {
  obstacle: always,
  async strike(strike) {
    const { world, client, places, random, number, violate } = strike;
    const task = await aTask(strike);
    const { id, path } = worktreeOf(world, task)!;
    const text = `As of ${number()}\n`;
    writeParts(path, text);
    const ended =
      random.below(2) === 0
        ? await client.send("DELETE", `/api/tasks/${task}`)
        : await client.send("PUT", `/api/tasks/${task}`, { status: "done" });
    if (!isOk(ended)) return violate("A task could not be ended");
    const remove = () => client.send("DELETE", `/api/worktrees/${id}`);
    await killMidway(strike, remove(), MIDWAY);
    const removed = await remove();
    if (!isOk(removed))
      violate(`A worktree cannot be removed: ${worktreeOf(world, task)?.problem}`);
    const sql = "SELECT commit_id FROM kept_work WHERE id = ?";
    const [kept] = query(world.dataDir, (rows) => rows<{ commit_id: string }>(sql, id));
    const found = kept && partsOf(places.bench.project, kept.commit_id).join();
    if (found !== text) violate(`The work of ${path} is not kept: ${found}`);
  },
};

/** One that the team has worked on. */
async function aTask({ world, client, places, number }: Strike): Promise<string> {
  const { workspace, task } = places.bench;
  const [there] = query(world.dataDir, (rows) => rows<{ id: string }>(READY, workspace, task));
  if (there) return there.id;
  const made = await startTask(client, workspace, `Bench ${number()}`);
  await worked(client, made);
  return made;
}

const READY = `
  SELECT id FROM tasks WHERE workspace_id = ? AND id <> ? AND status = 'in_review' AND id IN
    (SELECT task_id FROM worktrees WHERE state = 'ready')`;
