const UNITS_MS: Readonly<Record<string, number>> = {
  day: 86_400_000,
  d: 86_400_000,
  hour: 3_600_000,
  h: 3_600_000,
  minute: 60_000,
  m: 60_000,
  second: 1000,
  s: 1000,
  ms: 1,
};

/** `5 days 22 hours 11 minutes`, `3h22m7s`, `34.07s`, `120ms` from now. */
export function afterWords(text: string, now: Date): Date | null {
  const parts = [
    ...text.matchAll(/(\d+(?:\.\d+)?) ?(day|hour|minute|second|ms|[dhms](?![a-z]))/gi),
  ];
  if (parts.length === 0) return null;
  const ms = parts.map(
    ([, count, unit = ""]) => Number(count) * (UNITS_MS[unit.toLowerCase()] ?? 0),
  );
  return new Date(ms.reduce((sum, part) => sum + part, now.getTime()));
}

export function afterSeconds(seconds: number, now: Date): Date {
  return new Date(now.getTime() + seconds * 1000);
}

export function atUnixSeconds(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** `2am`, `7:58 PM`, `Sep 15 at 7pm`, `Jul 31, 2am`, `Jul 5th, 2026 8:19 PM`. */
const CLOCK_TIME =
  /(?:([A-Z][a-z]{2}) (\d{1,2})(?:st|nd|rd|th)?(?:, (\d{4}))?(?:,| at)? )?(\d{1,2})(?::(\d{2}))?\s?([ap])m/i;

/**
 * When a clock in that zone shows this time: the next time, or one that has just passed. Without a
 * zone, this machine's clock. null: not understood.
 */
export function atClockTime(text: string, zone: string | undefined, now: Date): Date | null {
  const found = CLOCK_TIME.exec(text);
  const start = inZone(now, zone);
  if (!found || !start) return null;
  const [, monthName, day, year, hour = "", minute = "0", half = ""] = found;
  const hasDate = monthName !== undefined;
  const month = hasDate ? MONTHS.indexOf(monthName.toLowerCase()) + 1 : start.month;
  if (month === 0) return null;
  const time = start.with({
    ...(hasDate ? { month, day: Number(day) } : {}),
    ...(year === undefined ? {} : { year: Number(year) }),
    // 12am is midnight, 12pm is noon.
    hour: (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0),
    minute: Number(minute),
    second: 0,
    millisecond: 0,
    microsecond: 0,
    nanosecond: 0,
  });
  if (year !== undefined) return new Date(time.epochMilliseconds);
  // Just before midnight may be just now, and yesterday.
  const times = [-1, 0, 1].map((step) => time.add(hasDate ? { years: step } : { days: step }));
  const earliest = now.getTime() - JUST_NOW_MS;
  const meant = times.find(({ epochMilliseconds }) => epochMilliseconds > earliest);
  return meant ? new Date(meant.epochMilliseconds) : null;
}

/** When a new day begins in that zone. */
export function atNextMidnight(zone: string, now: Date): Date | null {
  const tomorrow = inZone(now, zone)?.add({ days: 1 }).startOfDay();
  return tomorrow ? new Date(tomorrow.epochMilliseconds) : null;
}

/**
 * Times are rounded down to the minute or the hour: one that has just passed does not mean
 * tomorrow. It is a reset in the past, which nobody waits for.
 */
const JUST_NOW_MS = 2 * 3_600_000;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function inZone(now: Date, zone = Temporal.Now.timeZoneId()): Temporal.ZonedDateTime | null {
  const [, sign = "", hours = "", minutes = "00"] =
    /^(?:GMT|UTC)([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(zone) ?? [];
  const name = sign === "" ? zone : `${sign}${hours.padStart(2, "0")}:${minutes}`;
  try {
    return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(name);
  } catch {
    // An abbreviation such as PST means several zones: better no time than a wrong one.
    return null;
  }
}
