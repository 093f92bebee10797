-- What the loop has to remember of a task, so that a restart changes nothing.

-- What went wrong in the last pass.
ALTER TABLE tasks ADD COLUMN last_error TEXT;
-- The guards for cost and tokens count from here.
ALTER TABLE tasks ADD COLUMN human_input_at TEXT;
-- Since when it waits for a person: in review, failing, or without quota.
ALTER TABLE tasks ADD COLUMN attention_at TEXT;
-- When its newest queue item completed or failed.
ALTER TABLE tasks ADD COLUMN last_processed_at TEXT;
-- JSON: which comments count which errors, how often the team repeated itself, whether a quota was waited for.
ALTER TABLE tasks ADD COLUMN loop_memory TEXT NOT NULL DEFAULT '{}';
-- The guard that moved it to In Review and what it said, as JSON; NULL when none did.
ALTER TABLE tasks ADD COLUMN tripped_guard TEXT;

CREATE INDEX tasks_open ON tasks (workspace_id, last_processed_at)
  WHERE status IN ('todo', 'in_progress');
CREATE INDEX tasks_prioritized ON tasks (workspace_id) WHERE is_priority = 1;
CREATE INDEX tasks_waiting ON tasks (retry_at) WHERE retry_at IS NOT NULL;
CREATE INDEX tasks_in_review ON tasks (updated_at) WHERE status = 'in_review';
CREATE INDEX tasks_failing ON tasks (updated_at) WHERE failure_count > 0;

CREATE INDEX task_queue_waiting ON task_queue (workspace_id) WHERE status = 'queued';
CREATE INDEX task_queue_running ON task_queue (task_id) WHERE status = 'in_progress';

CREATE INDEX runs_by_end ON runs (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX runs_running_by_task ON runs (task_id) WHERE status = 'running';

-- A CLI whose limit was hit, and when it ends.
CREATE TABLE cli_quotas (
  cli_type TEXT PRIMARY KEY,
  resets_at TEXT NOT NULL
) STRICT;
