import { Database } from "bun:sqlite";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname } from "node:path";
import { z } from "zod";
import { messageOf } from "@malamar/server/lib/app-error.ts";
import { StartupError } from "@malamar/server/lib/startup-error.ts";
import { VERSION } from "@malamar/server/lib/version.ts";
import type { Measured } from "./measurement.ts";
import type { Failure } from "./suite.ts";

export interface Report {
  date: string;
  rounds: number;
  seconds: number;
  machine: Machine;
  versions: { malamar: string; bun: string; sqlite: string };
  notes: string[];
  /** With every raw sample. */
  results: Measured[];
  failures: Failure[];
}

interface Machine {
  cores: number;
  cpu: string;
  platform: string;
  /** How many processes wanted a core during the last minute. */
  load: number;
}

/** Taken before anything is measured. */
export function machineNow(): Machine {
  const all = cpus();
  return {
    cores: all.length,
    cpu: all[0]?.model ?? "unknown",
    platform: `${process.platform}-${process.arch}`,
    load: loadavg()[0] ?? 0,
  };
}

export function versionsNow(): Report["versions"] {
  const db = new Database(":memory:");
  const { sqlite } = db.query<{ sqlite: string }, []>("SELECT sqlite_version() AS sqlite").get()!;
  db.close();
  return { malamar: VERSION, bun: Bun.version, sqlite };
}

/** Fails before minutes of measuring, not after them. */
export function requireWritable(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
  } catch (cause) {
    throw notWritten(file, cause);
  }
}

/** Under a default name, only if it is free. */
export function writeReport(file: string, report: Report, isChosen: boolean): void {
  try {
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`, { flag: isChosen ? "w" : "wx" });
  } catch (cause) {
    throw notWritten(file, cause);
  }
}

function notWritten(file: string, cause: unknown): StartupError {
  return new StartupError(
    `${file} cannot be written: ${messageOf(cause)}. Name another place with --json FILE.`,
    { cause },
  );
}

/** What JSON cannot express is null in it: a multiple of zero. */
const Figure = z.number().nullable();
const Range = z.object({ min: Figure, max: Figure });
const Compared = z.object({ of_medians: Figure, spread: Range });

/**
 * The part of an earlier report that a later one is compared with. Older ones had no differences.
 */
const EarlierReport = z.object({
  date: z.string(),
  machine: z.object({ cores: z.number(), cpu: z.string() }),
  versions: z.object({ malamar: z.string(), bun: z.string() }),
  results: z.array(
    z.object({
      row: z.object({ name: z.string() }),
      malamar: z.object({ figure: Figure, spread: Range }),
      ratio: Compared.extend({ per_round: z.array(Figure) }),
      difference: Compared.optional(),
    }),
  ),
});
export type EarlierReport = z.infer<typeof EarlierReport>;
export type EarlierResult = EarlierReport["results"][number];

export function readEarlier(file: string): EarlierReport {
  try {
    return EarlierReport.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    const why =
      cause instanceof SyntaxError || cause instanceof z.ZodError
        ? "malamar bench did not write it"
        : messageOf(cause);
    throw new StartupError(`${file} cannot be compared with: ${why}.`, { cause });
  }
}
