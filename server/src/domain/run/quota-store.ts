import type { Database } from "bun:sqlite";
import type { CliType } from "@malamar/contract/cli.ts";
import { describeRow } from "#db/row.ts";

export const quotaRow = describeRow<{ cli_type: CliType; resets_at: string }>()("cli_quotas", {
  cli_type: { is: "text" },
  resets_at: { is: "text" },
});

/** Which CLIs said that their limit was hit, and until when. */
export function createQuotaStore(db: Database) {
  const select = db.prepare<{ resets_at: string }, [CliType]>(
    "SELECT resets_at FROM cli_quotas WHERE cli_type = ?",
  );
  const upsert = db.prepare<unknown, [{ cli_type: CliType; resets_at: string }]>(
    `${quotaRow.insertSql} ON CONFLICT (cli_type) DO UPDATE SET resets_at = excluded.resets_at`,
  );
  const remove = db.prepare<unknown, [CliType]>("DELETE FROM cli_quotas WHERE cli_type = ?");

  return {
    /** When the CLI can be used again; null when nothing stands against it now. */
    blockedUntil(cli: CliType, now: string): string | null {
      const resetsAt = select.get(cli)?.resets_at;
      return resetsAt !== undefined && resetsAt > now ? resetsAt : null;
    },

    block: (cli: CliType, resetsAt: string) =>
      void upsert.run({ cli_type: cli, resets_at: resetsAt }),

    release: (cli: CliType) => void remove.run(cli),
  };
}

export type QuotaStore = ReturnType<typeof createQuotaStore>;
