import type { Database } from "bun:sqlite";

/** Runs record which pass they were part of, and their outcome. */
export function passesOfRuns(db: Database): void {
  db.run("ALTER TABLE runs ADD COLUMN pass INTEGER");
  db.run("ALTER TABLE runs ADD COLUMN action_type TEXT");
  db.run(ACTION_TYPES);
  const runsOf = db.prepare<EarlierRun, [string]>(
    "SELECT id, agent_id, action_type FROM runs WHERE task_id = ? ORDER BY rowid",
  );
  const setPass = db.prepare<unknown, [number, string]>("UPDATE runs SET pass = ? WHERE id = ?");
  const tasks = db.query<{ task_id: string }, []>(
    "SELECT DISTINCT task_id FROM runs WHERE task_id IS NOT NULL",
  );
  for (const { task_id } of tasks.all()) {
    const runs = runsOf.all(task_id);
    const passes = passesIn(runs);
    for (const [at, { id }] of runs.entries()) setPass.run(passes[at]!, id);
  }
}

/** Only the log knows. Where it does not, nothing is made up. */
const ACTION_TYPES = `
  UPDATE runs SET action_type = ended.action_type
  FROM (
    SELECT task_id, metadata ->> 'run_id' AS run_id, metadata ->> 'action_type' AS action_type
    FROM task_logs WHERE event_type = 'agent_finished'
  ) AS ended
  WHERE runs.id = ended.run_id AND runs.task_id = ended.task_id`;

interface EarlierRun {
  id: string;
  agent_id: string | null;
  action_type: string | null;
}

/**
 * The pass of each of these runs of one task, by the rules of passes: every agent has one run in a
 * pass, and none follows after a request for review, a failure or a stop. After a failure a pass
 * may continue with the agent that failed: a new one would begin with the first.
 */
export function passesIn(runs: readonly Omit<EarlierRun, "id">[]): number[] {
  let pass = 0;
  let served: (string | null)[] = [];
  let last: string | null = null;
  return runs.map(({ agent_id, action_type }) => {
    const isTriedAgain = last === "error" && served.length > 1 && served.at(-1) === agent_id;
    const isOver = last === null || ENDS.has(last) || served.includes(agent_id);
    if (isOver && !isTriedAgain) {
      pass++;
      served = [];
    }
    if (!isTriedAgain) served.push(agent_id);
    last = action_type;
    return pass;
  });
}

const ENDS: ReadonlySet<string> = new Set(["in_review", "error", "cancelled"]);
