import { StreamEvent } from "@malamar/contract/event.ts";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { z } from "zod";

const Hello = StreamEvent.options[0];
export type Hello = z.infer<typeof Hello>;

/**
 * What the tabs of one browser tell each other. After an update tabs of two versions are open at once,
 * so frames travel unread, and a tab says which types of events it wants to hear of.
 */
const TabMessage = z.discriminatedUnion("kind", [
  /** The leading tab passes on what the server said. */
  z.object({
    kind: z.literal("frame"),
    id: z.string().nullable(),
    type: z.string(),
    data: z.string(),
  }),
  /** The leading tab says how it stands with the server. */
  z.object({
    kind: z.literal("status"),
    isOnline: z.boolean(),
    lastId: z.string().nullable(),
    hello: Hello.nullable(),
  }),
  /** There is a new leader: it does not know yet what the others want to hear of. */
  z.object({ kind: z.literal("leading") }),
  /** Another tab wants the status, these types, and a new attempt if the leader is only waiting. */
  z.object({ kind: z.literal("ask"), types: z.array(z.string()).readonly() }),
  /** A tab says which runs it watches now. */
  z.object({ kind: z.literal("runs"), tab: z.string(), runs: z.array(z.string()).readonly() }),
  /** The leading tab has heard it: from now on what is written to those runs is passed on. */
  z.object({ kind: z.literal("watching"), tab: z.string() }),
]);
export type TabMessage = z.infer<typeof TabMessage>;

/** Null for what another version of this page sends and we do not understand. */
export function readTabMessage(data: unknown): TabMessage | null {
  const message = TabMessage.safeParse(data);
  return message.success ? message.data : null;
}

/** The server takes no more on one stream. */
const MAX_RUNS = 50;

/** What the stream of a browser carries: what its own tab watches, and then what the others do. */
export function unionOfRuns(own: readonly string[], others: Iterable<readonly string[]>): string[] {
  return [...new Set([...own, ...[...others].flat()])].slice(0, MAX_RUNS);
}

const TranscriptFrame = z.object({
  run_id: z.string(),
  event: z.looseObject({ seq: z.number(), type: z.string() }),
});

/**
 * What was written to which run; null for what cannot be read. Only its place is looked at: an event
 * of a newer server is shown as far as it is understood, as it is when it comes from the transcript.
 */
export function readTranscriptFrame(
  data: string,
): { runId: string; event: TranscriptEvent } | null {
  try {
    const { run_id, event } = TranscriptFrame.parse(JSON.parse(data));
    // Our own server wrote it, by its contract.
    return { runId: run_id, event: event as unknown as TranscriptEvent };
  } catch {
    return null;
  }
}
