import type { ChatMessage } from "@malamar/contract/chat.ts";

/** How a message is shown. */
export type Voice = "person" | "agent" | "system" | "error";

const ERROR = /^(Error|Action failed): /;

export function voiceOf({ role, message }: Pick<ChatMessage, "role" | "message">): Voice {
  if (role === "user") return "person";
  if (role === "agent") return "agent";
  return ERROR.test(message) ? "error" : "system";
}

/** Whether a message is the first of its day, on the reader's calendar. */
export function beginsDay(message: ChatMessage, before: ChatMessage | undefined): boolean {
  return before === undefined || dayOf(message.created_at) !== dayOf(before.created_at);
}

/** Whether a message came of the same run as the one before it, whose transcript is there already. */
export function isOfSameRun(
  { run_id }: Pick<ChatMessage, "run_id">,
  before: Pick<ChatMessage, "run_id"> | undefined,
): boolean {
  return run_id !== null && run_id === before?.run_id;
}

const UPLOAD = /^(User has uploaded .*\/)([^/]+)$/s;

/** What says that a file came, as the way to it and its name; null for anything else. */
export function uploadOf(message: string): { way: string; name: string } | null {
  const [, way, name] = UPLOAD.exec(message) ?? [];
  return way === undefined || name === undefined ? null : { way, name };
}

/** "Today", "Yesterday", "Monday, January 5", with the year unless it is this one. */
export function dayLabel(iso: string, now: Date, locale?: string): string {
  const then = new Date(iso);
  if (dayOf(iso) === now.toDateString()) return "Today";
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayOf(iso) === yesterday.toDateString()) return "Yesterday";
  return new Intl.DateTimeFormat(locale, {
    weekday: "long",
    month: "long",
    day: "numeric",
    ...(then.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }),
  }).format(then);
}

function dayOf(iso: string): string {
  return new Date(iso).toDateString();
}

/** More than fills any screen; older ones are asked for. */
const STEP = 50;

/** Where the shown part begins, in a list of so many that only grows at its end. */
export function firstShown(count: number): number {
  return Math.max(0, count - STEP);
}
