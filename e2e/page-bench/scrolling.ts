import type { Browser, Page } from "@playwright/test";
import { createBoard, demoAgent } from "../support/board.ts";
import { createTasks } from "./many-tasks.ts";
import { aside, atMost, type Figure, type Stage } from "./scenario.ts";
import { scriptTimeOf, type ScriptTime } from "./script-time.ts";
import { longScript } from "./long-script.ts";

const CARDS = 5_000;
const EVENTS = 100_000;
const TRIES = 3;
const MOST_TASK_MS = 100;

/** A fast wheel for ten seconds, then the whole length in jumps, as by dragging the scroll bar. */
const WHEEL_PX = 60_000;
const WHEEL_PX_PER_SECOND = 6_000;
const JUMPS = 20;

/** Script may take this share of the scrolling time; the rest is the browser's, for frames. */
const MOST_SHARE = 0.5;

/** How much script scrolling costs, compared with an empty scroller of the same height. */
export async function scrolling(stage: Stage): Promise<Figure[]> {
  const { malamar, browser } = stage;
  const board = createBoard(malamar.url);
  const cards = await board.createTeam([]);
  await createTasks(malamar.url, cards, CARDS);
  const team = await board.createTeam([demoAgent("Talker", ...longScript(EVENTS), "review")]);
  const task = await board.createTask(team, "A long run");
  await board.reachesReview(task.id);
  const at = `${malamar.url}/workspaces`;
  return [
    ...(await against(browser, `${CARDS} cards`, `${at}/${cards}/tasks`, "[data-task-id]")),
    ...(await against(
      browser,
      `a transcript of ${EVENTS} events`,
      `${at}/${team}/tasks/${task.id}?tab=transcript`,
      '[role="log"] button',
    )),
  ];
}

async function against(
  browser: Browser,
  what: string,
  url: string,
  inside: string,
): Promise<Figure[]> {
  const ours: Scrolled[] = [];
  const empty: Scrolled[] = [];
  for (let round = 0; round < TRIES; round++) {
    ours.push(await scrollThrough(browser, (page) => open(page, url, inside)));
    empty.push(await scrollThrough(browser, (page) => openEmpty(page, ours[0]!.height)));
  }
  const best = least(ours);
  const bare = least(empty);
  return [
    aside(`script while scrolling an empty scroller as high as ${what}`, ms(bare.totalMs)),
    aside(`script while scrolling ${what}`, ms(best.totalMs)),
    atMost(
      `part of the time of scrolling ${what} that is script, beyond the empty one's`,
      (best.totalMs - bare.totalMs) / best.wallMs,
      MOST_SHARE,
      "×",
    ),
    atMost(
      `most script in one task while scrolling ${what}`,
      best.longestTaskMs,
      MOST_TASK_MS,
      "ms",
    ),
  ];
}

interface Scrolled extends ScriptTime {
  wallMs: number;
  height: number;
}

const SCROLLER = "[data-bench-scroller]";

async function scrollThrough(
  browser: Browser,
  show: (page: Page) => Promise<void>,
): Promise<Scrolled> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await show(page);
  const scroller = page.locator(SCROLLER);
  await scroller.evaluate((element) => (element.scrollTop = 0));
  let wallMs = 0;
  const script = await scriptTimeOf(browser, page, async () => {
    const begin = performance.now();
    await wheel(page);
    await jump(page);
    wallMs = performance.now() - begin;
  });
  const height = await scroller.evaluate((element) => element.scrollHeight);
  await page.close();
  return { ...script, wallMs, height };
}

async function open(page: Page, url: string, inside: string): Promise<void> {
  await page.goto(url);
  await markScroller(page, inside);
}

/** Marks what scrolls around the first element like this. */
export async function markScroller(page: Page, inside: string): Promise<void> {
  await page.locator(inside).first().waitFor();
  await page
    .locator(inside)
    .first()
    .evaluate((element) => {
      let scroller: Element | null = element;
      while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 1) {
        scroller = scroller.parentElement;
      }
      scroller?.setAttribute("data-bench-scroller", "");
    });
}

async function openEmpty(page: Page, height: number): Promise<void> {
  await page.setContent(
    `<div data-bench-scroller style="height: 700px; overflow: auto"><div style="height: ${height}px"></div></div>`,
  );
}

export async function wheel(page: Page): Promise<void> {
  const box = (await page.locator(SCROLLER).boundingBox())!;
  const session = await page.context().newCDPSession(page);
  await session.send("Input.synthesizeScrollGesture", {
    x: Math.round(box.x + box.width / 2),
    y: Math.round(box.y + box.height / 2),
    yDistance: -WHEEL_PX,
    speed: WHEEL_PX_PER_SECOND,
    gestureSourceType: "mouse",
  });
  await session.detach();
}

/** In the page, so that no message between browser and bench counts as its script. */
export async function jump(page: Page): Promise<void> {
  await page.locator(SCROLLER).evaluate(async (element, jumps) => {
    for (let at = 1; at <= jumps; at++) {
      element.scrollTop = (element.scrollHeight * at) / jumps;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }, JUMPS);
}

function least(tries: readonly Scrolled[]): Scrolled {
  return tries.toSorted((a, b) => a.totalMs - b.totalMs)[0]!;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
