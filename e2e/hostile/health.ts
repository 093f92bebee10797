import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { Malamar } from "../support/malamar.ts";
import { SECRET_MARK } from "./sound-values.ts";

/** Reads the new part of the log, and returns what must not be in it. */
export function createLogReader(malamar: Pick<Malamar, "output">, secrets: readonly string[]) {
  let read = 0;
  return (): string[] => {
    const text = malamar.output();
    const end = text.lastIndexOf("\n") + 1;
    const lines = text
      .slice(read, end)
      .split("\n")
      .filter((line) => line !== "");
    read = Math.max(read, end);
    return lines.flatMap((line) => problemsIn(line, secrets));
  };
}

/** Everything we log is JSON here: any other line is a crash printed by Bun. */
function problemsIn(line: string, secrets: readonly string[]): string[] {
  const shown = line.slice(0, 500);
  if ([SECRET_MARK, ...secrets].some((secret) => line.includes(secret))) {
    return [`A secret is in the log: ${shown}`];
  }
  const entry = entryIn(line);
  if (entry === null) return [`A line that we did not log: ${shown}`];
  const isError = entry.level === "error" && entry.message !== UNSENT;
  return isError ? [`An error is in the log: ${shown}`] : [];
}

/** Nothing listens where notifications go here, and the log has to say so. */
const UNSENT = "A notification was not sent";

function entryIn(line: string): { level: string; message: string } | null {
  try {
    return JSON.parse(line) as { level: string; message: string };
  } catch {
    return null;
  }
}

/** What is wrong with the database of a server that has ended. */
export function databaseProblems(dataDir: string): string[] {
  using db = new Database(join(dataDir, "malamar.db"), { readonly: true });
  const damage = db.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
  const dangling = db.query("PRAGMA foreign_key_check").all();
  return [
    ...damage
      .filter((row) => row.integrity_check !== "ok")
      .map((row) => `The database is damaged: ${row.integrity_check}`),
    ...dangling.map((row) => `A row of the database points nowhere: ${JSON.stringify(row)}`),
  ];
}
