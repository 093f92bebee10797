-- The usage of runs, added up as they end: the runs themselves are deleted together with their tasks.
CREATE TABLE usage_hourly (
  -- The beginning of the hour in which they ended.
  hour TEXT NOT NULL,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  -- '' for what has none, so that there is one row for all of them.
  agent_id TEXT NOT NULL,
  agent_name TEXT NOT NULL,
  cli_type TEXT NOT NULL,
  model TEXT NOT NULL,
  run_count INTEGER NOT NULL,
  failed_run_count INTEGER NOT NULL,
  -- Their engine told no cost.
  unpriced_run_count INTEGER NOT NULL,
  -- Their tokens were reckoned, because their engine told none.
  estimated_run_count INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cached_tokens INTEGER NOT NULL,
  cost_usd REAL NOT NULL,
  duration_ms INTEGER NOT NULL,
  PRIMARY KEY (hour, workspace_id, agent_id, agent_name, cli_type, model)
) STRICT;

CREATE INDEX usage_hourly_by_workspace ON usage_hourly (workspace_id, hour);

-- What has ended so far and is still known.
INSERT INTO usage_hourly
SELECT substr(finished_at, 1, 13) || ':00:00.000Z', workspace_id, coalesce(agent_id, ''), agent_name,
  cli_type, coalesce(model, ''), count(*), count(*) FILTER (WHERE status IN ('failed', 'lost')),
  count(*) FILTER (WHERE cost_usd IS NULL), 0, coalesce(sum(input_tokens), 0),
  coalesce(sum(output_tokens), 0), coalesce(sum(cached_tokens), 0), coalesce(sum(cost_usd), 0.0),
  coalesce(sum(max(0, CAST(round((julianday(finished_at) - julianday(started_at)) * 86400000) AS INTEGER))), 0)
FROM runs WHERE finished_at IS NOT NULL
GROUP BY 1, 2, 3, 4, 5, 6;
