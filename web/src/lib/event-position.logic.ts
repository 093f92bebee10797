/** Where the stream of events stands: in which life of the server, and behind how many events. */
export type EventPosition = { boot: string; seq: number };

/** What names no event is older than everything. */
export function eventPosition(eventId: string | null): EventPosition {
  const [, boot = "", seq = "0"] = /^(.+)-(\d+)$/.exec(eventId ?? "") ?? [];
  return { boot, seq: Number(seq) };
}

/** Of two lives of the server nobody can tell which was first: then both count as news. */
export function isBefore(one: EventPosition, other: EventPosition): boolean {
  return one.boot !== other.boot || one.seq < other.seq;
}
