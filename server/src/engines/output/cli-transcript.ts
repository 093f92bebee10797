import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { StreamEnd, StreamReader } from "#engines/cli-adapter.ts";
import { createLineSplitter } from "./line-splitter.ts";
import type { OutputPiece } from "#engines/processes/process-output.ts";
import { createTextTail } from "./text-tail.ts";

/** Turns what a CLI writes into events, one batch per piece of output. */
export function createCliTranscript(reader: StreamReader) {
  const stdout = createLineSplitter();
  const stderr = new TextDecoder();
  const stderrTail = createTextTail(STDERR_TAIL_BYTES);

  function readStderr(bytes: Uint8Array): NewTranscriptEvent[] {
    stderrTail.push(bytes);
    const text = stderr.decode(bytes, { stream: true });
    return text === "" ? [] : [{ type: "stderr", text }];
  }

  return {
    read: ({ from, bytes }: OutputPiece): NewTranscriptEvent[] =>
      from === "stdout" ? readLines(stdout.push(bytes), reader) : readStderr(bytes),

    /** What was still missing its end. */
    rest: (): NewTranscriptEvent[] => readLines(stdout.end(), reader),

    end: (): StreamEnd & { stderr: string } => ({ ...reader.end(), stderr: stderrTail.text() }),
  };
}

/** What the specification shows of stderr. */
const STDERR_TAIL_BYTES = 4 * 1024;

function readLines(lines: readonly string[], reader: StreamReader): NewTranscriptEvent[] {
  const events: NewTranscriptEvent[] = [];
  for (const line of lines) {
    if (line === "") continue;
    const understood = understand(line, reader);
    if (understood === null) events.push({ type: "raw", line });
    else for (const event of understood) events.push(event);
  }
  return events;
}

/**
 * Claude may write an event into the middle of another line, and any CLI may change its events
 * overnight: a line that cannot be read is shown as it is, and the run goes on.
 */
function understand(line: string, reader: StreamReader): readonly NewTranscriptEvent[] | null {
  try {
    return reader.read(JSON.parse(line));
  } catch {
    return null;
  }
}
