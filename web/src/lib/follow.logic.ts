/** A pixel or two are lost to rounding, and a finger is not exact. */
const END_DISTANCE = 8;

export type Scrolled = { top: number; /** How much is below. */ below: number };

export function isAtEnd({ below }: Scrolled): boolean {
  return below <= END_DISTANCE;
}

/**
 * Whether to go on with the end. Only going up stops it: what is written below moves the end away
 * without anybody's doing.
 */
export function staysAtEnd(isFollowing: boolean, lastTop: number, now: Scrolled): boolean {
  if (isAtEnd(now)) return true;
  return now.top < lastTop ? false : isFollowing;
}

const ROW_HEIGHT = 32;

/** Browsers draw nothing beyond some 17 million pixels: a run of any length stays below that. */
const MAX_HEIGHT = 12_000_000;

/** How high so many events are, as long as nobody has seen them. */
export function estimatedHeight(events: number, ofAll: number): number {
  return Math.ceil(events * Math.min(ROW_HEIGHT, MAX_HEIGHT / Math.max(ofAll, 1)));
}
