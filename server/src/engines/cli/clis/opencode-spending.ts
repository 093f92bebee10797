import { Database } from "bun:sqlite";
import { lstat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { sumOf, UNKNOWN, type Figures } from "#engines/cli/spending/figures.ts";
import { homeOf, type FollowedRun } from "#engines/cli/spending/spending-files.ts";
import type { Followed, SpendingSource } from "#engines/cli/spending/spending-source.ts";

/**
 * Its output says nothing about its subagents. Each has its own session in OpenCode's database,
 * below the one that started it, with its usage after every step.
 */
export function opencodeSpending({ env }: FollowedRun): SpendingSource {
  const data = join(env["XDG_DATA_HOME"] || join(homeOf(env), ".local/share"), "opencode");
  const path = resolve(data, env["OPENCODE_DB"] || "opencode.db");
  let known: Followed = { all: UNKNOWN, leftOut: UNKNOWN };
  return {
    async look(sessionId) {
      // Missing, busy, or from another version.
      known = await read(path, sessionId).catch(() => known);
      return known;
    },
  };
}

async function read(path: string, sessionId: string): Promise<Followed> {
  // A link could point anywhere, and opening a pipe would wait forever.
  if (!(await lstat(path)).isFile()) throw new Error(`${path} is not a regular file`);
  using db = new Database(path, { readonly: true });
  const main = db.query<Figures, [string]>(SESSION).get(sessionId) ?? UNKNOWN;
  const leftOut = db.query<Figures, [string]>(SUBAGENTS).get(sessionId) ?? UNKNOWN;
  return { all: sumOf(main, leftOut), leftOut };
}

/**
 * Its input excludes the cache. It gives a model without a price the cost 0, just like a free one.
 */
const FIGURES = `
  sum(tokens_input + tokens_cache_read + tokens_cache_write) AS input_tokens,
  sum(tokens_output + tokens_reasoning) AS output_tokens,
  sum(tokens_cache_read) AS cached_tokens,
  nullif(sum(cost), 0) AS cost_usd`;

const SESSION = `SELECT ${FIGURES} FROM session WHERE id = ?`;

/** A subagent may have its own. */
const SUBAGENTS = `
  WITH RECURSIVE subagents (id) AS (
    SELECT id FROM session WHERE parent_id = ?
    UNION
    SELECT session.id FROM session JOIN subagents ON session.parent_id = subagents.id
  )
  SELECT ${FIGURES} FROM session WHERE id IN subagents`;
