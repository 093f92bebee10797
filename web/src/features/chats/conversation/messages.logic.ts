import type { ChatMessage } from "@malamar/contract/chat.ts";

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

/**
 * Whether a message belongs to the same run as the previous one, which already shows the
 * transcript.
 */
export function isOfSameRun(
  { run_id }: Pick<ChatMessage, "run_id">,
  before: Pick<ChatMessage, "run_id"> | undefined,
): boolean {
  return run_id !== null && run_id === before?.run_id;
}

const UPLOAD = /^(User has uploaded .*\/)([^/]+)$/s;

/** The folder and the name in a note about an uploaded file. Null for any other message. */
export function uploadOf(message: string): { way: string; name: string } | null {
  const [, way, name] = UPLOAD.exec(message) ?? [];
  return way === undefined || name === undefined ? null : { way, name };
}

/** "Today", "Yesterday", "Monday, January 5", with the year unless it is the current one. */
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

/** More than fits on any screen. Older ones load on demand. */
const STEP = 50;

/** The index of the first message to show. The list only grows at its end. */
export function firstShown(count: number): number {
  return Math.max(0, count - STEP);
}
