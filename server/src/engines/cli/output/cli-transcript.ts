import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { StreamEnd, StreamReader } from "#engines/cli/cli-adapter.ts";
import { createLineSplitter } from "./line-splitter.ts";
import { createMendedLines, type ReadLine } from "./mended-lines.ts";
import type { OutputPiece } from "#processes/process-output.ts";
import { createTextTail } from "./text-tail.ts";

/** Turns what a CLI writes into events, one batch per piece of output. */
export function createCliTranscript(reader: StreamReader) {
  const stdout = createLineSplitter();
  const mended = createMendedLines();
  const stderr = new TextDecoder();
  const stderrTail = createTextTail(TAIL_BYTES);
  const plainTail = createTextTail(TAIL_BYTES);

  function readStderr(bytes: Uint8Array): NewTranscriptEvent[] {
    stderrTail.push(bytes);
    const text = stderr.decode(bytes, { stream: true });
    return text === "" ? [] : [{ type: "stderr", text }];
  }

  function eventsOf({ line, json }: ReadLine): readonly NewTranscriptEvent[] {
    if (json) return understand(json.value, reader) ?? [{ type: "raw", line }];
    plainTail.push(encoder.encode(`${line}\n`));
    return [{ type: "raw", line }];
  }

  function readLines(lines: readonly string[]): NewTranscriptEvent[] {
    const events: NewTranscriptEvent[] = [];
    for (const line of lines) {
      if (line === "") continue;
      for (const read of mended.read(line)) for (const event of eventsOf(read)) events.push(event);
    }
    return events;
  }

  return {
    read: ({ from, bytes }: OutputPiece): NewTranscriptEvent[] =>
      from === "stdout" ? readLines(stdout.push(bytes)) : readStderr(bytes),

    /** A line that was still missing its end. */
    rest: (): NewTranscriptEvent[] => [
      ...readLines(stdout.end()),
      ...mended.end().flatMap((read) => eventsOf(read)),
    ],

    /** What is known at the end, with the last of stderr and of the lines that are not JSON. */
    end: (): StreamEnd & { stderr: string; plain: string } => ({
      ...reader.end(),
      // Without the colours that some CLIs write even where nobody sees them.
      stderr: Bun.stripANSI(stderrTail.text()),
      plain: Bun.stripANSI(plainTail.text()),
    }),
  };
}

export type CliTranscript = ReturnType<typeof createCliTranscript>;

/** As much as a comment shows. */
const TAIL_BYTES = 4 * 1024;
const encoder = new TextEncoder();

/** Any CLI may change its events overnight: one that is not understood is shown as it is. */
function understand(value: unknown, reader: StreamReader): readonly NewTranscriptEvent[] | null {
  try {
    return reader.read(value);
  } catch {
    return null;
  }
}
