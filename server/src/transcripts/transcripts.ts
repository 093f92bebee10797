import { mkdirSync, rmSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { RunId } from "@malamar/contract/ids.ts";
import type { Clock } from "#lib/clock.ts";
import { isMissing } from "#lib/is-missing.ts";
import type { Logger } from "#lib/logger.ts";
import { changePrivateFile, PART, writePrivateFile } from "#lib/private-file.ts";
import type { TranscriptLine } from "./transcript-line.ts";
import {
  offsetAfter,
  readChunk,
  readLast,
  readPage,
  withFile,
  type ByteSource,
} from "./transcript-reader.ts";
import { openTranscriptWriter, type TranscriptWriter } from "./transcript-writer.ts";

interface Deps {
  /** The runs' files, created on first use. */
  dir: string;
  clock: Clock;
  logger: Logger;
}

/** Called with the lines that were just written; with none when the writer has closed. */
type AppendListener = (lines: readonly string[]) => void;

/**
 * What happened during the runs, one append-only file of JSON lines for each, and next to it the
 * input of its agent.
 */
export function createTranscripts({ dir, clock, logger }: Deps) {
  const writers = new Map<RunId, TranscriptWriter>();
  const listeners = new Map<RunId, Set<AppendListener>>();

  return {
    /** The only writer of a run, until it is closed. An interrupted run is continued. */
    open(runId: RunId): TranscriptWriter {
      if (writers.has(runId)) throw new Error(`The transcript of run ${runId} is already open`);
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      const writer = openTranscriptWriter({
        path: pathOf(runId),
        clock,
        onAppend: (lines) => tell(runId, lines),
        onClose: () => {
          writers.delete(runId);
          tell(runId, []);
        },
      });
      writers.set(runId, writer);
      return writer;
    },

    /** Keeps the input of a run's agent: all of it, or nothing. */
    keepInput(runId: RunId, text: string): void {
      const path = pathOf(runId, INPUT);
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      try {
        writePrivateFile(path, text);
      } catch (error) {
        rmSync(path, { force: true });
        throw error;
      }
    },

    /** Replaces a stored input with the result of a function: all of it, or nothing. */
    changeInput(runId: RunId, change: (text: string) => string): void {
      changePrivateFile(pathOf(runId, INPUT), change);
    },

    /** The input of a run's agent; null where it is unknown. */
    async inputOf(runId: RunId): Promise<Blob | null> {
      const file = Bun.file(pathOf(runId, INPUT));
      return (await file.exists()) ? file : null;
    },

    /** A writer is open. */
    isLive: (runId: RunId): boolean => writers.has(runId),

    /**
     * The events after `after`, each as its JSON, at most `limit` and about 4 MiB of them. A short
     * page is therefore not the last one; an empty one is. No file is an empty transcript.
     */
    async read(runId: RunId, place: { after: number; limit: number }): Promise<string[]> {
      const writer = writers.get(runId);
      if (writer && place.after >= writer.lastSeq()) return [];
      const lines = await withTranscript(runId, [], (source) => readPage(source, place));
      return lines.map(({ json }) => json);
    },

    /** The last events, at most `count` and about 4 MiB of them, the oldest first. */
    async readLast(runId: RunId, count: number): Promise<string[]> {
      const lines = await withTranscript(runId, [], (source) => readLast(source, count));
      return lines.map(({ json }) => json);
    },

    /** Reads the events after `after`, and continues as they are written. */
    follow(runId: RunId, after: number) {
      let seen = after;
      let offset: number | null = null;

      return {
        /** The next few of them, a chunk of the file; none at the current end. */
        next: (): Promise<TranscriptLine[]> =>
          withTranscript(runId, [], async (source) => {
            offset ??= await offsetAfter(source, seen);
            for (;;) {
              const { lines, end } = await readChunk(source, offset);
              const fresh = lines.filter(({ seq }) => seq > seen);
              const isEnd = end === offset;
              offset = end;
              seen = fresh.at(-1)?.seq ?? seen;
              if (fresh.length > 0 || isEnd) return fresh;
            }
          }),
      };
    },

    /**
     * Reports every append to the transcript of a run, from now on, until the returned function is
     * called.
     */
    onAppend(runId: RunId, listener: AppendListener): () => void {
      const ofRun = listeners.get(runId) ?? new Set();
      listeners.set(runId, ofRun.add(listener));
      return () => {
        ofRun.delete(listener);
        if (ofRun.size === 0 && listeners.get(runId) === ofRun) listeners.delete(runId);
      };
    },

    /**
     * Deletes the files of these runs, if there are any. For the caller they are gone: a file that
     * cannot be removed is left to the cleanup.
     */
    async remove(runIds: Iterable<RunId>): Promise<void> {
      for (const runId of runIds) {
        for (const ending of ENDINGS) await isRemoved(pathOf(runId, ending));
      }
    },

    /**
     * Deletes the files of unknown runs: a crash came between the delete of their task and theirs.
     * A run is stored before its file exists, so no new one is among them. Other work gets a turn
     * after each slice, and `isWanted` is checked before the next.
     */
    async removeStrays({ unknownOf, written, isWanted }: StraySearch): Promise<number> {
      const removed = new Set<RunId>();
      const names = await namesIn(dir);
      for (let at = 0; at < names.length && isWanted(); at += SLICE) {
        const files = names.slice(at, at + SLICE).flatMap((name) => ownFile(name) ?? []);
        const unknown = new Set(unknownOf([...new Set(files.map(({ runId }) => runId))]));
        for (const { runId, ending } of files) {
          if (!unknown.has(runId) || writers.has(runId)) continue;
          const path = pathOf(runId, ending);
          if (!(await wasWritten(path, written))) continue;
          if (await isRemoved(path)) removed.add(runId);
        }
        await new Promise(setImmediate);
      }
      return removed.size;
    },
  };

  function pathOf(runId: RunId, ending: Ending = TRANSCRIPT): string {
    if (!FILE_NAME.test(runId)) throw new Error(`${JSON.stringify(runId)} is not a run id`);
    return join(dir, `${runId}${ending}`);
  }

  async function isRemoved(path: string): Promise<boolean> {
    try {
      await rm(path, { force: true });
      return true;
    } catch (error) {
      logger.warn("A file of a run could not be deleted; the cleanup tries again", { path, error });
      return false;
    }
  }

  function withTranscript<Result>(
    runId: RunId,
    missing: Result,
    use: (source: ByteSource) => Promise<Result>,
  ): Promise<Result> {
    return withFile(pathOf(runId), writers.get(runId)?.size(), missing, use);
  }

  function tell(runId: RunId, lines: readonly string[]): void {
    for (const listener of listeners.get(runId) ?? []) {
      try {
        listener(lines);
      } catch (error) {
        // The lines are written: one watcher's bug must not look like a failed write.
        logger.error("A transcript listener failed", { run_id: runId, error });
      }
    }
  }
}

export type Transcripts = ReturnType<typeof createTranscripts>;

/** Two moments. */
interface Period {
  after: string;
  before: string;
}

interface StraySearch {
  /** Those of these runs that are unknown. */
  unknownOf: (runIds: readonly RunId[]) => RunId[];
  written: Period;
  isWanted: () => boolean;
}

/** This many are looked up within a millisecond or two. */
const SLICE = 500;

async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    // Nothing has run yet.
    if (isMissing(error)) return [];
    throw error;
  }
}

async function wasWritten(path: string, { after, before }: Period): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return false;
  return found.mtimeMs > Date.parse(after) && found.mtimeMs < Date.parse(before);
}

function ownFile(name: string): { runId: RunId; ending: Ending } | null {
  const ending = ENDINGS.find((known) => name.endsWith(known));
  if (ending === undefined) return null;
  const runId = name.slice(0, -ending.length) as RunId;
  return FILE_NAME.test(runId) ? { runId, ending } : null;
}

const TRANSCRIPT = ".jsonl";
const INPUT = ".input.md";
const INPUT_PART = `${INPUT}${PART}` as const;

/** The kinds of files of a run. */
const ENDINGS = [TRANSCRIPT, INPUT, INPUT_PART] as const;
type Ending = (typeof ENDINGS)[number];

/** An id consists of these; anything else would name a file that is not ours. */
const FILE_NAME = /^[\w-]+$/;
