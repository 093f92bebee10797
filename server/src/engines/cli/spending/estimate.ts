import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";

/** English and code have about four bytes to a token; most other languages have fewer. */
const BYTES_PER_TOKEN = 4;

/**
 * What a CLI tells its model before the first word, its own instructions and the description of its
 * tools, never passes through here. It goes with every call: 8,000 to 18,000 tokens, by what the
 * CLIs sent that we test.
 */
const UNSEEN_TOKENS = 10_000;

/** CLIs cut what a tool answers before a model sees it. */
const MOST_SEEN_OF_RESULT = 32 * 1024;

/** No CLI sends more at once: what would be too long for the model is summed up before. */
const LONGEST_CONVERSATION = 200_000;

/**
 * Reckons what a run uses from what passes through, for a CLI that does not tell. Every call of a
 * model sends the whole conversation again, so each one costs what was said by then, and what the
 * model answers. A call is seen by its answer: the first words, thoughts or tools of the model after
 * those of a tool. Tools that a model asks for at once and that answer one by one count as a call
 * each, and nothing is known of a cache: so it is rather too much than too little.
 */
export function createEstimate(briefedBytes: number) {
  let said = briefedBytes / BYTES_PER_TOKEN + UNSEEN_TOKENS;
  let input = 0;
  let output = 0;
  let isAnswering = false;

  function answer(text: string): void {
    if (!isAnswering) input += Math.min(said, LONGEST_CONVERSATION);
    isAnswering = true;
    const tokens = Buffer.byteLength(text) / BYTES_PER_TOKEN;
    output += tokens;
    said += tokens;
  }

  return {
    see(event: NewTranscriptEvent): void {
      if (event.type === "text" || event.type === "thinking") answer(event.text);
      if (event.type === "tool_call") answer(jsonOf(event.input));
      if (event.type !== "tool_result") return;
      isAnswering = false;
      const seen = Math.min(Buffer.byteLength(event.output), MOST_SEEN_OF_RESULT);
      said += seen / BYTES_PER_TOKEN;
    },

    /** null: no work of a model was seen. */
    tokens: () =>
      input === 0 ? null : { input_tokens: Math.ceil(input), output_tokens: Math.ceil(output) },
  };
}

export type Estimate = ReturnType<typeof createEstimate>;

/** What a CLI hands to a tool may be nested deeper than can be written again. */
function jsonOf(input: unknown): string {
  try {
    return JSON.stringify(input) ?? "";
  } catch {
    return "";
  }
}
