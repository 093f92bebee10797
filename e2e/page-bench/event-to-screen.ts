import { createBoard } from "../support/board.ts";
import { openStream, shownAt } from "./event-probe.ts";
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

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
