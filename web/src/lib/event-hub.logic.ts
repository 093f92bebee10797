import type { StreamEvent } from "@malamar/contract/event.ts";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import {
  anyOf,
  isFlag,
  isNumber,
  isText,
  listOf,
  oneOf,
  orNull,
  shape,
  type Checked,
} from "./shape.logic.ts";

export type Hello = Extract<StreamEvent, { type: "hello" }>;

const isHello = shape({ type: oneOf("hello"), version: isText, boot_id: isText });

/**
 * What the tabs of one browser tell each other. After an update tabs of two versions are open at once,
 * so frames travel unread, and a tab says which types of events it wants to hear of.
 */
const isTabMessage = anyOf(
  /** The leading tab passes on what the server said. */
  shape({ kind: oneOf("frame"), id: orNull(isText), type: isText, data: isText }),
  /** The leading tab says how it stands with the server. */
  shape({
    kind: oneOf("status"),
    isOnline: isFlag,
    lastId: orNull(isText),
    hello: orNull(isHello),
  }),
  /** There is a new leader: it does not know yet what the others want to hear of. */
  shape({ kind: oneOf("leading") }),
  /** Another tab wants the status, these types, and a new attempt if the leader is only waiting. */
  shape({ kind: oneOf("ask"), types: listOf(isText) }),
  /** A tab says which runs it watches now. */
  shape({ kind: oneOf("runs"), tab: isText, runs: listOf(isText) }),
  /** The leading tab has heard it: from now on what is written to those runs is passed on. */
  shape({ kind: oneOf("watching"), tab: isText }),
);
export type TabMessage = Checked<typeof isTabMessage>;

/** Null for what another version of this page sends and we do not understand. */
export function readTabMessage(data: unknown): TabMessage | null {
  return isTabMessage(data) ? data : null;
}

/** The server takes no more on one stream. */
const MAX_RUNS = 50;

/** What the stream of a browser carries: what its own tab watches, and then what the others do. */
export function unionOfRuns(own: readonly string[], others: Iterable<readonly string[]>): string[] {
  return [...new Set([...own, ...[...others].flat()])].slice(0, MAX_RUNS);
}

const isTranscriptFrame = shape({
  run_id: isText,
  event: shape({ seq: isNumber, type: isText }),
});

/**
 * What was written to which run; null for what cannot be read. Only its place is looked at: an event
 * of a newer server is shown as far as it is understood, as it is when it comes from the transcript.
 */
export function readTranscriptFrame(
  data: string,
): { runId: string; event: TranscriptEvent } | null {
  try {
    const frame: unknown = JSON.parse(data);
    if (!isTranscriptFrame(frame)) return null;
    // Our own server wrote it, by its contract.
    return { runId: frame.run_id, event: frame.event as TranscriptEvent };
  } catch {
    return null;
  }
}
