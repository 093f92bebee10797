import { SQLiteError } from "bun:sqlite";

/** The name that SQLite has for what went wrong; empty for whatever is none of its errors. */
export function sqliteCode(error: unknown): string {
  return error instanceof SQLiteError ? (error.code ?? "") : "";
}

/** Pages of the file are not what SQLite wrote. No patience helps. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error));
}
