import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/malamar.ts";
import { test } from "./component-studio.ts";
import { keep } from "./studio.ts";
import { THEMES } from "./themes.ts";

/** By the classes that components use. */
const SIZES = [
  ["text-xs", "11 px: labels"],
  ["text-sm", "12 px: meta"],
  ["text-base", "13 px: body"],
  ["text-lg", "14 px: comments, dialog titles"],
  ["text-xl", "16 px: page titles, articles"],
  ["text-2xl", "20 px: headlines"],
] as const;

const BOXES = [
  ["rounded-sm border", "4 px: badges"],
  ["rounded-md border", "6 px: controls, cards"],
  ["rounded-lg border", "10 px: dialogs"],
  ["rounded-lg border shadow-transient", "Shadow: what is transient"],
] as const;

test("the tokens, in both themes", async ({ sheets, darkroom }) => {
  const body = `<h2>Colours</h2>${colours().map(swatch).join("")}
    <h2>Type</h2><dl>${SIZES.map(line).join("")}</dl>
    <h2>Radius and shadow</h2>${BOXES.map(box).join("")}`;
  for (const theme of THEMES)
    keep(`components/tokens-${theme}.webp`, await darkroom.still(await sheets.print(body, theme)));
});

/** The names of all colours, as the stylesheet has them. */
function colours(): string[] {
  const css = readFileSync(join(ROOT, "web/src/styles/tokens.css"), "utf8");
  const light = css.slice(css.indexOf(":root"), css.indexOf("}"));
  return [...light.matchAll(/--([\w-]+): #/g)].map(([, name]) => name!);
}

const swatch = (name: string) =>
  `<div class="swatch"><i style="background: var(--${name})"></i>${name}<br><code data-value-of="--${name}"></code></div>`;

const line = ([name, use]: readonly [string, string]) =>
  `<dt class="${name}">The team works in order</dt><dd class="text-sm">${use}</dd>`;

const box = ([classes, use]: readonly [string, string]) =>
  `<div class="box text-sm ${classes}">${use}</div>`;
