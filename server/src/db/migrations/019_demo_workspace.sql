-- The workspace that shows what a team does; there is one at most.
ALTER TABLE workspaces ADD COLUMN is_demo INTEGER NOT NULL DEFAULT 0 CHECK (is_demo IN (0, 1));

CREATE UNIQUE INDEX workspaces_demo ON workspaces (is_demo) WHERE is_demo = 1;
