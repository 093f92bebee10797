import { isText, orNull, shape, type Checked } from "#lib/shape.logic.ts";

/** When the home page was last visible, and the time from which it reports what happened. */
const isVisit = shape({
  /** Null on the first visit. */
  since: orNull(isTime),
  seen_at: isTime,
});
export type Visit = Checked<typeof isVisit>;

/** A coffee, a meeting or a reload still counts as the same visit. A lunch break does not. */
const SAME_VISIT_MS = 30 * 60_000;

/** The visit of a user who looks at the page now. */
export function visitAt(before: Visit | null, now: Date): Visit {
  const seen_at = now.toISOString();
  if (before === null) return { since: null, seen_at };
  const away = now.getTime() - Date.parse(before.seen_at);
  return { since: away < SAME_VISIT_MS ? before.since : before.seen_at, seen_at };
}

/** The stored visit, or null if the stored text is something else. */
export function storedVisit(text: string | null): Visit | null {
  try {
    const visit: unknown = JSON.parse(text ?? "null");
    return isVisit(visit) ? visit : null;
  } catch {
    return null;
  }
}

/** As it is written here: the server is asked with it. */
function isTime(value: unknown): value is string {
  if (!isText(value) || Number.isNaN(Date.parse(value))) return false;
  return new Date(value).toISOString() === value;
}
