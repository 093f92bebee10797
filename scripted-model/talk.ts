import { z } from "zod";
import type { Conversation } from "./mind.ts";

/** Prompts and tool results, in the order of the request; the model's own words do not matter. */
export interface Utterance {
  from: "user" | "tool";
  text: string;
}

/** What all but Gemini put into a message: a text, or parts of which some have one. */
export const Content = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string().optional(), text: z.string().optional() })),
]);
export type Content = z.infer<typeof Content>;

export function textOf(content: Content | null | undefined): string {
  if (typeof content === "string") return content;
  return joinTexts((content ?? []).map(({ text }) => text));
}

export function joinTexts(texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join("\n");
}

/** What CLIs say in the user's name: before the prompt, next to it, and after tool results. */
const HOUSEKEEPING = [
  /<(system-reminder|environment_context|session_context)>[\s\S]*?<\/\1>/g,
  // Claude Code, when an answer has to fit a schema and did not use the tool for it.
  /^\s*\[structured-output-enforce\][\s\S]*/g,
];

export function readTalk(talk: readonly Utterance[]): Pick<Conversation, "prompt" | "results"> {
  let prompt = "";
  let results: string[] = [];
  for (const { from, text } of talk) {
    if (from === "tool") {
      results.push(text);
      continue;
    }
    const said = HOUSEKEEPING.reduce((left, words) => left.replaceAll(words, ""), text).trim();
    if (said === "") continue;
    prompt = said;
    results = [];
  }
  return { prompt, results };
}
