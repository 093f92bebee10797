import { join } from "node:path";
import type { RunId } from "@malamar/contract/ids.ts";
import { TranscriptEvent, type NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { newId } from "#lib/id.ts";
import { createLogger } from "#lib/logger.ts";
import { createTranscripts } from "#transcripts/transcripts.ts";
import { tempDir } from "./temp-dir.ts";

/** Real files in a directory that is deleted at the end of the block. */
export function testTranscripts() {
  const root = tempDir();
  const dir = join(root.path, "runs");
  const logLines: string[] = [];
  const logger = createLogger({
    level: "debug",
    format: "text",
    write: (line) => logLines.push(line),
  });
  const runId = newId<RunId>();
  const path = join(dir, `${runId}.jsonl`);
  let now = Date.parse("2026-01-01T00:00:00.000Z");
  const clock = () => new Date(now++).toISOString();
  const transcripts = createTranscripts({ dir, clock, logger });
  return {
    transcripts,
    dir,
    runId,
    path,
    logger,
    logLines,
    [Symbol.dispose]: root[Symbol.dispose],
  };
}

/** The lines, parsed, and checked against the contract. */
export function eventsOf(lines: readonly string[]): TranscriptEvent[] {
  return lines.map((line) => TranscriptEvent.parse(JSON.parse(line)));
}

export function seqsOf(lines: readonly string[]): number[] {
  return eventsOf(lines).map(({ seq }) => seq);
}

export function texts(count: number, text = "working"): NewTranscriptEvent[] {
  return Array.from({ length: count }, (_, n) => ({ type: "text", text: `${text} ${n}` }));
}

export const FINISHED: NewTranscriptEvent = {
  type: "finished",
  status: "succeeded",
  failure_kind: null,
  message: null,
  exit_code: 0,
};
