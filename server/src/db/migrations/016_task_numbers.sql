-- What people call a task: #12. Counted per workspace, never used again.
ALTER TABLE tasks ADD COLUMN number INTEGER NOT NULL DEFAULT 0;

UPDATE tasks SET number = counted.number FROM (
  SELECT id, row_number() OVER (PARTITION BY workspace_id ORDER BY created_at, rowid) AS number
  FROM tasks
) AS counted WHERE counted.id = tasks.id;

CREATE UNIQUE INDEX tasks_by_number ON tasks (number, workspace_id);

-- The last number of each workspace: the number of a deleted task is never used again.
CREATE TABLE task_numbers (
  workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  last_number INTEGER NOT NULL
) STRICT;

INSERT INTO task_numbers (workspace_id, last_number)
  SELECT workspace_id, max(number) FROM tasks GROUP BY workspace_id;
