import type { Locator, Page } from "@playwright/test";
import { asPieces, createSheets, type Piece, type Sheets } from "./sheet.ts";
import { expect, keep, test as base } from "./studio.ts";
import { THEMES, type Theme } from "./themes.ts";
import { createWebsite, type Website } from "./website.ts";

interface Strip {
  /** Takes what is visible there now, in both themes. */
  add: (caption: string, what: Locator, options?: AddOptions) => Promise<void>;
}

interface AddOptions {
  /** How much of what is around it is on the picture. */
  margin?: number;
  /** Of something long, only its beginning. */
  maxHeight?: number;
}

interface Fixtures {
  strip: Strip;
}

interface WorkerFixtures {
  website: Website;
  sheets: Sheets;
}

/** A test is one component: its name is that of the picture. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  website: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing is needed
    async ({}, use) => {
      await using website = await createWebsite();
      await use(website);
    },
    { scope: "worker", timeout: 120_000 },
  ],

  sheets: [
    async ({ browser, website }, use) => use(await createSheets(browser, website.url)),
    { scope: "worker" },
  ],

  strip: async ({ page, sheets, darkroom }, use, { title }) => {
    const pieces: Record<Theme, Piece[]> = { light: [], dark: [] };
    await use({
      add: async (caption, what, options) => {
        await expect(what).toBeVisible();
        for (const theme of THEMES) {
          await page.emulateMedia({ colorScheme: theme });
          pieces[theme].push({ caption, ...(await cutOut(page, what, options)) });
        }
      },
    });
    for (const theme of THEMES) {
      if (pieces[theme].length === 0) continue;
      const png = await sheets.print(asPieces(pieces[theme]), theme);
      keep(`components/${title}-${theme}.webp`, await darkroom.still(png));
    }
  },
});

async function cutOut(page: Page, what: Locator, { margin = 4, maxHeight }: AddOptions = {}) {
  await what.scrollIntoViewIfNeeded();
  const box = (await what.boundingBox())!;
  const x = Math.max(0, box.x - margin);
  const y = Math.max(0, box.y - margin);
  const width = box.x + box.width + margin - x;
  const whole = box.y + box.height + margin - y;
  const height = Math.min(whole, maxHeight ?? whole);
  const clip = { x, y, width, height };
  return { png: await page.screenshot({ clip, animations: "disabled" }), width };
}
