-- Who decides what is worked when: the order of Todo, what is on hold, and workspaces that pause.

-- Smallest first. A fraction, so that a task finds a place between two others.
ALTER TABLE tasks ADD COLUMN position REAL NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN is_on_hold INTEGER NOT NULL DEFAULT 0 CHECK (is_on_hold IN (0, 1));
-- JSON: a list of texts.
ALTER TABLE tasks ADD COLUMN labels TEXT NOT NULL DEFAULT '[]';

ALTER TABLE workspaces ADD COLUMN is_paused INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1));
-- Workspaces that are there keep the order they know.
ALTER TABLE workspaces ADD COLUMN pickup_order TEXT NOT NULL DEFAULT 'newest_first';

-- The order in which they would have been picked up.
UPDATE tasks SET position = placed.position FROM (
  SELECT t.id, row_number() OVER (
    PARTITION BY t.workspace_id
    ORDER BY t.last_processed_at DESC, q.updated_at DESC, t.rowid DESC) AS position
  FROM tasks t LEFT JOIN task_queue q ON q.task_id = t.id AND q.status = 'queued'
) AS placed WHERE placed.id = tasks.id;

-- Imported, and never begun by a person: until now nothing said so.
UPDATE tasks SET is_on_hold = 1 WHERE status = 'todo' AND NOT EXISTS (
  SELECT 1 FROM task_queue q WHERE q.task_id = tasks.id AND q.status IN ('queued', 'in_progress'));

CREATE INDEX tasks_in_todo ON tasks (workspace_id, is_priority DESC, position)
  WHERE status = 'todo';
CREATE INDEX tasks_in_progress ON tasks (workspace_id, last_processed_at)
  WHERE status = 'in_progress';
CREATE INDEX tasks_by_status_and_update ON tasks (workspace_id, status, updated_at);
