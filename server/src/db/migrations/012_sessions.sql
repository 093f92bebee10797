-- Browsers that have shown the token. What their cookies say is kept as a hash only.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  -- With what it was begun; another token ends it.
  made_with TEXT NOT NULL,
  user_id TEXT NOT NULL,
  device TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL
) STRICT;

CREATE INDEX sessions_by_user ON sessions (user_id, last_seen_at);
