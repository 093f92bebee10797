import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { createBoard } from "../support/board.ts";
import { ROOT } from "../support/malamar.ts";
import { atMost, type Figure, type Stage } from "./scenario.ts";
import { fetchedBefore, timeToShow } from "./time-to-show.ts";

const MOST_KB = 200;
const MOST_KB_OF_TASK = 280;
const MOST_KB_OF_FONTS = 120;

/** What a browser fetches before it first shows a page, gzipped. */
export async function firstLoad({ malamar, browser }: Stage): Promise<Figure[]> {
  const board = createBoard(malamar.url);
  const task = await board.createTask(await board.createTeam([]), "A task");
  await board.changeTask(task.id, { description: "What **to do**." });
  const tasks = `${malamar.url}/workspaces/${task.workspace_id}/tasks`;
  const home = await fetched(browser, malamar.url, "main h1");
  const cards = await fetched(browser, tasks, "[data-task-id]");
  // The text is drawn, and not only present.
  const texts = await fetched(browser, `${tasks}/${task.id}`, "p > strong");
  return [
    atMost("JavaScript before the first page is shown, gzipped", home.scriptKb, MOST_KB, "KB"),
    atMost("JavaScript before the first card, gzipped", cards.scriptKb, MOST_KB, "KB"),
    atMost("JavaScript before the texts of a task, gzipped", texts.scriptKb, MOST_KB_OF_TASK, "KB"),
    atMost("fonts of the board", cards.fontKb, MOST_KB_OF_FONTS, "KB"),
  ];
}

async function fetched(browser: Browser, url: string, shown: string) {
  const page = await browser.newPage();
  const shownMs = await timeToShow(page, url, shown);
  const scripts = (await fetchedBefore(page, shownMs)).filter((path) => path.endsWith(".js"));
  await page.waitForLoadState("networkidle").catch(() => {});
  const fonts = (await fetchedBefore(page, Infinity)).filter((path) => path.endsWith(".woff2"));
  await page.close();
  const sum = (paths: readonly string[], bytes: (path: string) => number) =>
    [...new Set(paths)].reduce((total, path) => total + bytes(path), 0) / 1000;
  return {
    scriptKb: sum(scripts, gzippedBytes),
    fontKb: sum(fonts, (path) => fileOf(path).length),
  };
}

function gzippedBytes(path: string): number {
  return gzipSync(fileOf(path), { level: 9 }).length;
}

function fileOf(path: string): Buffer {
  const file = join(ROOT, "web/dist", path);
  if (!existsSync(file)) throw new Error(`The page fetched ${path}, which is not in web/dist.`);
  return readFileSync(file);
}
