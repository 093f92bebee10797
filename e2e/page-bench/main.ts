import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { browserOptions } from "../support/browser-options.ts";
import { startMalamar } from "../support/malamar.ts";
import { boardSize } from "./board-size.ts";
import { changes } from "./changes.ts";
import { eventToScreen } from "./event-to-screen.ts";
import { firstLoad } from "./first-load.ts";
import { heap } from "./heap.ts";
import type { Figure, Scenario } from "./scenario.ts";
import { scrolling } from "./scrolling.ts";
import { textBombs } from "./text-bombs.ts";

/**
 * `npm run bench:web -- [--rounds=N] [part of a scenario's name …]`: what the page costs in a real
 * browser, compared with the least that the same costs there. Exits with 1 when a bound is missed.
 * The figures only mean something on an idle machine, and with all rounds.
 */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "first load": firstLoad,
  "board size": boardSize,
  scrolling,
  "event to screen": eventToScreen,
  heap,
  "text bombs": textBombs,
  changes,
};

const { values, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string" } },
});
const rounds = Number(values.rounds ?? Infinity);
const chosen = Object.entries(SCENARIOS).filter(
  ([name]) => parts.length === 0 || parts.some((part) => name.includes(part)),
);
if (chosen.length === 0) {
  console.error(`There is no such scenario. There are:\n${Object.keys(SCENARIOS).join("\n")}`);
  process.exit(2);
}

const figures: Figure[] = [];
for (const [name, measure] of chosen) {
  console.error(`measuring ${name} …`);
  // Each gets its own server and browser: nothing left by another is measured.
  await using malamar = await startMalamar();
  const browser = await chromium.launch(browserOptions().launchOptions);
  try {
    figures.push(...(await measure({ malamar, browser, rounds })));
  } finally {
    await browser.close();
  }
}

console.log("| figure | measured | bound | |");
console.log("| --- | --- | --- | --- |");
for (const { name, measured, bound, isMet } of figures) {
  console.log(`| ${name} | ${measured} | ${bound ?? ""} | ${bound ? word(isMet) : ""} |`);
}
process.exit(figures.some(({ isMet }) => !isMet) ? 1 : 0);

function word(isMet: boolean): string {
  return isMet ? "met" : "MISSED";
}
