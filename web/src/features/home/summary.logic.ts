import type { Home } from "@malamar/contract/home.ts";
import { dollars } from "#lib/format.ts";

export type Figure = {
  /** The full text for screen readers. */
  name: string;
  figure: string;
  word: string;
  /** Null if there is nothing to open. */
  to: string | null;
};

/** What happened, in five figures. Each links to what it counts. */
export function figuresOf(counts: Home["counts"]): Figure[] {
  const { ready, stopped, failed, running, cost_usd, unpriced_run_count } = counts;
  const isKnown = cost_usd > 0 || unpriced_run_count === 0;
  const cost = isKnown ? `${dollars(cost_usd)}${unpriced_run_count > 0 ? "+" : ""}` : "–";
  return [
    counted(ready, "ready", "ready for you", "/?needs=in_review#needs-you"),
    counted(stopped, "stopped", "stopped by a limit", "/?needs=guard#needs-you"),
    counted(failed, "failed", "failed", "/?needs=error#needs-you"),
    counted(running, "running", "running now", "/#running"),
    {
      name: isKnown ? `${cost} spent` : "cost unknown",
      figure: cost,
      word: "spent",
      to: cost_usd > 0 ? "/#costs" : null,
    },
  ];
}

function counted(count: number, word: string, meaning: string, to: string): Figure {
  const figure = count.toLocaleString();
  return { figure, word, name: `${figure} ${meaning}`, to: count > 0 ? to : null };
}
