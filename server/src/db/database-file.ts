import { closeSync, openSync, readSync, statSync } from "node:fs";
import { copyDatabase } from "./copy-database.ts";
import { judgeSchema, type AcceptSchema } from "./inspect-copy.ts";
import { openForReading } from "./open.ts";

/** What every SQLite database begins with. */
export const MAGIC = "SQLite format 3\0";

/** As opposed to an archive that contains one. */
export function isDatabaseFile(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const beginning = Buffer.alloc(MAGIC.length);
    readSync(file, beginning, 0, MAGIC.length, 0);
    return beginning.toString("latin1") === MAGIC;
  } finally {
    closeSync(file);
  }
}

/** How many bytes a copy may take. */
export function sizeWithLog(path: string): number {
  const sizes = [path, `${path}-wal`].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.size,
  );
  return sizes.reduce<number>((sum, size = 0) => sum + size, 0);
}

/** With its WAL, if it has one. A copy runs the file's definitions, so these are checked first. */
export function copyDatabaseFile(path: string, target: string, accept: AcceptSchema): void {
  const source = openForReading(path);
  try {
    judgeSchema(source, accept);
    copyDatabase(source, target);
  } finally {
    source.close();
  }
}
