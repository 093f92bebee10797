import { createRunStreams } from "#http/run-stream.ts";
import { readFrames } from "#lib/read-frames.ts";
import { testTranscripts } from "./test-transcripts.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";

/** One run, its transcript, and its stream. */
export function testRun(options: { heartbeatMs?: number } = {}) {
  const t = testTranscripts();
  const run = { isRunning: true };
  let bytesRead = 0;
  const counting: Transcripts = {
    ...t.transcripts,
    follow(runId, after) {
      const cursor = t.transcripts.follow(runId, after);
      const count = (lines: Awaited<ReturnType<typeof cursor.next>>) => {
        for (const { json } of lines) bytesRead += json.length;
        return lines;
      };
      return { next: async () => count(await cursor.next()) };
    },
  };
  const streams = createRunStreams({ transcripts: counting, logger: t.logger, ...options });
  return {
    ...t,
    run,
    streams,
    bytesRead: () => bytesRead,
    open: (lastEventId?: string) =>
      streams.open({ runId: t.runId, isRunning: () => run.isRunning, lastEventId }),
    [Symbol.dispose]() {
      streams.close();
      t[Symbol.dispose]();
    },
  };
}

export async function seqs(response: Response): Promise<number[]> {
  const stream = readFrames(response);
  const seen: number[] = [];
  for (;;) {
    const frame = await stream.next().catch(() => null);
    if (!frame) return seen;
    seen.push(Number(frame.id));
  }
}

export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);
