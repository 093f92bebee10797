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
