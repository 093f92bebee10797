import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLogger } from "#lib/logger.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { createTranscripts } from "./transcripts.ts";

const MARCH = new Date("2026-03-01T00:00:00.000Z");
const written = { after: "2026-01-01T00:00:00.000Z", before: "2026-04-01T00:00:00.000Z" };

/** This many files from March that belong to nobody. */
function straysIn(dir: string, count: number) {
  mkdirSync(dir);
  for (let at = 0; at < count; at++) {
    const path = join(dir, `run-${at}.jsonl`);
    writeFileSync(path, "");
    utimesSync(path, MARCH, MARCH);
  }
  const logger = createLogger({ level: "error", format: "text", write: () => {} });
  return createTranscripts({ dir, clock: () => MARCH.toISOString(), logger });
}

test("strays are looked up many at a time, and other work has a turn in between", async () => {
  using dir = tempDir();
  const runs = join(dir.path, "runs");
  const transcripts = straysIn(runs, 1_001);
  const asked: number[] = [];
  const turns: number[] = [];
  const removed = transcripts.removeStrays({
    unknownOf: (ids) => {
      asked.push(ids.length);
      setImmediate(() => turns.push(asked.length));
      return ids.filter((id) => id.endsWith("7"));
    },
    written,
    isWanted: () => true,
  });
  expect(await removed).toBe(100);
  expect(asked).toEqual([500, 500, 1]);
  expect(turns).toEqual([1, 2, 3]);
  expect(readdirSync(runs)).toHaveLength(901);
}, 20_000);

test("a stop does not wait until every file was checked", async () => {
  using dir = tempDir();
  const transcripts = straysIn(join(dir.path, "runs"), 501);
  let isStopped = false;
  const removed = transcripts.removeStrays({
    unknownOf: (ids) => {
      isStopped = true;
      return ids.slice(0, 3);
    },
    written,
    isWanted: () => !isStopped,
  });
  expect(await removed).toBe(3);
}, 20_000);
