import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { Clock } from "#lib/clock.ts";
import { readLine, transcriptLine } from "./transcript-line.ts";

interface Deps {
  path: string;
  clock: Clock;
  onAppend: (lines: readonly string[]) => void;
  onClose: () => void;
}

/** Ends a partial line so that it cannot be mistaken for an event. */
const TORN_END = "#torn\n";

/** Appends events to one file. It continues where the file ends, whoever wrote that. */
export function openTranscriptWriter({ path, clock, onAppend, onClose }: Deps) {
  const fd = openSync(path, "a+", 0o600);
  let size = fstatSync(fd).size;
  const end = endOf(fd, size);
  let { lastSeq, isTorn } = end;
  let isClosed = false;

  return {
    /** All of them or, if it throws, none; then the next ones get their numbers. */
    append(events: readonly NewTranscriptEvent[]): void {
      if (isClosed) throw new Error("This transcript is closed");
      if (events.length === 0) return;
      const at = clock();
      const lines = events.map((event, index) => transcriptLine(event, lastSeq + 1 + index, at));
      // Joined once: a template around it would copy all of it again.
      const text = [...lines, ""].join("\n");
      write(Buffer.from(isTorn ? TORN_END + text : text));
      isTorn = false;
      lastSeq += lines.length;
      onAppend(lines);
    },

    lastSeq: () => lastSeq,

    /** Whether the existing content has its last event. */
    wasFinished: end.isFinished,

    /** Up to here the file has complete events; the rest is being written. */
    size: () => size,

    close,
  };

  function write(bytes: Buffer): void {
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(fd, bytes, written);
    } catch (error) {
      if (written > 0) takeBack();
      throw error;
    }
    size += bytes.length;
  }

  /**
   * If even this fails nothing more is written here: a new writer finds out where the file ends.
   */
  function takeBack(): void {
    try {
      ftruncateSync(fd, size);
    } catch (error) {
      close();
      throw error;
    }
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    closeSync(fd);
    onClose();
  }
}

export type TranscriptWriter = ReturnType<typeof openTranscriptWriter>;

/** Enough for the last line of nearly every transcript. */
const FIRST_TAIL_BYTES = 64 * 1024;

/** The last complete event of a file, searched for from its end. */
function endOf(fd: number, size: number) {
  let isTorn = false;
  for (let length = Math.min(size, FIRST_TAIL_BYTES); length > 0;) {
    const tail = Buffer.alloc(length);
    readSync(fd, tail, 0, length, size - length);
    isTorn = tail.at(-1) !== NEWLINE;
    const lines = tail.toString().split("\n");
    // An incomplete line: the end, and the beginning unless it is that of the file.
    const whole = lines.slice(length === size ? 0 : 1, -1);
    const last = whole.map(readLine).findLast((line) => line !== null);
    if (last) return { lastSeq: last.seq, isTorn, isFinished: last.type === "finished" };
    if (length === size) break;
    length = Math.min(size, length * 2);
  }
  return { lastSeq: 0, isTorn, isFinished: false };
}

const NEWLINE = 0x0a;
