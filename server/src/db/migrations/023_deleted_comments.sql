-- Few comments are deleted, and lists of tasks leave them out of their count.
CREATE INDEX task_comments_deleted ON task_comments (task_id) WHERE deleted_at IS NOT NULL;
