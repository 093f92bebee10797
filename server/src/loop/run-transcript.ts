import type { RunId } from "@malamar/contract/ids.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { Logger } from "#lib/logger.ts";
import type { TranscriptWriter } from "#transcripts/transcript-writer.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";

interface Deps {
  transcripts: Transcripts;
  logger: Logger;
}

interface RunTranscript {
  append: (events: readonly NewTranscriptEvent[]) => void;
  close: (lastEvents: readonly NewTranscriptEvent[]) => void;
}

/** A disk that is full costs the transcript, not the work of the agent. */
export function openTranscript({ transcripts, logger }: Deps, runId: RunId): RunTranscript {
  let writer: TranscriptWriter | null = null;
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
  return {
    append: (events) => attempt(() => writer?.append(events)),
    close: (events) => {
      attempt(() => writer?.append(events));
      writer?.close();
    },
  };
}
