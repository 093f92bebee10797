-- Agents read a note, but it does not start a run.
ALTER TABLE task_comments ADD COLUMN is_note INTEGER NOT NULL DEFAULT 0 CHECK (is_note IN (0, 1));
ALTER TABLE task_comments ADD COLUMN edited_at TEXT;
-- A deleted comment keeps its place, without its text.
ALTER TABLE task_comments ADD COLUMN deleted_at TEXT CHECK (deleted_at IS NULL OR content = '');
