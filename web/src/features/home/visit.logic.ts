import { z } from "zod";

/** When the home page was last visible, and the time from which it reports what happened. */
export const Visit = z.object({
  /** Null on the first visit. */
  since: z.iso.datetime().nullable(),
  seen_at: z.iso.datetime(),
});
export type Visit = z.infer<typeof Visit>;

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
    const visit = Visit.safeParse(JSON.parse(text ?? "null"));
    return visit.success ? visit.data : null;
  } catch {
    return null;
  }
}
