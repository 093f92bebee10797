-- Work in a person's repository: worktrees, checkpoints, and what people have looked at.

ALTER TABLE workspaces ADD COLUMN base_branch TEXT;
ALTER TABLE workspaces ADD COLUMN branch_prefix TEXT NOT NULL DEFAULT 'malamar/';
ALTER TABLE workspaces ADD COLUMN init_submodules INTEGER NOT NULL DEFAULT 1 CHECK (init_submodules IN (0, 1));
-- JSON: a list of texts.
ALTER TABLE workspaces ADD COLUMN copy_patterns TEXT NOT NULL DEFAULT '[".env",".env.*",".envrc",".dev.vars"]';
ALTER TABLE workspaces ADD COLUMN setup_command TEXT;
ALTER TABLE workspaces ADD COLUMN is_setup_on INTEGER NOT NULL DEFAULT 1 CHECK (is_setup_on IN (0, 1));
ALTER TABLE workspaces ADD COLUMN trust_repository_programs INTEGER NOT NULL DEFAULT 0 CHECK (trust_repository_programs IN (0, 1));
-- They write into the repository, so workspaces that are there decide for themselves.
ALTER TABLE workspaces ADD COLUMN checkpoints INTEGER NOT NULL DEFAULT 0 CHECK (checkpoints IN (0, 1));

-- JSON: files, additions, deletions.
ALTER TABLE tasks ADD COLUMN changes TEXT;
ALTER TABLE tasks ADD COLUMN looked_checkpoint_id TEXT;
ALTER TABLE tasks ADD COLUMN outcome TEXT;

-- No foreign keys: deleting a task or a workspace deletes no work.
CREATE TABLE worktrees (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  task_summary TEXT NOT NULL,
  -- The real path of the directory that the repository's worktrees share.
  repository TEXT NOT NULL,
  path TEXT NOT NULL,
  -- Where agents work in it, with a slash at the end; empty at the top.
  prefix TEXT NOT NULL,
  branch TEXT NOT NULL,
  base_branch TEXT,
  base_commit TEXT NOT NULL,
  -- The full name, which is used even after the data directory has moved.
  ref TEXT NOT NULL,
  state TEXT NOT NULL,
  problem TEXT,
  size_bytes INTEGER,
  removable_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX worktrees_by_task ON worktrees (task_id) WHERE state <> 'removed';
CREATE INDEX worktrees_of_task ON worktrees (task_id);
CREATE INDEX worktrees_by_workspace ON worktrees (workspace_id);
CREATE INDEX worktrees_by_state ON worktrees (state, removable_at);

-- They belong to a task or a chat, and outlive both as long as there is a worktree or a ref.
CREATE TABLE checkpoints (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  task_id TEXT,
  chat_id TEXT,
  worktree_id TEXT,
  run_id TEXT,
  pass INTEGER,
  kind TEXT NOT NULL,
  repository TEXT NOT NULL,
  ref TEXT NOT NULL,
  commit_id TEXT NOT NULL,
  tree_id TEXT NOT NULL,
  head_id TEXT,
  files INTEGER NOT NULL,
  additions INTEGER NOT NULL,
  deletions INTEGER NOT NULL,
  -- JSON: a list of paths with reasons.
  left_out TEXT NOT NULL DEFAULT '[]',
  duration_ms INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  -- In a person's own checkout: since when the task or chat is known to be gone.
  abandoned_at TEXT
) STRICT;

CREATE INDEX checkpoints_by_task ON checkpoints (task_id) WHERE task_id IS NOT NULL;
CREATE INDEX checkpoints_by_chat ON checkpoints (chat_id) WHERE chat_id IS NOT NULL;
CREATE INDEX checkpoints_by_worktree ON checkpoints (worktree_id) WHERE worktree_id IS NOT NULL;
CREATE INDEX checkpoints_abandoned ON checkpoints (abandoned_at) WHERE abandoned_at IS NOT NULL;

-- What is being put back: the next start finishes it.
CREATE TABLE restores (
  task_id TEXT PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
  checkpoint_id TEXT NOT NULL
) STRICT;

CREATE TABLE viewed_files (
  place_id TEXT NOT NULL,
  path TEXT NOT NULL,
  blob_id TEXT NOT NULL,
  PRIMARY KEY (place_id, path)
) STRICT;

-- What would be lost with a removed worktree: its refs stay in the repository.
CREATE TABLE kept_work (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  task_summary TEXT NOT NULL,
  repository TEXT NOT NULL,
  branch TEXT NOT NULL,
  ref TEXT NOT NULL,
  commit_id TEXT NOT NULL,
  kept_at TEXT NOT NULL,
  expires_at TEXT
) STRICT;

CREATE INDEX kept_work_by_workspace ON kept_work (workspace_id);
CREATE INDEX kept_work_by_expiry ON kept_work (expires_at);

-- What Malamar ran in a worktree: its setup, and later the checks. The output is in a file.
CREATE TABLE check_runs (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  check_id TEXT,
  kind TEXT NOT NULL,
  command TEXT NOT NULL,
  tree_id TEXT,
  attempt INTEGER NOT NULL,
  status TEXT NOT NULL,
  exit_code INTEGER,
  is_flaky INTEGER NOT NULL DEFAULT 0 CHECK (is_flaky IN (0, 1)),
  started_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;

CREATE INDEX check_runs_by_task ON check_runs (task_id);
