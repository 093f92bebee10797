import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test as base, type Locator, type Page } from "@playwright/test";
import { createDarkroom, type Darkroom } from "../film/darkroom.ts";
import { createBoard } from "../support/board.ts";
import { ROOT, startMalamar, type Malamar } from "../support/malamar.ts";

export { expect };

/** The team takes its time until the expected scene. */
export const SCENE_MS = 60_000;

interface Fixtures {
  demo: Malamar;
  darkroom: Darkroom;
  /** Takes a picture of the page for the README, in both themes, while this is visible. */
  picture: (name: string, scene: Locator) => Promise<void>;
}

/** Every picture begins with a demo of its own, as anybody can start it. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing is needed
  demo: async ({}, use) => {
    await using demo = await startMalamar({ args: ["demo"] });
    await use(demo);
    // Only a demo that ends on its own removes what it made.
    await demo.stop();
  },

  baseURL: async ({ demo }, use) => use(demo.url),

  darkroom: async ({ browser, deviceScaleFactor }, use) =>
    use(await createDarkroom(browser, deviceScaleFactor ?? 1)),

  picture: async ({ page, demo, darkroom }, use) =>
    use(async (name, scene) => {
      await expect(scene).toBeVisible({ timeout: SCENE_MS });
      const { letGo } = await hold(demo);
      const shots: [name: string, png: Buffer][] = [];
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const png = await page.screenshot({ animations: "disabled" });
        shots.push([`${name}-${colorScheme}.webp`, png]);
      }
      expect(await scene.isVisible(), "the scene lasts for both pictures").toBe(true);
      letGo();
      for (const [file, png] of shots) keep(file, await darkroom.still(png));
    }),
});

export function keep(name: string, content: Uint8Array): void {
  const folder = join(ROOT, "docs/images");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content);
}

/** The workspace with this title, over HTTP. */
export async function findWorkspace(demo: Malamar, title: string): Promise<string> {
  const all = await createBoard(demo.url).workspaces();
  return all.find((workspace) => workspace.title === title)!.id;
}

export const PARTY = "Demo: a team at work";
export const NEWSLETTER = "Demo: the newsletter";

export function cardOf(page: Page, words: string): Locator {
  return page.locator("[data-task-id]", { hasText: words });
}

/** Sets the page's clock ahead by some minutes: a team that has just started has said little. */
export async function later(page: Page, minutes: number): Promise<void> {
  await page.clock.setFixedTime(Date.now() + minutes * 60_000);
}

/** Holds running agents in the middle of their run, as long as the pictures take. */
async function hold(demo: Malamar): Promise<{ letGo: () => void }> {
  const board = createBoard(demo.url);
  const tasks = await board.tasks(await findWorkspace(demo, PARTY));
  const runs = tasks.flatMap(({ current_run_id }) => current_run_id ?? []);
  const transcripts = await Promise.all(runs.map((id) => board.transcript(id)));
  const pids = transcripts.flatMap((events) => events.flatMap(({ pid }) => pid ?? []));
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  return {
    letGo: () => {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    },
  };
}
