-- What is Done, by since when: the cleanup asks only for what is old enough.
CREATE INDEX tasks_done ON tasks (workspace_id, done_at) WHERE status = 'done';
