import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { plainWords } from "./plain-words.logic.ts";

/** An agent's last text. It may arrive in parts. */
export type LastSaid = { seq: number; text: string; isOpen: boolean };

export const NOTHING_SAID: LastSaid = { seq: 0, text: "", isOpen: false };

/** A line fits no more, and a text may be long. */
const LONGEST = 400;

/** The last text after this event. Earlier events are ignored. */
export function afterEvent(last: LastSaid, event: TranscriptEvent): LastSaid {
  if (event.seq <= last.seq) return last;
  if (event.type !== "text") return { ...last, seq: event.seq, isOpen: false };
  const text = (last.isOpen ? last.text : "") + event.text;
  // Blank parts do not replace the previous text.
  if (text.trim() === "") return { ...last, seq: event.seq };
  return { seq: event.seq, text: text.slice(-LONGEST), isOpen: true };
}

/** Its last line without Markdown. */
export function lastLine({ text }: LastSaid): string {
  const line = text.split("\n").findLast((each) => /[\p{L}\p{N}]/u.test(each)) ?? text;
  return plainWords(line.replace(/^#{1,6}\s+/, ""));
}
