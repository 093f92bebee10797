import type { Page } from "@playwright/test";
import { createBoard } from "../support/board.ts";
import { createTasks } from "./many-tasks.ts";
import { aside, atMost, percentile, type Figure, type Stage } from "./scenario.ts";

const SAMPLES = 200;
const TASKS = 50;
const MOST_P95_MS = 100;

/** How much later than on a bare stream a change is on the screen. */
export async function eventToScreen({ malamar, browser }: Stage): Promise<Figure[]> {
  const board = createBoard(malamar.url);
  const workspace = await board.createTeam([]);
  await createTasks(malamar.url, workspace, TASKS);
  const [task] = await board.tasks(workspace);
  const page = await browser.newPage();
  await page.goto(`${malamar.url}/workspaces/${workspace}/tasks`);
  await page.locator("[data-task-id]").first().waitFor();
  await using stream = await openStream(malamar.url);
  const later: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const summary = `Change ${sample}.`;
    const onScreen = shownAt(page, summary);
    const heard = stream.heardAt(summary);
    await board.changeTask(task!.id, { summary });
    later.push((await onScreen) - (await heard));
  }
  return [
    aside("an event on the screen after it came on a bare stream, p50", ms(percentile(later, 0.5))),
    atMost(
      "an event on the screen after it came on a bare stream, p95",
      percentile(later, 0.95),
      MOST_P95_MS,
      "ms",
    ),
  ];
}

/** When the text was painted, by the clock that everybody on this machine shares. */
function shownAt(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const isThere = [...document.querySelectorAll("[data-task-id]")].some((card) =>
            card.textContent.includes(wanted),
          );
          if (!isThere) return;
          observer.disconnect();
          // The change is in the document now; the next frame shows it.
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    text,
  );
}

async function openStream(url: string) {
  const gone = new AbortController();
  const response = await fetch(`${url}/api/events`, { signal: gone.signal });
  const waiting = new Map<string, (at: number) => void>();
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body!) {
      const at = performance.timeOrigin + performance.now();
      const text = decoder.decode(bytes, { stream: true });
      for (const [wanted, tell] of waiting) if (text.includes(wanted)) tell(at);
    }
  })().catch((error: unknown) => {
    if (!gone.signal.aborted) throw error;
  });
  return {
    heardAt(text: string): Promise<number> {
      return new Promise((resolve) => {
        waiting.set(text, (at) => {
          waiting.delete(text);
          resolve(at);
        });
      });
    },
    async [Symbol.asyncDispose]() {
      gone.abort();
      await reading;
    },
  };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
