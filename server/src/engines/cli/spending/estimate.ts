import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";

/** English and code have about four bytes to a token; most other languages have fewer. */
const BYTES_PER_TOKEN = 4;

/**
 * What a CLI sends its model before the first word, its own instructions and the description of its
 * tools, never passes through here. It is sent with every call: 8,000 to 18,000 tokens, as measured
 * with the CLIs that we test.
 */
const UNSEEN_TOKENS = 10_000;

/** CLIs cut a tool's output before a model sees it. */
const MOST_SEEN_OF_RESULT = 32 * 1024;

/** No CLI sends more at once: what would be too long for the model is summarized first. */
const LONGEST_CONVERSATION = 200_000;

/**
 * Estimates a run's usage from its events, for a CLI that does not report it. Every model call
 * sends the whole conversation again, so each one costs what was said so far, and what the model
 * answers. A call is recognized by its answer: the first words, thoughts or tools of the model
 * after those of a tool. Tools that a model calls in parallel and that answer one by one count as a
 * call each, and nothing is known about a cache: so the estimate is too high rather than too low.
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

/** A tool's input may be nested deeper than can be written again. */
function jsonOf(input: unknown): string {
  try {
    return JSON.stringify(input) ?? "";
  } catch {
    return "";
  }
}
