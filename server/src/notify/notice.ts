import { newId } from "#lib/id.ts";
import { shortened } from "#lib/shortened.ts";
import type { TaskNews } from "./task-news.ts";

/** What a person reads, in words that suit every channel. */
export interface Notice {
  /** Identifies it for the receiver; the same when it is sent again. */
  id: string;
  at: string;
  event: TaskNews["event"] | "test";
  /** One line. */
  subject: string;
  text: string;
  link: string | null;
  /** null for a test. */
  news: TaskNews | null;
}

const KINDS: Readonly<Record<TaskNews["event"], string>> = {
  "task.in_review": "In Review",
  "task.error": "Error",
};

/** No list of mails or messages shows more, and a header must be short. */
const LONGEST_SUBJECT = 250;

export function taskNotice(news: TaskNews, page: string, at: string): Notice {
  const { event, workspace, task, cause, count } = news;
  const lines = [`Workspace: ${workspace.title}`, `Task: ${task.summary}`, `Cause: ${cause}`];
  if (count !== undefined && count > 1) lines.push(`Occurred: ${count} times`);
  return {
    id: newId(),
    at,
    event,
    subject: shortened(oneLine(`[Malamar] ${KINDS[event]}: ${task.summary}`), LONGEST_SUBJECT),
    text: lines.join("\n"),
    link: `${page}/workspaces/${workspace.id}/tasks/${task.id}`,
    news,
  };
}

export const TEST_MAIL = {
  subject: "Malamar Test Email",
  text: "This is a test email from Malamar. If you received this, your email notifications are configured correctly.",
};

export const TEST_MESSAGE = {
  subject: "Malamar Test Notification",
  text: "This is a test notification from Malamar. If you received this, your notifications are configured correctly.",
};

export function testNotice(words: typeof TEST_MAIL, at: string): Notice {
  return { id: newId(), at, event: "test", ...words, link: null, news: null };
}

/** A text with the link below it, of at most this many letters; the link is never what is cut. */
export function withLink(text: string, link: string | null, most: number): string {
  const tail = link === null ? "" : `\n\n${link}`;
  return shortened(text, most - tail.length) + tail;
}

/** A line break in a header would be the start of another header. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
