import type { ServerEvent } from "@malamar/contract/event.ts";
import type { Logger } from "#lib/logger.ts";
import { nanoid } from "nanoid";

/** An event with its place in the order of this process. */
export interface PublishedEvent {
  seq: number;
  event: ServerEvent;
}

type Listener = (published: PublishedEvent) => void;

interface EventBusOptions {
  logger: Logger;
  /**
   * How many events a client may have missed and still catch up without a full reload. A busy night
   * of ten agents publishes a few hundred a minute; a dropped connection is back within seconds.
   */
  remembered?: number;
}

export function createEventBus({ logger, remembered = 2000 }: EventBusOptions) {
  const listeners = new Set<Listener>();
  const recent: PublishedEvent[] = [];
  /** Names this server process: sequence numbers start again with the next one. */
  const bootId = nanoid(10);
  let seq = 0;

  return {
    bootId,

    lastSeq: () => seq,

    /** How a client refers to the last event, or to the place before the first one. */
    lastId: () => `${bootId}-${seq}`,

    publish(event: ServerEvent): void {
      const published = { seq: ++seq, event };
      recent.push(published);
      // Trimmed in blocks, so that publishing stays cheap however long the process lives.
      if (recent.length > remembered * 2) recent.splice(0, recent.length - remembered);
      for (const listener of listeners) {
        try {
          listener(published);
        } catch (error) {
          // The change is committed: one listener's bug must not reach the one who made it.
          logger.error("An event listener failed", { event: event.type, error });
        }
      }
    },

    /** What came after `since`, or null when that is no longer (or not yet) known. */
    after(since: number): readonly PublishedEvent[] | null {
      const oldest = recent[0]?.seq ?? seq + 1;
      if (since > seq || since < oldest - 1) return null;
      return recent.slice(since - oldest + 1);
    },

    subscribe(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type EventBus = ReturnType<typeof createEventBus>;
