-- What was said, done and run on a task is in the order in which it was written, whatever the clock
-- did meanwhile; an index without the time has it so.
DROP INDEX task_comments_by_task;
CREATE INDEX task_comments_by_task ON task_comments (task_id);
DROP INDEX task_logs_by_task;
CREATE INDEX task_logs_by_task ON task_logs (task_id);
DROP INDEX runs_by_task;
CREATE INDEX runs_by_task ON runs (task_id);
DROP INDEX runs_by_chat;
CREATE INDEX runs_by_chat ON runs (chat_id);
