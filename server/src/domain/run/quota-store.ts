import type { Database } from "bun:sqlite";
import type { EngineId } from "@malamar/contract/ids.ts";
import { describeRow } from "#db/row.ts";

export const quotaRow = describeRow<{ cli_type: EngineId; resets_at: string }>()("cli_quotas", {
  cli_type: { is: "text" },
  resets_at: { is: "text" },
});

/** Which engines reported a limit, and until when. */
export function createQuotaStore(db: Database) {
  const select = db.prepare<{ resets_at: string }, [EngineId]>(
    "SELECT resets_at FROM cli_quotas WHERE cli_type = ?",
  );
  const upsert = db.prepare<unknown, [{ cli_type: EngineId; resets_at: string }]>(
    `${quotaRow.insertSql} ON CONFLICT (cli_type) DO UPDATE SET resets_at = excluded.resets_at`,
  );
  const remove = db.prepare<unknown, [EngineId]>("DELETE FROM cli_quotas WHERE cli_type = ?");

  return {
    /** When the engine can be used again; null if nothing blocks it now. */
    blockedUntil(engine: EngineId, now: string): string | null {
      const resetsAt = select.get(engine)?.resets_at;
      return resetsAt !== undefined && resetsAt > now ? resetsAt : null;
    },

    block: (engine: EngineId, resetsAt: string) =>
      void upsert.run({ cli_type: engine, resets_at: resetsAt }),

    release: (engine: EngineId) => void remove.run(engine),
  };
}

export type QuotaStore = ReturnType<typeof createQuotaStore>;
