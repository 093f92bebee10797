-- Who said it; NULL for the Malamar agent. Not a foreign key: the message outlives its agent.
ALTER TABLE chat_messages ADD COLUMN agent_id TEXT;
-- The run in which an agent said it, or which went wrong.
ALTER TABLE chat_messages ADD COLUMN run_id TEXT;

-- Lists show the latest message first; a new title moves nothing.
ALTER TABLE chats ADD COLUMN last_message_at TEXT NOT NULL DEFAULT '';
UPDATE chats SET last_message_at = coalesce(
  (SELECT max(created_at) FROM chat_messages m WHERE m.chat_id = chats.id), created_at);
DROP INDEX chats_by_workspace;
CREATE INDEX chats_by_last_message ON chats (workspace_id, last_message_at);

-- One answer at a time.
CREATE UNIQUE INDEX chat_queue_one_open ON chat_queue (chat_id)
  WHERE status IN ('queued', 'in_progress');
CREATE INDEX runs_running_by_chat ON runs (chat_id) WHERE status = 'running';

-- A conversation is in the order in which it was said, whatever the clock did meanwhile.
DROP INDEX chat_messages_by_chat;
CREATE INDEX chat_messages_by_chat ON chat_messages (chat_id);
