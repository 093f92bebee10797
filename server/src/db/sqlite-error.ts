import { SQLiteError } from "bun:sqlite";

/** SQLite's name for the error; empty for anything else. */
export function sqliteCode(error: unknown): string {
  return error instanceof SQLiteError ? (error.code ?? "") : "";
}

/** Pages of the file are not what SQLite wrote. Retrying does not help. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error));
}
