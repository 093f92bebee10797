/** Allows for rounding and imprecise fingers. */
const END_DISTANCE = 8;

export type Scrolled = { top: number; /** The height below the visible part. */ below: number };

export function isAtEnd({ below }: Scrolled): boolean {
  return below <= END_DISTANCE;
}

/**
 * Whether to keep following the end. Only scrolling up stops it: new content moves the end away
 * without the user's doing.
 */
export function staysAtEnd(isFollowing: boolean, lastTop: number, now: Scrolled): boolean {
  if (isAtEnd(now)) return true;
  return now.top < lastTop ? false : isFollowing;
}

const ROW_HEIGHT = 32;

/** Browsers draw nothing beyond some 17 million pixels. A run of any length stays below that. */
const MAX_HEIGHT = 12_000_000;

/** The estimated height of this many events that were never rendered. */
export function estimatedHeight(events: number, ofAll: number): number {
  return Math.ceil(events * Math.min(ROW_HEIGHT, MAX_HEIGHT / Math.max(ofAll, 1)));
}
