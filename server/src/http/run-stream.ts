import type { RunId, SessionId } from "@malamar/contract/ids.ts";
import type { Logger } from "#lib/logger.ts";
import type { TranscriptLine } from "#transcripts/transcript-line.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";
import { HEARTBEAT, HEARTBEAT_MS, STREAM_HEADERS, STREAM_START } from "./sse.ts";

interface Deps {
  transcripts: Pick<Transcripts, "read" | "follow" | "onAppend" | "isLive">;
  logger: Logger;
  heartbeatMs?: number;
}

interface RunStreamRequest {
  runId: RunId;
  /** The state of the run itself, read whenever the transcript seems to be at its end. */
  isRunning: () => boolean;
  /** The last event the client saw before it was cut off. */
  lastEventId: string | undefined;
  /** The session the client came in with, if any. */
  sessionId?: SessionId | null;
  /** The id of the request in the log. */
  requestId?: string;
}

interface OpenStream {
  sessionId: SessionId | null;
  beat: () => void;
  end: () => void;
}

interface Following {
  runId: RunId;
  after: number;
  isOver: () => boolean;
  sessionId: SessionId | null;
  requestId: string | undefined;
}

/** Sent at once. */
interface Batch {
  text: string;
  isLast: boolean;
}

/**
 * Sends the transcript of a run, from where the client is to the end of the run. The file is the
 * queue: what a client has not taken is not read, so one that stalls costs a chunk and loses
 * nothing.
 */
export function createRunStreams({ transcripts, logger, heartbeatMs = HEARTBEAT_MS }: Deps) {
  const streams = new Set<OpenStream>();
  const encoder = new TextEncoder();
  const heartbeat = setInterval(() => streams.forEach(({ beat }) => beat()), heartbeatMs);
  heartbeat.unref();

  return {
    /** 204 when nothing is left to send: that tells an EventSource not to come back. */
    async open({
      runId,
      isRunning,
      lastEventId,
      sessionId = null,
      requestId,
    }: RunStreamRequest): Promise<Response> {
      const after = seqOf(lastEventId);
      // A run may be over a moment before its last event is written.
      const isOver = () => !isRunning() && !transcripts.isLive(runId);
      if (isOver() && (await transcripts.read(runId, { after, limit: 1 })).length === 0) {
        return new Response(null, { status: 204 });
      }
      const following = { runId, after, isOver, sessionId, requestId };
      return new Response(body(following), { headers: STREAM_HEADERS });
    },

    streamCount: () => streams.size,

    /** Clients of this session get nothing more. */
    endSession(id: SessionId): void {
      for (const stream of streams) if (stream.sessionId === id) stream.end();
    },

    close(): void {
      clearInterval(heartbeat);
      for (const stream of streams) stream.end();
    },
  };

  function body(following: Following): ReadableStream<Uint8Array> {
    const { runId, after, isOver, sessionId, requestId } = following;
    const news = createNews();
    const stopListening = transcripts.onAppend(runId, () => news.grow());
    const next = batches(transcripts.follow(runId, after), isOver, news);
    let stream: OpenStream;

    function leave() {
      streams.delete(stream);
      stopListening();
      news.end();
    }

    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          controller.enqueue(encoder.encode(STREAM_START));
          const end = () => {
            leave();
            controller.close();
          };
          stream = { sessionId, beat: news.beat, end };
          streams.add(stream);
        },
        async pull(controller) {
          const batch = await next().catch((error: unknown): Batch => {
            logger.error("A transcript cannot be read", {
              request_id: requestId,
              run_id: runId,
              error,
            });
            return END;
          });
          if (!streams.has(stream)) return;
          if (batch.text !== "") controller.enqueue(encoder.encode(batch.text));
          if (batch.isLast) stream.end();
        },
        cancel: leave,
      },
      // Nothing is read ahead of what the client takes.
      { highWaterMark: 0 },
    );
  }
}

export type RunStreams = ReturnType<typeof createRunStreams>;

const END: Batch = { text: "", isLast: true };

/** Resolves with the next events as soon as there are any, or with a heartbeat when it is due. */
function batches(cursor: ReturnType<Transcripts["follow"]>, isOver: () => boolean, news: News) {
  return async (): Promise<Batch> => {
    for (;;) {
      // Checked before reading: then everything written before the run was over has been read.
      const wasOver = isOver();
      const lines = await cursor.next();
      if (lines.length > 0) return batchOf(lines);
      if (wasOver) return END;
      const heard = await news.next();
      if (heard === "ended") return END;
      if (heard === "beat") return { text: HEARTBEAT, isLast: false };
    }
  };
}

function batchOf(lines: readonly TranscriptLine[]): Batch {
  const frames = lines.map(
    ({ seq, type, json }) => `id: ${seq}\nevent: ${type}\ndata: ${json}\n\n`,
  );
  return { text: frames.join(""), isLast: lines.at(-1)?.type === "finished" };
}

type News = ReturnType<typeof createNews>;

/** What a stream at the end of the file waits for. Growth is remembered until someone asks. */
function createNews() {
  let hasGrown = false;
  let isEnded = false;
  let wake: ((heard: "grown" | "beat" | "ended") => void) | null = null;

  function tell(heard: "grown" | "beat" | "ended") {
    wake?.(heard);
    wake = null;
  }

  return {
    grow() {
      hasGrown = wake === null;
      tell("grown");
    },
    beat: () => tell("beat"),
    end() {
      isEnded = true;
      tell("ended");
    },
    async next(): Promise<"grown" | "beat" | "ended"> {
      if (isEnded) return "ended";
      if (!hasGrown) return new Promise((resolve) => (wake = resolve));
      hasGrown = false;
      return "grown";
    },
  };
}

/** 0, the beginning, for an id that is not ours. */
function seqOf(lastEventId: string | undefined): number {
  return lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : 0;
}
