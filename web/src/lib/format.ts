const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "5 min ago", "3 hours ago", "2 days ago", then the day, with its year unless it is this one. */
export function relativeTime(iso: string, now: Date, locale?: string): string {
  const then = new Date(iso);
  const age = now.getTime() - then.getTime();
  // A clock that is a little ahead of ours lands here too.
  if (age < MINUTE) return "just now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return ago(Math.floor(age / HOUR), "hour");
  if (age < 7 * DAY) return ago(Math.floor(age / DAY), "day");
  const isThisYear = then.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(locale, {
    month: "short",
    day: "numeric",
    ...(isThisYear ? {} : { year: "numeric" }),
  }).format(then);
}

/** The full time, in the reader's own zone and form. */
export function absoluteTime(iso: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "long" }).format(
    new Date(iso),
  );
}

/** "1 agent", "1,204 agents". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

function ago(count: number, unit: string): string {
  return `${counted(count, unit)} ago`;
}
