import type { RunId } from "@malamar/contract/ids.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { Logger } from "#lib/logger.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";

interface Deps {
  transcripts: Pick<Transcripts, "keepInput">;
  /** Longer inputs are not stored. 0: no limit. */
  maxTranscriptMb: number;
  logger: Logger;
}

const MB = 1024 * 1024;

/** Stores an agent's input. If that fails, only the copy is lost, not the run. */
export function keepInput(
  { transcripts, maxTranscriptMb, logger }: Deps,
  runId: RunId,
  text: string,
): readonly NewTranscriptEvent[] {
  if (maxTranscriptMb > 0 && Buffer.byteLength(text) > maxTranscriptMb * MB) {
    return notKept(`it is larger than ${maxTranscriptMb} MB (max-transcript-mb)`);
  }
  try {
    transcripts.keepInput(runId, text);
    return [];
  } catch (error) {
    logger.error("The input of a run cannot be stored", { run_id: runId, error });
    return notKept("the disk may be full or read-only");
  }
}

function notKept(reason: string): readonly NewTranscriptEvent[] {
  const text = `Malamar did not store the input of this run: ${reason}. The agent got all of it.`;
  return [{ type: "notice", text }];
}
