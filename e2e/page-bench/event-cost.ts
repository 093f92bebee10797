import type { Browser, Page } from "@playwright/test";
import { createBoard, request } from "../support/board.ts";
import { openStream, shownAt } from "./event-probe.ts";
import { atMost, type Figure } from "./scenario.ts";
import { timeToShow } from "./time-to-show.ts";

const MOST_KB = 4;

/** As many as the rail shows, each with an instruction. */
const WORKSPACES = 50;

const CHANGES = 5;

/** Longer than a page takes to begin to fetch what an event made stale. */
const SETTLED_MS = 1_000;

/** All JSON that one change costs an open board: its events, and what the page then fetches. */
export async function eventCost(browser: Browser, url: string, board: string): Promise<Figure[]> {
  for (let number = 1; number <= WORKSPACES; number++) {
    await request(url, "POST", "/api/workspaces", {
      title: `Workspace ${number}`,
      description: "Write plain English. ".repeat(10),
    });
  }
  const page = await browser.newPage();
  await timeToShow(page, board, "[data-task-id]");
  await page.waitForLoadState("networkidle");
  await using stream = await openStream(url);
  const bodies = countBodies(page);

  /** The most that one of several changes has cost. */
  async function most(change: (sample: number) => Promise<void>): Promise<number> {
    let bytes = 0;
    for (let sample = 0; sample < CHANGES; sample++) {
      const before = stream.bytes() + (await bodies());
      await change(sample);
      await page.waitForTimeout(SETTLED_MS);
      bytes = Math.max(bytes, stream.bytes() + (await bodies()) - before);
    }
    return bytes / 1024;
  }

  const { changeTask, moveToDone } = createBoard(url);
  const edited = await firstCard(page, "todo");
  const ofChange = await most(async (sample) => {
    const summary = `Edit ${sample} of ${edited}.`;
    const onScreen = shownAt(page, summary);
    await changeTask(edited, { summary });
    await onScreen;
  });
  const ofMove = await most(async () => {
    const moved = await firstCard(page, "in_review");
    await moveToDone(moved);
    await page.locator(`[data-column="done"] [data-task-id="${moved}"]`).waitFor();
  });
  await page.close();
  return [
    atMost("JSON that an edited task costs an open board", ofChange, MOST_KB, "KiB"),
    atMost("JSON that a moved task costs an open board", ofMove, MOST_KB, "KiB"),
  ];
}

async function firstCard(page: Page, column: string): Promise<string> {
  const card = page.locator(`[data-column="${column}"] [data-task-id]`).first();
  return (await card.getAttribute("data-task-id"))!;
}

/** Of all answers that the page has got since, unpacked. */
function countBodies(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith("/api/") || pathname === "/api/events") return;
    sizes.push(response.body().then(({ length }) => length));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
