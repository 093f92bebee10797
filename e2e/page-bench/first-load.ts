import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Locator, Page } from "@playwright/test";
import { createBoard } from "../support/board.ts";
import { ROOT } from "../support/malamar.ts";
import { atMost, type Figure, type Stage } from "./scenario.ts";

const MOST_KB = 200;
const MOST_KB_OF_TASK = 280;
const MOST_KB_OF_FONTS = 120;

const CARD = "[data-task-id]";

/** What a browser fetches before it shows a page for the first time, gzipped. */
export async function firstLoad({ malamar, browser }: Stage): Promise<Figure[]> {
  const board = createBoard(malamar.url);
  const task = await board.createTask(await board.createTeam([]), "A task");
  await board.changeTask(task.id, { description: "What to do." });
  const tasks = `${malamar.url}/workspaces/${task.workspace_id}/tasks`;
  const home = await fetched(browser, malamar.url, (page) => page.getByText("Workspaces"));
  const cards = await fetched(browser, tasks, (page) => page.locator(CARD));
  const texts = await fetched(browser, `${tasks}/${task.id}`, (page) =>
    page.getByText("What to do."),
  );
  return [
    atMost("JavaScript before the first page is shown, gzipped", home.scriptKb, MOST_KB, "KB"),
    atMost("JavaScript before the first card, gzipped", cards.scriptKb, MOST_KB, "KB"),
    atMost("JavaScript before the texts of a task, gzipped", texts.scriptKb, MOST_KB_OF_TASK, "KB"),
    atMost("fonts of the board", cards.fontKb, MOST_KB_OF_FONTS, "KB"),
  ];
}

async function fetched(browser: Browser, url: string, shown: (page: Page) => Locator) {
  const page = await browser.newPage();
  const paths = { script: new Set<string>(), font: new Set<string>() };
  page.on("request", (request) => {
    const type = request.resourceType();
    if (type === "script" || type === "font") paths[type].add(new URL(request.url()).pathname);
  });
  await page.goto(url);
  await shown(page).first().waitFor();
  const scripts = [...paths.script];
  await page.waitForLoadState("networkidle").catch(() => {});
  await page.close();
  return {
    scriptKb: scripts.reduce((sum, path) => sum + gzippedBytes(path), 0) / 1000,
    fontKb: [...paths.font].reduce((sum, path) => sum + fileOf(path).length, 0) / 1000,
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
