/** A position in the event stream: the server process, and the number of its events so far. */
export type EventPosition = { boot: string; seq: number };

/** An unreadable id counts as older than everything. */
export function eventPosition(eventId: string | null): EventPosition {
  const [, boot = "", seq = "0"] = /^(.+)-(\d+)$/.exec(eventId ?? "") ?? [];
  return { boot, seq: Number(seq) };
}

/** The order of two server processes is unknown, so either counts as newer. */
export function isBefore(one: EventPosition, other: EventPosition): boolean {
  return one.boot !== other.boot || one.seq < other.seq;
}
