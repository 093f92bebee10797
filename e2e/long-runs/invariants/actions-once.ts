import { BUSY_TEAM } from "#support/busy-team.ts";
import { query, RUNS_AND_COMMENTS, type RunRow } from "#support/database-checks.ts";
import { named, type Invariant } from "./invariant.ts";

/** Either all of an answer is applied once, or nothing of it. */
export const actionsOnce: Invariant = ({ world }) =>
  query(world.dataDir, (rows) => [
    ...named(
      "Runs whose comments are not those of their agent",
      rows<RunRow>(RUNS_AND_COMMENTS).filter((run) => !isRight(run)),
    ),
    ...named(
      "Runs that have started or ended twice in the activity log",
      rows(
        `SELECT json_extract(metadata, '$.run_id') AS run, event_type, count(*) AS times
         FROM task_logs WHERE event_type IN ('agent_started', 'agent_finished')
         GROUP BY 1, 2 HAVING times > 1`,
      ),
    ),
    ...named(
      "Runs that have answered twice in a chat",
      rows(
        `SELECT run_id, count(*) AS times FROM chat_messages WHERE role = 'agent'
         AND run_id IS NOT NULL GROUP BY 1 HAVING times > 1`,
      ),
    ),
    ...named(
      "Tasks that one message has made twice",
      rows(
        `SELECT summary, count(*) AS times FROM tasks WHERE summary LIKE 'Asked for in message %'
         GROUP BY 1 HAVING times > 1`,
      ),
    ),
  ]);

/** A run that finished says everything it has to say, any other one nothing. */
function isRight({ agent, status, visit, summary, comments }: RunRow): boolean {
  if (status !== "succeeded") return comments === "[]";
  const member = BUSY_TEAM.find(({ agent: { name } }) => name === agent);
  return !member || comments === JSON.stringify(member.commentsAt(visit, summary));
}
