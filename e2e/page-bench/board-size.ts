import type { Browser } from "@playwright/test";
import { createBoard } from "../support/board.ts";
import { createFilledBoards } from "../support/filled-boards.ts";
import { eventCost } from "./event-cost.ts";
import { shownAt } from "./event-probe.ts";
import { aside, atMost, median, type Figure, type Stage } from "./scenario.ts";
import { longestTaskMs, traceOf } from "./script-time.ts";
import { timeToShow } from "./time-to-show.ts";

const SIZES = [10, 1_000, 5_000] as const;
const LOADS = 9;
const CARD = "[data-task-id]";
const CHANGES = 45;

const MOST_VISIBLE = 1.25;
const MOST_TASK = 1.4;
const MOST_EVENT = 2;
const MOST_JSON_KB = 60;

interface Sizes {
  visibleMs: number[];
  taskMs: number[];
  eventMs: number[];
  jsonKb: number[];
}

/**
 * What a board costs with few, many and very many tasks, in turn: loads, and then changes of a
 * card.
 */
export async function boardSize(stage: Stage): Promise<Figure[]> {
  const { malamar, browser, rounds } = stage;
  const ids = await createFilledBoards(malamar.url, SIZES);
  const boards = SIZES.map((size, at) => ({
    size,
    id: ids[at]!,
    url: `${malamar.url}/workspaces/${ids[at]}/tasks`,
    visibleMs: Array.of<number>(),
    taskMs: Array.of<number>(),
    eventMs: Array.of<number>(),
    jsonKb: Array.of<number>(),
  }));
  // The first ones find everything cold.
  for (const { url } of boards) await load(browser, url);
  for (let round = 0; round < Math.min(LOADS, rounds); round++) {
    for (const board of boards) {
      const { visibleMs, jsonKb } = await load(browser, board.url);
      board.visibleMs.push(visibleMs);
      board.jsonKb.push(jsonKb);
    }
    for (const board of boards) board.taskMs.push(await longestTaskOfLoad(browser, board.url));
  }
  await change(stage, boards);
  return [
    ...boards.flatMap(told),
    ...boards.slice(1).flatMap((board) => against(board, boards[0]!)),
    // Last, because it adds workspaces.
    ...(await eventCost(browser, malamar.url, boards.at(-1)!.url)),
  ];
}

function told({ size, visibleMs, taskMs, eventMs }: Sizes & { size: number }): Figure[] {
  const ms = (values: number[]) => `${median(values).toFixed(1)} ms`;
  return [
    aside(`board with ${size} tasks visible`, ms(visibleMs)),
    aside(`longest task of the main thread while it loads, ${size} tasks`, ms(taskMs)),
    aside(`from a change to the screen, ${size} tasks`, ms(eventMs)),
  ];
}

function against(board: Sizes & { size: number }, few: Sizes & { size: number }): Figure[] {
  const ratio = (what: "visibleMs" | "taskMs" | "eventMs") =>
    median(board[what]) / median(few[what]);
  const what = `${board.size} tasks against ${few.size}`;
  return [
    atMost(`board visible, ${what}`, ratio("visibleMs"), MOST_VISIBLE, "×"),
    atMost(`longest task of the main thread, ${what}`, ratio("taskMs"), MOST_TASK, "×"),
    atMost(`from a change to the screen, ${what}`, ratio("eventMs"), MOST_EVENT, "×"),
    atMost(
      `JSON of a first load with ${board.size} tasks, compressed`,
      median(board.jsonKb),
      MOST_JSON_KB,
      "KB",
    ),
  ];
}

async function load(browser: Browser, url: string): Promise<{ visibleMs: number; jsonKb: number }> {
  const page = await browser.newPage();
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) {
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    }
  });
  const visibleMs = await timeToShow(page, url, CARD);
  await page.waitForLoadState("networkidle").catch(() => {});
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await page.close();
  return { visibleMs, jsonKb: bytes / 1000 };
}

async function longestTaskOfLoad(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  const events = await traceOf(browser, page, async () => void (await timeToShow(page, url, CARD)));
  await page.close();
  return longestTaskMs(events);
}

/** Changes a visible card of each board in turn. */
async function change(
  { malamar, browser, rounds }: Stage,
  boards: readonly { url: string; eventMs: number[] }[],
): Promise<void> {
  const board = createBoard(malamar.url);
  const open = await Promise.all(
    boards.map(async ({ url, eventMs }) => {
      const page = await browser.newPage();
      await timeToShow(page, url, CARD);
      const card = page.locator('[data-column="todo"] [data-task-id]').first();
      return { page, eventMs, id: (await card.getAttribute("data-task-id"))! };
    }),
  );
  for (let sample = 0; sample < Math.min(CHANGES, rounds * 5); sample++) {
    for (const { page, eventMs, id } of open) {
      const summary = `Change ${sample} of ${id}.`;
      await page.bringToFront();
      const onScreen = shownAt(page, summary);
      const began = performance.timeOrigin + performance.now();
      await board.changeTask(id, { summary });
      eventMs.push((await onScreen) - began);
    }
  }
  for (const { page } of open) await page.close();
}
