import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { sizeWithLog } from "./database-file.ts";

test("the space for a copy includes what is still in the write-ahead log", () => {
  using dir = tempDir();
  const path = join(dir.path, "a.db");
  const db = new Database(path);
  db.run("PRAGMA journal_mode = WAL");
  db.run("CREATE TABLE t (x)");
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  const before = sizeWithLog(path);
  expect(before).toBe(statSync(path).size);
  db.run("INSERT INTO t VALUES (?)", ["x".repeat(1_000_000)]);
  expect(sizeWithLog(path)).toBeGreaterThan(before + 1_000_000);
  db.close();
});
