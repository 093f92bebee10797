import type { Browser } from "@playwright/test";
import { createBoard } from "../support/board.ts";
import { createTasks } from "./many-tasks.ts";
import { aside, atMost, median, type Figure, type Stage } from "./scenario.ts";

const ROUNDS = 15;
const FEW = 10;
const MANY = 1_000;
const MOST_RATIO = 1.5;

/** From the address to the first cards on the screen, with few and with many tasks, in turn. */
export async function boardSize({ malamar, browser }: Stage): Promise<Figure[]> {
  const board = createBoard(malamar.url);
  const [few, many] = [await board.createTeam([]), await board.createTeam([])];
  await createTasks(malamar.url, few, FEW);
  await createTasks(malamar.url, many, MANY);
  const show = (id: string) => timeToCards(browser, `${malamar.url}/workspaces/${id}/tasks`);
  // The first ones find everything cold.
  await show(few);
  await show(many);
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    times.few.push(await show(few));
    times.many.push(await show(many));
  }
  const [fewMs, manyMs] = [median(times.few), median(times.many)];
  return [
    aside(`board with ${FEW} tasks visible`, `${fewMs.toFixed(0)} ms`),
    aside(`board with ${MANY} tasks visible`, `${manyMs.toFixed(0)} ms`),
    atMost("many tasks against few", manyMs / fewMs, MOST_RATIO, "×"),
  ];
}

async function timeToCards(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector("[data-task-id]") === null) return requestAnimationFrame(look);
      // The frame after the one in which they are there has shown them.
      return requestAnimationFrame(() => Object.assign(window, { shownAt: performance.now() }));
    };
    requestAnimationFrame(look);
  });
  await page.goto(url);
  const shownAt = await page.waitForFunction(() => Reflect.get(window, "shownAt") as number);
  const ms = await shownAt.jsonValue();
  await page.close();
  return ms;
}
