import type { RunId } from "@malamar/contract/ids.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { Logger } from "#lib/logger.ts";
import type { TranscriptWriter } from "#transcripts/transcript-writer.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";

interface Deps {
  transcripts: Transcripts;
  /** Where a transcript ends. 0: no limit. */
  maxTranscriptMb: number;
  logger: Logger;
}

interface RunTranscript {
  append: (events: readonly NewTranscriptEvent[]) => void;
  close: (lastEvents: readonly NewTranscriptEvent[]) => void;
}

const MB = 1024 * 1024;

/** A full disk costs the transcript, not the agent's work; and no run fills the disk. */
export function openTranscript(
  { transcripts, maxTranscriptMb, logger }: Deps,
  runId: RunId,
): RunTranscript {
  const most = maxTranscriptMb === 0 ? Number.POSITIVE_INFINITY : maxTranscriptMb * MB;
  let writer: TranscriptWriter | null = null;
  let isFull = false;
  const attempt = (write: () => void) => {
    try {
      write();
    } catch (error) {
      logger.error("The transcript of a run cannot be written", { run_id: runId, error });
      writer?.close();
      writer = null;
    }
  };
  attempt(() => (writer = transcripts.open(runId)));

  function append(events: readonly NewTranscriptEvent[]): void {
    if (isFull || !writer) return;
    attempt(() => writer?.append(events));
    if ((writer?.size() ?? 0) < most) return;
    isFull = true;
    attempt(() => writer?.append([fullNotice(maxTranscriptMb)]));
  }

  return {
    append,
    close: (events) => {
      attempt(() => writer?.append(events));
      writer?.close();
    },
  };
}

function fullNotice(mb: number): NewTranscriptEvent {
  const text = `The transcript ends here: it has reached ${mb} MB (max-transcript-mb). The agent continues, and its usage is still counted.`;
  return { type: "notice", text };
}
