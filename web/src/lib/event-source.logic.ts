import { ServerEvent, StreamEvent } from "@malamar/contract/event.ts";

export type Frame = ServerEvent | StreamEvent;

/** A frame as it came. Tabs pass these on, for one of another version may read more in it. */
export type RawFrame = { type: string; data: string };

/** The names an EventSource must be told to listen for, taken from the contract. */
export const FRAME_TYPES: readonly string[] = [...StreamEvent.options, ...ServerEvent.options].map(
  (option) => option.shape.type.value,
);

/** Long enough to hide a server restart of a blink, short enough to warn before the next click. */
export const OFFLINE_AFTER_MS = 1_500;

const FIRST_RETRY_MS = 1_000;
const SLOWEST_RETRY_MS = 10_000;

/** One connection, as far as it has come. */
export type Link = {
  phase: "connecting" | "open" | "waiting";
  /** Attempts in a row that did not get as far as the server's hello. */
  failures: number;
  /** Where to go on, so that nothing is missed; null before the first event with an id. */
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

/** Several tabs, or a page that goes from one run to the next, change their wishes in one go. */
const GATHER_MS = 50;

/** A run that nobody watches any more does no harm for a while, and is often looked at again. */
const FORGET_MS = 10_000;

/** After how long a stream of these runs makes room for one of those; null when it can stay. */
export function changeDelay(watched: readonly string[], wanted: readonly string[]): number | null {
  if (!wanted.every((run) => watched.includes(run))) return GATHER_MS;
  return watched.length > wanted.length ? FORGET_MS : null;
}

/** On the wire the type is the event's name and the rest its data. */
export function parseFrame({ type, data }: RawFrame): Frame {
  const fields = parseJson(data);
  const event = ServerEvent.safeParse({ ...fields, type });
  if (event.success) return event.data;
  const own = StreamEvent.safeParse({ ...fields, type });
  if (own.success) return own.data;
  // Something happened that we cannot read: the honest reaction is to look at everything again.
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
