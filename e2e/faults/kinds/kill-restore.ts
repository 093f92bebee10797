import { query } from "#support/database-checks.ts";
import { checkpointsOf, partsIn, partsOf, worktreeOf, writeParts } from "../bench.ts";
import { always, type Fault } from "./fault.ts";
import { killMidway } from "./midway.ts";

const MIDWAY = {
  mostGits: 60,
  sensitive: / read-tree | update-index -q --refresh/,
};
/** The newest ones are compared: others work elsewhere. */
const RECENT = 3;

/** How Malamar names a mix of two states. */
const NAMED = "%The files may be a mix of two states%";

/**
 * kill -9 while files are restored. Then all of them are as they were, or as they should be; what was
 * replaced is stored.
 */
export const killRestore: Fault = {
  obstacle: always,
  async strike(strike) {
    const { world, client, places, random, number, violate } = strike;
    const { task, project } = places.bench;
    const { path } = worktreeOf(world, task)!;
    const recent = checkpointsOf(world, task)
      .slice(-10)
      .filter(({ commit_id }) => !partsOf(project, commit_id).includes(undefined));
    const { id, commit_id } = recent[random.below(recent.length)]!;
    if (random.below(2) === 0) writeParts(path, `As of ${number()}\n`);
    const before = partsIn(path).join();
    const wanted = partsOf(project, commit_id).join();
    const comments = () => countOfMixes(world.dataDir, task);
    const told = comments();
    const step = client.send("POST", `/api/tasks/${task}/restore`, { checkpoint_id: id });
    await killMidway(strike, step, MIDWAY);
    const now = partsIn(path).join();
    if (now !== before && now !== wanted && comments() === told) {
      violate(`After a restore from ${before} to ${wanted} there is ${now}`);
    }
    if (now === before) return;
    const stored = checkpointsOf(world, task)
      .slice(-RECENT)
      .map((checkpoint) => partsOf(project, checkpoint.commit_id).join());
    if (!stored.includes(before)) violate(`What a restore has replaced is lost: ${before}`);
  },
};

function countOfMixes(dataDir: string, task: string): number {
  const sql = "SELECT id FROM task_comments WHERE task_id = ? AND content LIKE ?";
  return query(dataDir, (rows) => rows(sql, task, NAMED)).length;
}
