import type { AttentionReason } from "@malamar/contract/task.ts";

/** Someone has already decided about a task on hold. */
const IS_TRIED = "t.status IN ('todo', 'in_progress') AND t.is_on_hold = 0";

/** Why a task `t` waits for a person, in SQL; none does for two of them. */
const WAITS = [
  ["in_review", "t.status = 'in_review'"],
  ["error", `t.last_error IS NOT NULL AND ${IS_TRIED} AND t.wait_reason IS NOT 'quota'`],
  ["quota", `t.retry_at IS NOT NULL AND t.wait_reason = 'quota' AND ${IS_TRIED}`],
] as const satisfies readonly (readonly [AttentionReason, string])[];

export const NEEDS_PERSON = `(${WAITS.map(([, where]) => `(${where})`).join(" OR ")})`;

/** Null if it does not wait for a person. */
export const ATTENTION_REASON = `CASE ${WAITS.map(([reason, where]) => `WHEN ${where} THEN '${reason}'`).join(" ")} END`;

/** Tasks of earlier versions have no time of their own. */
const SINCE = "coalesce(t.attention_at, t.updated_at)";

/** Null if it does not wait for a person. */
export const ATTENTION_SINCE = `CASE WHEN ${NEEDS_PERSON} THEN ${SINCE} END`;

const branches = WAITS.map(
  ([reason, where]) => `
  SELECT '${reason}' AS reason, t.workspace_id, w.title AS workspace_title, t.id AS task_id,
    t.summary AS task_summary, t.status, t.tripped_guard, t.last_error, t.retry_at, t.wait_cli,
    ${SINCE} AS since
  FROM tasks t JOIN workspaces w ON w.id = t.workspace_id
  WHERE ${where}`,
);

/** All of them, longest wait first: each branch has an index of its own. */
export const ATTENTION = `${branches.join(" UNION ALL ")} ORDER BY since, task_id`;

const counts = WAITS.map(([, where]) => `(SELECT count(*) FROM tasks t WHERE ${where})`);

export const ATTENTION_COUNT = `SELECT ${counts.join(" + ")} AS count`;
