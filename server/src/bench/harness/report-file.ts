import { Database } from "bun:sqlite";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { VERSION } from "#lib/version.ts";
import type { Measured } from "./measurement.ts";

export interface Report {
  date: string;
  rounds: number;
  machine: { cores: number; cpu: string; platform: string };
  versions: { malamar: string; bun: string; sqlite: string };
  notes: string[];
  /** With every raw sample. */
  results: Measured[];
}

export function reportOf(results: Measured[], notes: string[], rounds: number): Report {
  return {
    date: new Date().toISOString(),
    rounds,
    machine: {
      cores: cpus().length,
      cpu: cpus()[0]?.model ?? "unknown",
      platform: `${process.platform}-${process.arch}`,
    },
    versions: { malamar: VERSION, bun: Bun.version, sqlite: sqliteVersion() },
    notes,
    results,
  };
}

export function writeReport(file: string, report: Report): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

export function readReport(file: string): Report {
  // Only files written by writeReport are given here.
  return JSON.parse(readFileSync(file, "utf8")) as Report;
}

function sqliteVersion(): string {
  const db = new Database(":memory:");
  const { version } = db
    .query<{ version: string }, []>("SELECT sqlite_version() AS version")
    .get()!;
  db.close();
  return version;
}
