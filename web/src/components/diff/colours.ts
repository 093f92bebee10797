import { createColourWork, type ColourAnswer } from "./colour-work.ts";
import type { LineColours } from "./colour-tokens.logic.ts";
import { languageOf } from "./languages.logic.ts";
import type { Side } from "./patch.logic.ts";

/** The colours of both sides of a file. Null where it has none, or not yet. */
export type SideColours = Readonly<Record<Side, LineColours | null>>;

export const NO_COLOURS: SideColours = { old: null, new: null };

/** A larger file is hardly read line by line, and would keep the others waiting. */
const MOST_CHARACTERS = 600_000;

const work = createColourWork((on) => {
  const worker = new Worker(new URL("./colour-worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<ColourAnswer>) => on.answer(data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    on.error();
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    ask: (request) => worker.postMessage(request),
    end: () => worker.terminate(),
  };
});

/** Whether a file of this name has colours at all. */
export function hasColours(path: string): boolean {
  return languageOf(path) !== null;
}

/** Has both sides coloured as whole texts. The returned function stops that. */
export function colourSides(
  path: string,
  sides: Readonly<Record<Side, readonly string[]>>,
  onColours: (colours: SideColours) => void,
): () => void {
  const language = languageOf(path);
  if (language === null) return () => {};
  let colours = NO_COLOURS;
  const stops = (["old", "new"] as const).map((side) => {
    const text = sides[side].join("\n");
    if (text === "" || text.length > MOST_CHARACTERS) return () => {};
    return work.colour(language, text, (found) => {
      colours = { ...colours, [side]: found };
      onColours(colours);
    });
  });
  return () => {
    for (const stop of stops) stop();
  };
}
