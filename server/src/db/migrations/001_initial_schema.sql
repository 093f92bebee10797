CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  working_directory_mode TEXT NOT NULL DEFAULT 'temp'
    CHECK (working_directory_mode IN ('temp', 'static', 'worktree')),
  working_directory_path TEXT,
  auto_delete_done_tasks INTEGER NOT NULL DEFAULT 1 CHECK (auto_delete_done_tasks IN (0, 1)),
  retention_days INTEGER NOT NULL DEFAULT 7 CHECK (retention_days >= 0),
  notify_on_error INTEGER NOT NULL DEFAULT 1 CHECK (notify_on_error IN (0, 1)),
  notify_on_in_review INTEGER NOT NULL DEFAULT 1 CHECK (notify_on_in_review IN (0, 1)),
  max_passes INTEGER NOT NULL DEFAULT 15 CHECK (max_passes >= 1),
  max_cost_usd REAL CHECK (max_cost_usd > 0),
  max_tokens INTEGER CHECK (max_tokens >= 1),
  run_timeout_minutes INTEGER NOT NULL DEFAULT 0 CHECK (run_timeout_minutes >= 0),
  idle_timeout_minutes INTEGER NOT NULL DEFAULT 60 CHECK (idle_timeout_minutes >= 0),
  last_activity_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE INDEX workspaces_by_activity ON workspaces (last_activity_at);
CREATE INDEX workspaces_by_creation ON workspaces (created_at);
CREATE INDEX workspaces_by_update ON workspaces (updated_at);

CREATE TABLE agents (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  instruction TEXT NOT NULL,
  cli_type TEXT NOT NULL,
  model TEXT,
  "order" INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (workspace_id, name),
  UNIQUE (workspace_id, "order")
) STRICT;

CREATE TABLE tasks (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  summary TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL DEFAULT 'todo'
    CHECK (status IN ('todo', 'in_progress', 'in_review', 'done')),
  is_priority INTEGER NOT NULL DEFAULT 0 CHECK (is_priority IN (0, 1)),
  pass_count INTEGER NOT NULL DEFAULT 0,
  failure_count INTEGER NOT NULL DEFAULT 0,
  retry_at TEXT,
  wait_reason TEXT CHECK (wait_reason IN ('backoff', 'quota')),
  wait_cli TEXT,
  done_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE INDEX tasks_by_status ON tasks (workspace_id, status);
CREATE INDEX tasks_by_update ON tasks (workspace_id, updated_at);

CREATE TABLE task_comments (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  user_id TEXT,
  -- Not a foreign key: the comment outlives its agent.
  agent_id TEXT,
  run_id TEXT,
  content TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE INDEX task_comments_by_task ON task_comments (task_id, created_at);
CREATE INDEX task_comments_by_workspace ON task_comments (workspace_id);

CREATE TABLE task_logs (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  event_type TEXT NOT NULL,
  actor_type TEXT NOT NULL CHECK (actor_type IN ('user', 'agent', 'system')),
  actor_id TEXT,
  metadata TEXT,
  created_at TEXT NOT NULL
) STRICT;

CREATE INDEX task_logs_by_task ON task_logs (task_id, created_at);
CREATE INDEX task_logs_by_workspace ON task_logs (workspace_id);

CREATE TABLE task_queue (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  status TEXT NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'in_progress', 'completed', 'failed')),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- Never two queued items for one task.
CREATE UNIQUE INDEX task_queue_one_queued ON task_queue (task_id) WHERE status = 'queued';
CREATE INDEX task_queue_by_task ON task_queue (task_id);
CREATE INDEX task_queue_by_status ON task_queue (workspace_id, status, updated_at);

CREATE TABLE chats (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  agent_id TEXT REFERENCES agents (id) ON DELETE SET NULL,
  cli_type TEXT,
  title TEXT NOT NULL DEFAULT 'Untitled chat',
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE INDEX chats_by_workspace ON chats (workspace_id, updated_at);
CREATE INDEX chats_by_agent ON chats (agent_id);

CREATE TABLE chat_messages (
  id TEXT PRIMARY KEY,
  chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('user', 'agent', 'system')),
  message TEXT NOT NULL,
  actions TEXT,
  created_at TEXT NOT NULL
) STRICT;

CREATE INDEX chat_messages_by_chat ON chat_messages (chat_id, created_at);

CREATE TABLE chat_queue (
  id TEXT PRIMARY KEY,
  chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  status TEXT NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'in_progress', 'completed', 'failed')),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE INDEX chat_queue_by_chat ON chat_queue (chat_id);
CREATE INDEX chat_queue_by_status ON chat_queue (status, updated_at);
CREATE INDEX chat_queue_by_workspace ON chat_queue (workspace_id);

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  task_id TEXT REFERENCES tasks (id) ON DELETE CASCADE,
  chat_id TEXT REFERENCES chats (id) ON DELETE CASCADE,
  -- Not a foreign key: the run outlives its agent.
  agent_id TEXT,
  agent_name TEXT NOT NULL,
  cli_type TEXT NOT NULL,
  model TEXT,
  status TEXT NOT NULL CHECK (status IN ('running', 'succeeded', 'failed', 'cancelled', 'lost')),
  failure_kind TEXT,
  exit_code INTEGER,
  pid INTEGER,
  process_started_at TEXT,
  cli_session_id TEXT,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cached_tokens INTEGER,
  cost_usd REAL,
  started_at TEXT NOT NULL,
  finished_at TEXT
) STRICT;

CREATE INDEX runs_by_task ON runs (task_id, started_at);
CREATE INDEX runs_by_chat ON runs (chat_id, started_at);
CREATE INDEX runs_by_workspace ON runs (workspace_id);
CREATE INDEX runs_running ON runs (id) WHERE status = 'running';

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  -- JSON.
  value TEXT NOT NULL
) STRICT;
