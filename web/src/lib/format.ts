const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * "just now", "5 min ago", "3 hours ago", "2 days ago", then the day, with its year unless it is
 * the current one.
 */
export function relativeTime(iso: string, now: Date, locale?: string): string {
  const then = new Date(iso);
  const age = now.getTime() - then.getTime();
  // Also covers a clock that is slightly fast.
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

/** The full time in the reader's zone and format. */
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

/** "8 s", "12 min", "1 h 5 min", "2 d 3 h": how long something took, or has taken so far. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return twoUnits(hours, "h", minutes % 60, "min");
  return twoUnits(Math.floor(hours / 24), "d", hours % 24, "h");
}

/** "14:05", with the day in front unless it is today. */
export function clockTime(iso: string, now: Date, locale?: string): string {
  const then = new Date(iso);
  const isToday = then.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(locale, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(isToday ? {} : { month: "short", day: "numeric" }),
  }).format(then);
}

const ISO_TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Converts the times in a text of Malamar's to the reader's zone. */
export function localTimes(text: string, now: Date, locale?: string): string {
  return text.replaceAll(ISO_TIME, (iso) =>
    Number.isNaN(Date.parse(iso)) ? iso : clockTime(iso, now, locale),
  );
}

/** Stands for a figure that is not known yet. */
export const COUNTING = "counting…";

/** "950", "12.3k", "4.5M". */
export function tokens(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 999_950) return `${trimmed(count / 1_000)}k`;
  return `${trimmed(count / 1_000_000)}M`;
}

/** "$0.0042", "$0.42", "$12.00": small amounts get more decimals. */
export function dollars(amount: number): string {
  if (amount > 0 && amount < 0.01) return `$${Math.max(amount, 0.0001).toFixed(4)}`;
  return `$${amount.toFixed(2)}`;
}

const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** "950 B", "1.2 MB". */
export function fileSize(bytes: number): string {
  const unit = Math.min(
    UNITS.length - 1,
    Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)),
  );
  const value = bytes / 1000 ** unit;
  return `${value.toFixed(unit === 0 || value >= 100 ? 0 : 1)} ${UNITS[unit]}`;
}

function twoUnits(first: number, firstUnit: string, second: number, secondUnit: string): string {
  return second === 0 ? `${first} ${firstUnit}` : `${first} ${firstUnit} ${second} ${secondUnit}`;
}

function trimmed(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "");
}
