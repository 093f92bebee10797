import { query } from "#support/database-checks.ts";
import { named, type Invariant } from "./invariant.ts";

/** The file is intact, and no row has a dangling reference. */
export const soundDatabase: Invariant = ({ world }) =>
  query(world.dataDir, (rows) => [
    ...named(
      "integrity_check",
      rows<{ integrity_check: string }>("PRAGMA integrity_check").filter(
        (row) => row.integrity_check !== "ok",
      ),
    ),
    ...named("foreign_key_check", rows("PRAGMA foreign_key_check")),
  ]);
