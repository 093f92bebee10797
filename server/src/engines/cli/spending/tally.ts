import type { Tokens } from "./spending-files.ts";

const NOTHING: Tokens = { input_tokens: 0, output_tokens: 0, cached_tokens: 0 };

/** Adds up what several things report, each as often as it likes: the last report counts. */
export function createTally() {
  const parts = new Map<string, Tokens>();
  let sum = NOTHING;
  return {
    get: (name: string): Tokens => parts.get(name) ?? NOTHING,
    sum: (): Tokens => sum,
    /** false when that changes nothing. */
    set(name: string, now: Tokens): boolean {
      const before = parts.get(name) ?? NOTHING;
      if (
        now.input_tokens === before.input_tokens &&
        now.output_tokens === before.output_tokens &&
        now.cached_tokens === before.cached_tokens
      ) {
        return false;
      }
      parts.set(name, now);
      sum = {
        input_tokens: sum.input_tokens + now.input_tokens - before.input_tokens,
        output_tokens: sum.output_tokens + now.output_tokens - before.output_tokens,
        cached_tokens: sum.cached_tokens + now.cached_tokens - before.cached_tokens,
      };
      return true;
    },
    clear(): void {
      parts.clear();
      sum = NOTHING;
    },
  };
}
