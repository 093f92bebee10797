import { z } from "zod";

/** When the home page was last looked at, and since when it tells what happened. */
export const Visit = z.object({
  /** Null on the very first visit. */
  since: z.iso.datetime().nullable(),
  seen_at: z.iso.datetime(),
});
export type Visit = z.infer<typeof Visit>;

/** A coffee, a meeting or a reload is still the same visit; a lunch is not. */
const SAME_VISIT_MS = 30 * 60_000;

/** The visit of somebody who looks at the page now. */
export function visitAt(before: Visit | null, now: Date): Visit {
  const seen_at = now.toISOString();
  if (before === null) return { since: null, seen_at };
  const away = now.getTime() - Date.parse(before.seen_at);
  return { since: away < SAME_VISIT_MS ? before.since : before.seen_at, seen_at };
}

/** What was stored, unless something else was. */
export function storedVisit(text: string | null): Visit | null {
  try {
    const visit = Visit.safeParse(JSON.parse(text ?? "null"));
    return visit.success ? visit.data : null;
  } catch {
    return null;
  }
}
