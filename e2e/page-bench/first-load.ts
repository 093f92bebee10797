import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { createBoard } from "../support/board.ts";
import { ROOT } from "../support/malamar.ts";
import { aside, atMost, type Figure, type Stage } from "./scenario.ts";

const MOST_KB = 200;

/** The JavaScript that a browser fetches before it shows a page for the first time, gzipped. */
export async function firstLoad({ malamar, browser }: Stage): Promise<Figure[]> {
  const board = createBoard(malamar.url);
  const [sample] = await board.workspaces();
  const task = await board.createTask(await board.createTeam([]), "A task");
  const home = await scriptKb(browser, malamar.url, "Workspaces");
  const tasks = `${malamar.url}/workspaces/${sample!.id}/tasks`;
  const dialog = `${malamar.url}/workspaces/${task.workspace_id}/tasks/${task.id}`;
  return [
    atMost("JavaScript of the first page, gzipped", home, MOST_KB, "KB"),
    atMost(
      "JavaScript of the board as the first page, gzipped",
      await scriptKb(browser, tasks, "No tasks yet"),
      MOST_KB,
      "KB",
    ),
    aside(
      "JavaScript of a task as the first page, gzipped",
      `${(await scriptKb(browser, dialog, "A task")).toFixed(1)} KB`,
    ),
  ];
}

async function scriptKb(browser: Browser, url: string, shown: string): Promise<number> {
  const page = await browser.newPage();
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(new URL(request.url()).pathname);
  });
  await page.goto(url);
  await page.getByText(shown).first().waitFor();
  await page.waitForLoadState("networkidle").catch(() => {});
  await page.close();
  return [...scripts].reduce((sum, path) => sum + gzippedBytes(path), 0) / 1000;
}

function gzippedBytes(path: string): number {
  const file = join(ROOT, "web/dist", path);
  if (!existsSync(file)) throw new Error(`The page fetched ${path}, which is not in web/dist.`);
  return gzipSync(readFileSync(file), { level: 9 }).length;
}
