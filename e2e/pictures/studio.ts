import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test as base, type Locator, type Page } from "@playwright/test";
import { createDarkroom, type Darkroom } from "../film/darkroom.ts";
import { createHeldDemos, type HeldDemos } from "./held-demos.ts";
import { ROOT, startMalamar, type Malamar } from "../support/malamar.ts";

export { expect };

/** The team takes its time until the expected scene. */
export const SCENE_MS = 60_000;

/** Small enough that all pictures together stay below 6 MB, large enough to read every word. */
export const SIZES = {
  wide: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1.5,
    hasTouch: true,
    isMobile: true,
  },
} as const;

import { THEMES } from "./themes.ts";

interface Fixtures {
  /** Of the film: it plays from its beginning. */
  demo: Malamar;
  /** Keeps what the page shows in both themes, once this is visible. */
  picture: (name: string, scene: Locator) => Promise<void>;
}

interface WorkerFixtures {
  demos: HeldDemos;
  darkroom: Darkroom;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing is needed
  demo: async ({}, use) => {
    await using demo = await startMalamar({ args: ["demo"] });
    await use(demo);
    // Only a demo that ends on its own removes what it made.
    await demo.stop();
  },

  demos: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing is needed
    async ({}, use) => {
      await using demos = await createHeldDemos();
      await use(demos);
    },
    { scope: "worker", timeout: 3 * SCENE_MS },
  ],

  darkroom: [
    async ({ browser }, use) => use(await createDarkroom(browser, 1)),
    { scope: "worker" },
  ],

  picture: async ({ page, darkroom }, use) =>
    use(async (name, scene) => {
      await expect(scene).toBeVisible({ timeout: SCENE_MS });
      await expect(page.locator(STILL_TO_COME)).toHaveCount(0, { timeout: SCENE_MS });
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        await expect(page.locator("html")).toHaveClass(theme);
        await page.evaluate(allTransitions);
        const png = await page.screenshot({ animations: "disabled" });
        keep(`${name}-${theme}.webp`, await darkroom.still(png));
      }
    }),
});

/** What stands for something that is not there yet, or hides what is below it. */
const STILL_TO_COME = "[data-slot=banner-to-come], [data-slot=skeleton]";

/** Resolves once every colour is that of the theme. */
async function allTransitions(): Promise<void> {
  const underWay = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
  for (let transitions = underWay(); transitions.length > 0; transitions = underWay()) {
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  }
}

/** `name` may have a folder. */
export function keep(name: string, content: Uint8Array): void {
  const file = join(ROOT, "docs/images", name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

export function cardOf(page: Page, words: string): Locator {
  return page.locator("[data-task-id]", { hasText: words });
}

/** Sets the page's clock ahead by some minutes: a team that has just started has said little. */
export async function later(page: Page, minutes: number): Promise<void> {
  await page.clock.setFixedTime(Date.now() + minutes * 60_000);
}
