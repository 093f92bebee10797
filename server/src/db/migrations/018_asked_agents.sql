-- A person may ask one agent alone. No foreign key: what was asked outlives the agent.
ALTER TABLE task_comments ADD COLUMN asks_agent_id TEXT;
ALTER TABLE task_queue ADD COLUMN asks_agent_id TEXT;

-- Deleted comments whose text may still be in the stored inputs of their task's runs.
CREATE TABLE comments_to_cut (
  comment_id TEXT PRIMARY KEY REFERENCES task_comments (id) ON DELETE CASCADE,
  task_id TEXT NOT NULL
) STRICT;

CREATE INDEX comments_to_cut_by_task ON comments_to_cut (task_id);
