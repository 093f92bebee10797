import type { Database } from "bun:sqlite";
import type { EngineId } from "@malamar/contract/ids.ts";
import { describeRow, type Stored } from "#db/row.ts";
import type { EngineCause } from "@malamar/contract/engine-cause.ts";

/** An engine that keeps failing, whatever the task. */
export interface EngineTrouble {
  engine: EngineId;
  /** Whose login it is, for an engine with several; "" for the engine itself. */
  account: string;
  cause: EngineCause;
  /** In a row. */
  failure_count: number;
  /** A person has been notified. */
  was_told: boolean;
  since: string;
  /** When it is tried again; null while tasks still run on it. */
  probe_at: string | null;
}

export const engineTroubleRow = describeRow<EngineTrouble>()("engine_troubles", {
  engine: { is: "text" },
  account: { is: "text", default: "" },
  cause: { is: "text" },
  failure_count: { is: "integer" },
  was_told: { is: "flag", default: false },
  since: { is: "text" },
  probe_at: { is: "text or null", default: null },
});

export function createEngineTroubleStore(db: Database) {
  const select = db.prepare<Stored<EngineTrouble>, [EngineId, account: string]>(
    `SELECT ${engineTroubleRow.list()} FROM engine_troubles WHERE engine = ? AND account = ?`,
  );
  const selectAll = db.prepare<Stored<EngineTrouble>, []>(
    `SELECT ${engineTroubleRow.list()} FROM engine_troubles`,
  );
  const upsert = db.prepare<unknown, [ReturnType<typeof engineTroubleRow.encode>]>(
    engineTroubleRow.insertSql.replace("INSERT", "INSERT OR REPLACE"),
  );
  const remove = db.prepare<unknown, [EngineId, account: string]>(
    "DELETE FROM engine_troubles WHERE engine = ? AND account = ?",
  );

  return {
    get(engine: EngineId, account: string): EngineTrouble | null {
      const row = select.get(engine, account);
      return row && engineTroubleRow.decode(row);
    },

    all: (): EngineTrouble[] => selectAll.all().map((row) => engineTroubleRow.decode(row)),

    put: (trouble: EngineTrouble) => void upsert.run(engineTroubleRow.encode(trouble)),

    remove: (engine: EngineId, account: string) => void remove.run(engine, account),
  };
}

export type EngineTroubleStore = ReturnType<typeof createEngineTroubleStore>;
