import type { ServerEvent, StreamEvent } from "@malamar/contract/event.ts";
import type { RunId, SessionId } from "@malamar/contract/ids.ts";
import type { EventBus, PublishedEvent } from "#events/event-bus.ts";
import type { Logger } from "#lib/logger.ts";
import type { Transcripts } from "#transcripts/transcripts.ts";
import { concerns, type EventPlace } from "./event-place.ts";
import { createRunWatch } from "./run-watch.ts";
import { HEARTBEAT, HEARTBEAT_MS, STREAM_HEADERS, STREAM_START } from "./sse.ts";

/**
 * How much may wait for one client. A page that reads gets its events at once; one that has fallen
 * this far behind is better served by a new connection than by more and more of our memory.
 */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Bun reserves memory for each stream by this mark; our own bound is kept in broadcast(). */
const SMALLEST_RESERVE = new ByteLengthQueuingStrategy({ highWaterMark: 1 });

interface Deps {
  bus: EventBus;
  transcripts: Pick<Transcripts, "onAppend">;
  version: string;
  logger: Logger;
  heartbeatMs?: number;
  /** What else to do with every heartbeat. */
  onHeartbeat?: () => void;
}

/**
 * The source of its own stream: thousands of them share two functions instead of having two each.
 */
interface Client {
  controller: ReadableStreamDefaultController<Uint8Array>;
  start: (this: Client, controller: Client["controller"]) => void;
  cancel: (this: Client) => void;
  /** The session it came in with, if any. */
  sessionId: SessionId | null;
  /** null: it gets everything. */
  place: EventPlace | null;
}

interface StreamRequest {
  /** The last event it saw before it was cut off. */
  lastEventId?: string | undefined;
  /** It also gets new events of these transcripts. */
  runs?: readonly RunId[];
  sessionId?: SessionId | null;
  /** It gets nothing else, except hello and resync. */
  place?: EventPlace | null;
}

/** The stream passes it in when it is created. */
const NONE_YET = null as unknown as Client["controller"];

function keepController(this: Client, controller: Client["controller"]): void {
  this.controller = controller;
}

/** Sends every connected page what happened, in order, each with an id to catch up from. */
export function createEventStream(deps: Deps) {
  const { bus, transcripts, version, logger, heartbeatMs = HEARTBEAT_MS, onHeartbeat } = deps;
  const clients = new Set<Client>();
  const runWatch = createRunWatch(transcripts);
  const encoder = new TextEncoder();

  const unsubscribe = bus.subscribe((published) => {
    if (clients.size > 0) broadcast(encoder.encode(frameOf(published)), published.event);
  });
  const heartbeat = setInterval(() => {
    onHeartbeat?.();
    broadcast(encoder.encode(HEARTBEAT), null);
  }, heartbeatMs);
  heartbeat.unref();

  return {
    open({ lastEventId, runs = [], sessionId = null, place = null }: StreamRequest): Response {
      const start = keepController;
      const client: Client = { controller: NONE_YET, sessionId, place, start, cancel };
      const body = new ReadableStream<Uint8Array>(client, SMALLEST_RESERVE);
      // From here on nothing is missed: greeting, replay and subscription happen in one step.
      client.controller.enqueue(encoder.encode(greeting(lastEventId, place)));
      clients.add(client);
      if (runs.length > 0) runWatch.add(client.controller, runs);
      return new Response(body, { headers: STREAM_HEADERS });
    },

    clientCount: () => clients.size,

    /** Clients of this session get nothing more. */
    endSession: (id: SessionId) => end((client) => client.sessionId === id),

    close(): void {
      unsubscribe();
      clearInterval(heartbeat);
      end(() => true);
    },
  };

  function cancel(this: Client): void {
    forget(this);
  }

  function end(isMeant: (client: Client) => boolean): void {
    for (const client of clients) {
      if (!isMeant(client)) continue;
      forget(client);
      client.controller.close();
    }
  }

  /** Without an event it is for everyone. */
  function broadcast(frame: Uint8Array, event: ServerEvent | null): void {
    for (const client of clients) {
      if (client.place !== null && event !== null && !concerns(client.place, event)) continue;
      // Checked first: a client that has read everything so far is not to blame for one large
      // frame.
      if ((client.controller.desiredSize ?? 0) < -MAX_WAITING_BYTES) drop(client);
      else client.controller.enqueue(frame);
    }
  }

  function forget(client: Client): void {
    clients.delete(client);
    runWatch.remove(client.controller);
  }

  function drop(client: Client): void {
    forget(client);
    // Waiting frames are thrown away, and the connection ends like a silent one. Without a reason:
    // Bun would print one as if it were a crash.
    client.controller.error();
    logger.warn("Dropped an event stream whose client reads too slowly");
  }

  function greeting(lastEventId: string | undefined, place: EventPlace | null): string {
    const resumed = lastEventId === undefined ? undefined : seqOf(lastEventId);
    const missed = resumed === undefined ? [] : bus.after(resumed);
    const told = place === null ? missed : missed?.filter(({ event }) => concerns(place, event));
    const from = missed === null || resumed === undefined ? bus.lastSeq() : resumed;
    const hello: StreamEvent = { type: "hello", version, boot_id: bus.bootId };
    const resync: StreamEvent = { type: "resync" };
    return [
      STREAM_START,
      // A replay starts after this id, so a client cut off in between asks for the rest again.
      frame(from, hello),
      ...(told?.map(frameOf) ?? [frame(from, resync)]),
    ].join("");
  }

  /** -1, which is older than everything, for an id of another process. */
  function seqOf(eventId: string): number {
    const prefix = `${bus.bootId}-`;
    const seq = eventId.startsWith(prefix) ? eventId.slice(prefix.length) : "";
    return /^\d{1,15}$/.test(seq) ? Number(seq) : -1;
  }

  function frameOf({ seq, event }: PublishedEvent): string {
    return frame(seq, event);
  }

  function frame(seq: number, { type, ...data }: { type: string }): string {
    return `id: ${bus.bootId}-${seq}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  }
}

export type EventStream = ReturnType<typeof createEventStream>;
