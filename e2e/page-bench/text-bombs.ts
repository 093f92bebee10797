import type { Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { atMost, percentile, type Figure, type Stage } from "./scenario.ts";

const CLICKS = 9;
const MOST_MS = 200;

/** Texts that keep a page busy for minutes if it draws everything it gets. */
const BOMBS: Readonly<Record<string, string>> = {
  "a table of 2,600 by 2,600": `say |${"a|".repeat(2600)}\r|${"-|".repeat(2600)}\r${"|\r".repeat(2600)}`,
  "10,000 nested quotes": `say ${">".repeat(10_000)}`,
  "a line of 20 MB": "flood 20MB without newlines",
};

/** How long a click takes in a transcript with each of them in view. */
export async function textBombs({ malamar, browser }: Stage): Promise<Figure[]> {
  const board = createBoard(malamar.url);
  const figures: Figure[] = [];
  for (const [what, bomb] of Object.entries(BOMBS)) {
    // The text after a line without an end belongs to it.
    const script = ["think Click me.", bomb, "say Over.", "review"];
    const team = await board.createTeam([demoAgent("Bot", ...script)]);
    const task = await board.createTask(team, "Bombs");
    await board.reachesReview(task.id);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${malamar.url}/workspaces/${team}/tasks/${task.id}?tab=transcript`);
    const log = page.locator('[role="log"]');
    await log.press("Home");
    await log.getByRole("button", { name: /^Thinking/ }).waitFor();
    const times: number[] = [];
    for (let click = 0; click < CLICKS; click++) times.push(await clickMs(page));
    await page.close();
    const name = `the slowest of ${CLICKS} clicks in a transcript with ${what}`;
    figures.push(atMost(name, percentile(times, 1), MOST_MS, "ms"));
  }
  return figures;
}

/** From a click on a row to the frame in which it is unfolded, or folded again. */
function clickMs(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const rows = [...document.querySelectorAll<HTMLElement>('[role="log"] [aria-expanded]')];
    const row = rows.find((candidate) => candidate.textContent.startsWith("Thinking"));
    if (row === undefined) throw new Error("There is nothing to click");
    const before = row.getAttribute("aria-expanded");
    const begin = performance.now();
    row.click();
    while (row.getAttribute("aria-expanded") === before) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - begin;
  });
}
