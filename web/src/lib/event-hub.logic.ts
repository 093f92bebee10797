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
 * The messages between the tabs of one browser. After an update, tabs of two versions are open at
 * once, so frames are passed on unparsed, and each tab names the event types it wants.
 */
const isTabMessage = anyOf(
  /** The leading tab passes on a frame of the server. */
  shape({ kind: oneOf("frame"), id: orNull(isText), type: isText, data: isText }),
  /** The leading tab reports the connection's state. */
  shape({
    kind: oneOf("status"),
    isOnline: isFlag,
    lastId: orNull(isText),
    hello: orNull(isHello),
  }),
  /** A new leader, which does not know yet what the others want. */
  shape({ kind: oneOf("leading") }),
  /**
   * Another tab wants the status, these event types, and a new attempt if the leader is waiting to
   * retry.
   */
  shape({ kind: oneOf("ask"), types: listOf(isText) }),
  /** A tab names the runs that it watches now. */
  shape({ kind: oneOf("runs"), tab: isText, runs: listOf(isText) }),
  /** The leading tab confirms: from now on it passes on the events of those runs. */
  shape({ kind: oneOf("watching"), tab: isText }),
);
export type TabMessage = Checked<typeof isTabMessage>;

/** Null for a message of another version that this one does not understand. */
export function readTabMessage(data: unknown): TabMessage | null {
  return isTabMessage(data) ? data : null;
}

/** The server's limit per stream. */
const MAX_RUNS = 50;

/** The runs on the browser's stream: this tab's own, then those of the others. */
export function unionOfRuns(own: readonly string[], others: Iterable<readonly string[]>): string[] {
  return [...new Set([...own, ...[...others].flat()])].slice(0, MAX_RUNS);
}

const isTranscriptFrame = shape({
  run_id: isText,
  event: shape({ seq: isNumber, type: isText }),
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
    const frame: unknown = JSON.parse(data);
    if (!isTranscriptFrame(frame)) return null;
    // Our own server wrote it, following the contract.
    return { runId: frame.run_id, event: frame.event as TranscriptEvent };
  } catch {
    return null;
  }
}
