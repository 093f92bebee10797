import type { ChatSummary } from "@malamar/contract/chat.ts";
import { plainWords } from "#lib/plain-words.logic.ts";
import { shortened } from "#lib/short-text.logic.ts";

/** More than the widest row shows. */
const MAX_SHOWN = 300;

/** What was last said or done, in a line; who said it, if it was the person. */
export function previewOf({ preview, last_message_role }: ChatSummary): string {
  if (preview === null) return "No messages yet";
  // Agents write Markdown; what a person wrote is shown as it is.
  const words = last_message_role === "agent" ? plainWords(preview) : preview;
  const text = shortened(words.trim().replaceAll(/\s+/g, " "), MAX_SHOWN);
  if (text === "") return "An empty answer";
  return last_message_role === "user" ? `You: ${text}` : text;
}

export function shownTitle(title: string): string {
  return shortened(title, MAX_SHOWN);
}

/** The rows that are drawn, in their order, and one more that must not be missing. */
export function withPlace(drawn: readonly number[], place: number): number[] {
  return place === -1 || drawn.includes(place)
    ? [...drawn]
    : [...drawn, place].toSorted((one, other) => one - other);
}
