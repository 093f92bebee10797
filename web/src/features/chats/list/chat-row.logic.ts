import type { ChatSummary } from "@malamar/contract/chat.ts";
import { plainWords } from "#lib/plain-words.logic.ts";
import { shortened } from "#lib/short-text.logic.ts";

/** More than the widest row shows. */
const MAX_SHOWN = 300;

/** The last message or action, in one line, marked if it was the user's. */
export function previewOf({ preview, last_message_role }: ChatSummary): string {
  if (preview === null) return "No messages yet";
  // Agents write Markdown. The user's text is shown as it is.
  const words = last_message_role === "agent" ? plainWords(preview) : preview;
  const text = shortened(words.trim().replaceAll(/\s+/g, " "), MAX_SHOWN);
  if (text === "") return "An empty answer";
  return last_message_role === "user" ? `You: ${text}` : text;
}

export function shownTitle(title: string): string {
  return shortened(title, MAX_SHOWN);
}
