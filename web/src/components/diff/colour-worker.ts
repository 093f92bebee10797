import { common, createLowlight } from "lowlight";
import { lineColours } from "./colour-tokens.logic.ts";
import type { ColourRequest, ColourAnswer } from "./colour-work.ts";

const lowlight = createLowlight(common);

/** Off the main thread, because a whole file takes tens of milliseconds. */
addEventListener("message", ({ data }: MessageEvent<ColourRequest>) => {
  const colours = lineColours(lowlight.highlight(data.language, data.text));
  const answer: ColourAnswer = { id: data.id, colours };
  // To a worker this is the page that started it.
  postMessage(answer, { transfer: [colours.starts.buffer, colours.tokens.buffer] });
});
