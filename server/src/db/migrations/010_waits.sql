-- What more there is to say about what a task waits for.
ALTER TABLE tasks ADD COLUMN wait_detail TEXT;

CREATE INDEX tasks_by_wait ON tasks (wait_reason, wait_cli) WHERE wait_reason IS NOT NULL;

-- Failures in a row for a reason that is the engine's and not the task's.
CREATE TABLE engine_troubles (
  engine TEXT NOT NULL,
  -- Whose login it is, where an engine has several; '' for the engine as such.
  account TEXT NOT NULL,
  cause TEXT NOT NULL,
  failure_count INTEGER NOT NULL,
  -- A person was notified of it.
  was_told INTEGER NOT NULL CHECK (was_told IN (0, 1)),
  since TEXT NOT NULL,
  -- When it is tried again; NULL while tasks still run on it.
  probe_at TEXT,
  PRIMARY KEY (engine, account)
) STRICT;
