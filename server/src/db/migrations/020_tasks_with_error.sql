-- What went wrong waits for a person, whether a pass has failed or none could begin.
CREATE INDEX tasks_with_error ON tasks (workspace_id) WHERE last_error IS NOT NULL;
