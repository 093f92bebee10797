import type { CDPSession } from "@playwright/test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createBoard, demoAgent } from "../support/board.ts";
import { longScript } from "./long-script.ts";
import { createTasks } from "./many-tasks.ts";
import { aside, atMost, type Figure, type Stage } from "./scenario.ts";

/** One change a second for an hour, and a talkative agent beside it. */
const CHANGES = 3_600;
const CHANGES_AT_ONCE = 4;
const TASKS = 40;
const EVENTS = 48_000;
const PARTS = 8;

/** The collector leaves slightly different amounts. */
const MOST_GROWTH = 1.15;

/**
 * The heap after a forced collection, while an hour's worth of events goes over the board, then a
 * transcript.
 */
export async function heap(stage: Stage): Promise<Figure[]> {
  return [...(await boardHeap(stage)), ...(await transcriptHeap(stage))];
}

async function boardHeap({ malamar, browser }: Stage): Promise<Figure[]> {
  const board = createBoard(malamar.url);
  const workspace = await board.createTeam([]);
  await createTasks(malamar.url, workspace, TASKS);
  const tasks = await board.tasks(workspace);
  const page = await browser.newPage();
  await page.goto(`${malamar.url}/workspaces/${workspace}/tasks`);
  await page.locator("[data-task-id]").first().waitFor();
  const session = await page.context().newCDPSession(page);
  const sizes: number[] = [];
  for (let part = 0; part < PARTS; part++) {
    const changes = Array.from(
      { length: CHANGES / PARTS },
      (_, at) => `Part ${part}, change ${at}`,
    );
    const last = changes.at(-1)!;
    const work = async () => {
      for (let change = changes.shift(); change !== undefined; change = changes.shift()) {
        const task = tasks[changes.length % tasks.length]!;
        await board.changeTask(task.id, { summary: change });
      }
    };
    await Promise.all(Array.from({ length: CHANGES_AT_ONCE }, work));
    await page.getByText(last).first().waitFor();
    sizes.push(await heapMb(session));
  }
  await page.close();
  return growth(`the board over ${CHANGES} changes`, sizes);
}

async function transcriptHeap({ malamar, browser }: Stage): Promise<Figure[]> {
  const board = createBoard(malamar.url);
  const parts = Array.from({ length: PARTS }, (_, part) => [
    `gate part-${part}`,
    ...longScript(EVENTS / PARTS),
    `say End of part ${part}.`,
  ]);
  const team = await board.createTeam([demoAgent("Talker", ...parts.flat(), "gate end", "review")]);
  const { id, working_directory } = await board.createTask(team, "A long run");
  const page = await browser.newPage();
  await page.goto(`${malamar.url}/workspaces/${team}/tasks/${id}?tab=transcript`);
  const session = await page.context().newCDPSession(page);
  const sizes: number[] = [];
  for (let part = 0; part < PARTS; part++) {
    mkdirSync(working_directory, { recursive: true });
    writeFileSync(join(working_directory, `part-${part}`), "");
    await page.getByText(`End of part ${part}.`).first().waitFor();
    sizes.push(await heapMb(session));
  }
  await page.close();
  return growth(`a transcript that grows by ${EVENTS} events`, sizes);
}

/** The first two parts warm the page up, and fill what a transcript keeps in memory. */
const WARM_UP = 2;

function growth(what: string, sizes: readonly number[]): Figure[] {
  const words = sizes.map((size) => size.toFixed(1)).join(", ");
  return [
    aside(`heap of ${what}`, `${words} MB`),
    atMost(
      `the last heap of ${what} against the one after warming up`,
      sizes.at(-1)! / sizes[WARM_UP]!,
      MOST_GROWTH,
      "×",
    ),
  ];
}

async function heapMb(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}
