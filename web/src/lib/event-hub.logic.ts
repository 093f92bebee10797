import { StreamEvent } from "@malamar/contract/event.ts";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { z } from "zod";

const Hello = StreamEvent.options[0];
export type Hello = z.infer<typeof Hello>;

/**
 * The messages between the tabs of one browser. After an update, tabs of two versions are open at
 * once, so frames are passed on unparsed, and each tab names the event types it wants.
 */
const TabMessage = z.discriminatedUnion("kind", [
  /** The leading tab passes on a frame of the server. */
  z.object({
    kind: z.literal("frame"),
    id: z.string().nullable(),
    type: z.string(),
    data: z.string(),
  }),
  /** The leading tab reports the connection's state. */
  z.object({
    kind: z.literal("status"),
    isOnline: z.boolean(),
    lastId: z.string().nullable(),
    hello: Hello.nullable(),
  }),
  /** A new leader, which does not know yet what the others want. */
  z.object({ kind: z.literal("leading") }),
  /**
   * Another tab wants the status, these event types, and a new attempt if the leader is waiting to
   * retry.
   */
  z.object({ kind: z.literal("ask"), types: z.array(z.string()).readonly() }),
  /** A tab names the runs that it watches now. */
  z.object({ kind: z.literal("runs"), tab: z.string(), runs: z.array(z.string()).readonly() }),
  /** The leading tab confirms: from now on it passes on the events of those runs. */
  z.object({ kind: z.literal("watching"), tab: z.string() }),
]);
export type TabMessage = z.infer<typeof TabMessage>;

/** Null for a message of another version that this one does not understand. */
export function readTabMessage(data: unknown): TabMessage | null {
  const message = TabMessage.safeParse(data);
  return message.success ? message.data : null;
}

/** The server's limit per stream. */
const MAX_RUNS = 50;

/** The runs on the browser's stream: this tab's own, then those of the others. */
export function unionOfRuns(own: readonly string[], others: Iterable<readonly string[]>): string[] {
  return [...new Set([...own, ...[...others].flat()])].slice(0, MAX_RUNS);
}

const TranscriptFrame = z.object({
  run_id: z.string(),
  event: z.looseObject({ seq: z.number(), type: z.string() }),
});

/**
 * The run of a frame and its event, or null if it is unreadable. Only the event's position is
 * checked: an event of a newer server is shown as far as it is understood, as it would be from the
 * transcript.
 */
export function readTranscriptFrame(
  data: string,
): { runId: string; event: TranscriptEvent } | null {
  try {
    const { run_id, event } = TranscriptFrame.parse(JSON.parse(data));
    // Our own server wrote it, following the contract.
    return { runId: run_id, event: event as unknown as TranscriptEvent };
  } catch {
    return null;
  }
}
