-- A run whose CLI tells nothing of its tokens is reckoned: its figures say so.
ALTER TABLE runs ADD COLUMN is_estimated INTEGER NOT NULL DEFAULT 0 CHECK (is_estimated IN (0, 1));
