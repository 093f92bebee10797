import type { Page } from "@playwright/test";
import { animatedWebp } from "../film/animated-webp.ts";
import { createCamera } from "../film/camera.ts";
import { createBoard } from "../support/board.ts";
import { taskView } from "../support/task-pages.ts";
import { PARTY } from "./held-demos.ts";
import { cardOf, expect, keep, SCENE_MS, test } from "./studio.ts";

const SIZE = { width: 1280, height: 800 };
const SCALE = 1;

test.use({ viewport: SIZE, deviceScaleFactor: SCALE, colorScheme: "light" });

test("the film: a task is created, the team works on it, and it needs a person", async ({
  page,
  demo,
  darkroom,
}) => {
  test.setTimeout(3 * SCENE_MS);
  const board = createBoard(demo.url);
  const workspaces = await board.workspaces();
  const workspaceId = workspaces.find(({ title }) => title === PARTY)!.id;
  for (const { id, status } of await board.tasks(workspaceId)) {
    if (status === "todo" || status === "in_progress") await board.deleteTask(id);
  }
  const camera = createCamera(page, { x: 560, y: 430 });
  const shown = async (what: ReturnType<typeof cardOf>) => {
    await expect(what).toBeVisible({ timeout: SCENE_MS });
  };

  await page.goto(`${demo.url}/workspaces/${workspaceId}/tasks`);
  await shown(cardOf(page, "Draft the budget"));
  await camera.shoot(700);

  await camera.click(page.getByRole("button", { name: "New task" }));
  const dialog = page.getByRole("dialog");
  const summary = dialog.getByLabel("Summary");
  await expect(summary).toBeFocused();
  await camera.shoot(300);
  await camera.type(summary, "Build a countdown to the summer party");
  const description = dialog.getByLabel("Description");
  await camera.click(description);
  await camera.type(description, "How many days are left until 25 June 2027?");
  await camera.shoot(300);
  await camera.click(dialog.getByRole("button", { name: "Create task" }));
  const card = cardOf(page, "countdown");
  await shown(card.getByText(/Planner|Implementer/));
  await camera.shoot(700);

  const task = taskView(page);
  await camera.click(card);
  const transcript = task.getByRole("tab", { name: "Transcript" });
  await shown(task.getByText("In Progress", { exact: true }));
  await camera.shoot(300);
  await camera.click(transcript);
  const reviewer = page.getByRole("log", { name: "Transcript of Reviewer" });
  await camera.follow(() => reviewer.getByText("Minus three days is wrong").isVisible());
  await camera.shoot(900);

  await camera.click(task.getByRole("tab", { name: "Timeline" }));
  await shown(task.getByText("Changes needed"));
  await camera.shoot(1500);
  await camera.click(task.getByRole("button", { name: "Close", exact: true }));
  await camera.follow(async () => (await board.task(await idOf(card))).status === "in_review");
  await shown(page.getByRole("list", { name: /^In Review/ }).getByText("countdown"));
  await camera.shoot(1500);

  const toast = page.getByRole("region", { name: /Notifications/ }).getByText("In review");
  await camera.click(toast);
  await shown(task.getByText("Ready for your review").first());
  await expect(toast).toBeHidden();
  await camera.shoot(2400);

  const frames = await camera.develop(darkroom);
  const film = animatedWebp({ width: SIZE.width * SCALE, height: SIZE.height * SCALE }, frames);
  expect(await playedBack(page, film)).toEqual({ frames: frames.length, repetitions: Infinity });
  keep("film.webp", film);
  const seconds = frames.reduce((sum, frame) => sum + frame.durationMs, 0) / 1000;
  console.log(`film.webp: ${frames.length} frames, ${seconds} s, ${film.length / 1e6} MB`);
});

async function idOf(card: ReturnType<typeof cardOf>): Promise<string> {
  return (await card.getAttribute("data-task-id"))!;
}

/** What a browser makes of it: every frame is decoded. */
async function playedBack(page: Page, film: Uint8Array) {
  return await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);
    const decoder = new ImageDecoder({ data, type: "image/webp" });
    await decoder.tracks.ready;
    const { frameCount: frames, repetitionCount: repetitions } = decoder.tracks.selectedTrack!;
    for (let at = 0; at < frames; at++) (await decoder.decode({ frameIndex: at })).image.close();
    return { frames, repetitions };
  }, Buffer.from(film).toString("base64"));
}
