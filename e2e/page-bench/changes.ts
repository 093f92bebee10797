import { execFileSync } from "node:child_process";
import type { Browser, Page } from "@playwright/test";
import {
  createChangedTask,
  numberedLines,
  type ChangedTask,
  type Files,
} from "../support/changed-tasks.ts";
import { startMalamar, type Malamar } from "../support/malamar.ts";
import { aside, atMost, median, type Figure, type Stage } from "./scenario.ts";
import { longestTaskMs, traceOf } from "./script-time.ts";
import { jump, markScroller, wheel } from "./scrolling.ts";
import { timeToShow } from "./time-to-show.ts";

const FILES = 5_000;
const FEW_FILES = 50;
const ROUNDS = 9;
const MOST_LIST_RATIO = 2;
const MOST_FIRST_ROWS_RATIO = 1.5;
const MOST_TASK_MS = 100;
const MOST_NODES = 3_000;
const LINES = 6_000;

/** More than the server remembers, so that each list is read again. */
const STATES = 6;

const LINE = "[data-slot=diff-list] [data-row] code";

/** What the changes of a task cost: the list, the first rows, scrolling, and how much is drawn. */
export async function changes({ browser, rounds }: Stage): Promise<Figure[]> {
  const times = Math.min(ROUNDS, rounds);
  await using manyAt = await startMalamar();
  await using fewAt = await startMalamar();
  await using longAt = await startMalamar();
  const many = await createChangedTask(manyAt, FIRST, filesOf(FILES));
  const few = await createChangedTask(fewAt, FIRST, filesOf(FEW_FILES));
  const long = await createChangedTask(
    longAt,
    { "big.ts": numberedLines(1, LINES, "export const before =") },
    { "big.ts": numberedLines(1, LINES, "export const after =") },
  );
  return [
    ...(await listAgainstGit(many, times)),
    ...(await firstRows(browser, { many, manyAt, few, fewAt }, times)),
    ...(await scrolled(browser, manyAt.url + many.address, `${FILES} files`)),
    ...(await drawn(browser, longAt.url + long.address)),
  ];
}

const FIRST: Files = { "README.md": "Hello\n" };

function filesOf(count: number): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `part${String(at % 50).padStart(2, "0")}/file${at}.ts`,
      numberedLines(1, 5, `export const of${at} =`),
    ]),
  );
}

interface Stored {
  id: string;
  commit_id: string;
}

async function listAgainstGit(task: ChangedTask, times: number): Promise<Figure[]> {
  for (let state = 1; state < STATES; state++) {
    await task.change({ "part00/file0.ts": `export const state = ${state};\n` });
  }
  const stored = (await task.get<Stored[]>("/checkpoints")).slice(-STATES);
  const base = execFileSync("git", ["rev-parse", "main"], { cwd: task.directory })
    .toString()
    .trim();
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < times; round++) {
    const { id, commit_id } = stored[round % STATES]!;
    ours.push(await timed(() => task.get(`/changes?from=base&to=${id}`)));
    bare.push(
      await timed(async () =>
        execFileSync(
          "git",
          ["diff-tree", "-r", "-z", "--raw", "--numstat", "-M", "-l1000", base, commit_id],
          { cwd: task.directory, maxBuffer: Infinity },
        ),
      ),
    );
  }
  return [
    aside(`git diff-tree --raw --numstat of ${FILES} files`, ms(median(bare))),
    aside(`the list of ${FILES} files, from request to JSON`, ms(median(ours))),
    atMost(
      `the list of ${FILES} files, compared with git's own`,
      median(ours) / median(bare),
      MOST_LIST_RATIO,
      "×",
    ),
  ];
}

interface Both {
  many: ChangedTask;
  manyAt: Malamar;
  few: ChangedTask;
  fewAt: Malamar;
}

async function firstRows(
  browser: Browser,
  { many, manyAt, few, fewAt }: Both,
  times: number,
): Promise<Figure[]> {
  const ofMany: number[] = [];
  const ofFew: number[] = [];
  for (let round = 0; round < times; round++) {
    ofMany.push(await shown(browser, manyAt.url + many.address));
    ofFew.push(await shown(browser, fewAt.url + few.address));
  }
  return [
    aside(`first rows of ${FEW_FILES} changed files`, ms(median(ofFew))),
    aside(`first rows of ${FILES} changed files`, ms(median(ofMany))),
    atMost(
      `first rows of ${FILES} changed files, compared with ${FEW_FILES}`,
      median(ofMany) / median(ofFew),
      MOST_FIRST_ROWS_RATIO,
      "×",
    ),
  ];
}

async function shown(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const time = await timeToShow(page, url, LINE);
  await page.close();
  return time;
}

async function scrolled(browser: Browser, url: string, what: string): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const refused = violationsOf(page);
  await page.goto(url);
  const figures = [await longestTask(browser, page, what)];
  await page.close();
  return [...figures, noRefusals(refused, what)];
}

async function drawn(browser: Browser, url: string): Promise<Figure[]> {
  const what = `${2 * LINES} lines`;
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const refused = violationsOf(page);
  await page.goto(url);
  // A large file is folded at first.
  await page.locator("[data-slot=diff-list] section button").first().click();
  await page.locator(LINE).first().waitFor();
  const unified = await nodes(page);
  const scrolling = await longestTask(browser, page, what);
  await page.getByRole("button", { name: "Split" }).click();
  await page.locator(LINE).first().waitFor();
  const split = await nodes(page);
  await page.getByRole("button", { name: "View options" }).click();
  await page.getByRole("menuitemradio", { name: "Wrap long lines" }).click();
  await page.locator(LINE).first().waitFor();
  const unwrapped = await longestTask(browser, page, `${what}, not wrapped`);
  await page.close();
  return [
    atMost(`elements of the page with ${what}, in one column`, unified, MOST_NODES, "elements"),
    atMost(`elements of the page with ${what}, in two columns`, split, MOST_NODES, "elements"),
    scrolling,
    unwrapped,
    noRefusals(refused, what),
  ];
}

async function longestTask(browser: Browser, page: Page, what: string): Promise<Figure> {
  await markScroller(page, LINE);
  const events = await traceOf(browser, page, async () => {
    await wheel(page);
    await jump(page);
  });
  return atMost(
    `the longest task while scrolling ${what}, with style and layout`,
    longestTaskMs(events),
    MOST_TASK_MS,
    "ms",
  );
}

function noRefusals(refused: readonly string[], what: string): Figure {
  return atMost(`refusals by the page's policy with ${what}`, refused.length, 0, "refusals");
}

function nodes(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll("*").length);
}

/** The browser reports what the page's Content-Security-Policy refuses as errors of the console. */
function violationsOf(page: Page): string[] {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  return refused;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
