import { ServerEvent, StreamEvent } from "@malamar/contract/event.ts";

export type Frame = ServerEvent | StreamEvent;

/** A raw frame. Tabs pass these on, because another version may understand more of it. */
export type RawFrame = { type: string; data: string };

/** The event names an EventSource must listen for, from the contract. */
export const FRAME_TYPES: readonly string[] = [...StreamEvent.options, ...ServerEvent.options].map(
  (option) => option.shape.type.value,
);

/** Long enough to hide a quick server restart, short enough to warn before the next click. */
export const OFFLINE_AFTER_MS = 1_500;

const FIRST_RETRY_MS = 1_000;
const SLOWEST_RETRY_MS = 10_000;

/** The state of one connection. */
export type Link = {
  phase: "connecting" | "open" | "waiting";
  /** Consecutive attempts that failed before the server's hello. */
  failures: number;
  /** The id to resume after. Null before the first event with an id. */
  lastId: string | null;
};

export type Happening = { type: "connect" } | { type: "frame"; id: string } | { type: "failed" };

export function newLink(lastId: string | null): Link {
  return { phase: "waiting", failures: 0, lastId };
}

export function nextLink(link: Link, happening: Happening): Link {
  switch (happening.type) {
    case "connect":
      return { ...link, phase: "connecting" };
    case "frame":
      return {
        ...link,
        phase: "open",
        failures: 0,
        lastId: happening.id === "" ? link.lastId : happening.id,
      };
    case "failed":
      return { ...link, phase: "waiting", failures: link.failures + 1 };
    default:
      return happening satisfies never;
  }
}

/** 1 s, 2 s, 4 s, 8 s, then every 10 s. */
export function retryDelay(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.max(failures - 1, 0), SLOWEST_RETRY_MS);
}

export function eventsUrl(lastId: string | null, runs: readonly string[]): string {
  const query = new URLSearchParams();
  if (lastId !== null) query.set("last_event_id", lastId);
  if (runs.length > 0) query.set("runs", runs.join(","));
  return query.size === 0 ? "/api/events" : `/api/events?${query.toString()}`;
}

/** Several tabs, or a page that switches runs, change their runs in quick succession. */
const GATHER_MS = 50;

/** Watching a run a while longer does no harm, and users often come back to it. */
const FORGET_MS = 10_000;

/** The delay before the stream is replaced by one with the wanted runs. Null if it can stay. */
export function changeDelay(watched: readonly string[], wanted: readonly string[]): number | null {
  if (!wanted.every((run) => watched.includes(run))) return GATHER_MS;
  return watched.length > wanted.length ? FORGET_MS : null;
}

/** On the wire, the type is the event's name and the rest its data. */
export function parseFrame({ type, data }: RawFrame): Frame {
  const fields = parseJson(data);
  const event = ServerEvent.safeParse({ ...fields, type });
  if (event.success) return event.data;
  const own = StreamEvent.safeParse({ ...fields, type });
  if (own.success) return own.data;
  // Something happened that this page cannot read, so it must refetch everything.
  return { type: "resync" };
}

function parseJson(data: string): object {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
